import { ACTIONS, isOfStaff } from './actions';
import { can } from './me';
import type { Mode } from './mode';
import { type MenuEntry, type MenuGroup, side } from './side';

/** The screens that this person can use in the mode at hand. */
export function menu(): MenuGroup[] {
  return side.menu
    .map(([name, entries]): MenuGroup => [name, entries.filter(({ needs }) => !needs || can(needs))])
    .filter(([, entries]) => entries.length > 0);
}

/** Whether the page at this path belongs to the entry. */
export const isWithin = ({ path }: MenuEntry, at: string): boolean =>
  path === '/dashboard' || path === '/admin' ? at === path : at === path || at.startsWith(`${path}/`);

/** Whether a mode has the screens at this path: some are of live mode alone. */
export function isOf(mode: Mode, path: string): boolean {
  const needs = side.menu.flatMap(([, entries]) => entries).find((entry) => isWithin(entry, path))?.needs;
  if (!needs || isOfStaff(needs)) return true;
  const names = ACTIONS[needs];
  return typeof names === 'string' || names[mode === 'test' ? 1 : 0] !== null;
}
