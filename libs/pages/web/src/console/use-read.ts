import { signal } from '@preact/signals';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ActionName } from './actions';
import { actionOf, type Fields, read } from './api';
import { mode } from './mode';
import { Refusal } from './refusal';

export interface Reading<Answer> {
  /** The last answer, which stays until the next one is there; null before the first. */
  data: Answer | null;
  fault: Refusal | null;
  isBusy: boolean;
  reload: () => void;
}

/** Counts changes after which all that is shown is read again. */
const changes = signal(0);

/** Reads again what is on the page: after the test clock has moved, any of it may have changed. */
export const refreshAll = (): void => void changes.value++;

/** Lists are asked for anew when the reader comes back to a page that is older than this. */
const FRESH_MS = 30_000;

/** The answer of an action, asked for again when its fields or the mode change; null as fields: not asked for. */
export function useRead<Answer>(action: ActionName, fields: Fields | null = {}): Reading<Answer> {
  const [state, setState] = useState<Omit<Reading<Answer>, 'reload'>>({
    data: null,
    fault: null,
    isBusy: true,
  });
  const [turn, setTurn] = useState(0);
  const asked = useRef(0);
  const at = useRef(0);
  // A screen of live mode alone is there for a moment longer when the mode changes.
  const key = fields && actionOf(action) && JSON.stringify([mode.value, action, fields]);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  useEffect(() => {
    if (key === null) return;
    const mine = ++asked.current;
    const settle = (next: Partial<Reading<Answer>>) => {
      if (mine !== asked.current) return;
      at.current = Date.now();
      setState((last) => ({ ...last, isBusy: false, fault: null, ...next }));
    };
    setState((last) => ({ ...last, isBusy: true }));
    read<Answer>(action, fields!).then(
      (data) => settle({ data }),
      (error: unknown) => settle({ fault: faultOf(error) }),
    );
    // A reader who leaves the page does not wait for the answer.
    return () => void asked.current++;
  }, [key, turn, changes.value]);
  useEffect(() => {
    const look = () => !document.hidden && Date.now() - at.current > FRESH_MS && reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);
  return { ...state, isBusy: key !== null && state.isBusy, reload };
}

/** A fault of the program is shown like a refusal and reported to the console of the browser. */
export function faultOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  console.error(error);
  return new Refusal(null, { message: String(error) });
}
