import { signal } from '@preact/signals';
import type { ActionName } from './actions';
import { actionOf, read } from './api';
import { type Me, me } from './signed-in';

export { me };

/** The actions of test mode, once it was opened. */
const testActions = signal<Set<string> | null>(null);
const liveActions = signal(new Set<string>());

/** Asks who is signed in and what that person may do. */
export async function loadMe(): Promise<void> {
  const mine = await read<Me>('me');
  liveActions.value = new Set(mine.actions);
  me.value = mine;
}

/** The sandbox may be away: then test mode has no actions and says so, and live mode goes on. */
export async function loadTestMode(): Promise<void> {
  if (testActions.value !== null || me.value!.modes.test.length === 0) return;
  testActions.value = new Set((await read<Me>('testMe')).actions);
}

/** Whether this person may call the action in the mode at hand: without it there is no button and no menu entry. */
export function can(action: ActionName): boolean {
  const found = actionOf(action);
  if (!found) return false;
  return (found.isTest ? (testActions.value ?? new Set()) : liveActions.value).has(found.name);
}
