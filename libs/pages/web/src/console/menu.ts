import { ACTIONS, type ActionName, isOfStaff } from './actions';
import { can } from './me';
import type { Mode } from './mode';
import { side } from './side';
import type { IconName } from './parts/icons';
import type { TextName } from './texts';

export interface MenuEntry {
  path: string;
  icon: IconName;
  text: TextName;
  /** Shown to those who may call it. */
  needs?: ActionName;
  /** Opens the screen after `g`. */
  key: string;
}

export type MenuGroup = [name: TextName | null, entries: MenuEntry[]];

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
