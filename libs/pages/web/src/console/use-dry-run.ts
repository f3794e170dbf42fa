import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActionName } from './actions';
import { call } from './api';
import type { Refusal } from './refusal';
import { faultOf } from './use-read';

const TYPING_MS = 400;

interface DryRun<Answer> {
  /** The last answer; null before the first, and after a refusal. */
  preview: Answer | null;
  fault: Refusal | null;
}

/** What an action would answer, by the server's own dry run, asked for when the reader pauses; null as body: not asked for. */
export function useDryRun<Answer>(action: ActionName, body: object | null): DryRun<Answer> {
  const [state, setState] = useState<DryRun<Answer>>({ preview: null, fault: null });
  const turn = useRef(0);
  const text = body && JSON.stringify(body);
  useEffect(() => {
    const mine = ++turn.current;
    if (text === null) return undefined;
    const settle = (next: DryRun<Answer>) => mine === turn.current && setState(next);
    const ask = () =>
      call<Answer>(action, { body: JSON.parse(text) as object, isDryRun: true }).then(
        (preview) => settle({ preview, fault: null }),
        (error: unknown) => settle({ preview: null, fault: faultOf(error) }),
      );
    const timer = setTimeout(() => void ask(), TYPING_MS);
    return () => {
      turn.current++;
      clearTimeout(timer);
    };
  }, [action, text]);
  return text === null ? { preview: null, fault: null } : state;
}
