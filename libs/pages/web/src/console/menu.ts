import type { ActionName } from './actions';
import { can } from './me';
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
