import type { ActionName } from './actions';
import { can, me } from './me';
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

type Group = [name: TextName | null, entries: MenuEntry[]];

const MERCHANT: Group[] = [
  [null, [{ path: '/dashboard', icon: 'home', text: 'menu.home', key: 'h' }]],
  [
    'menu.sell',
    [{ path: '/dashboard/payments', icon: 'payments', text: 'payments', needs: 'payments', key: 'p' }],
  ],
  [
    'menu.platform',
    [
      { path: '/dashboard/webhooks', icon: 'webhooks', text: 'menu.webhooks', needs: 'webhooks', key: 'w' },
      { path: '/dashboard/developers', icon: 'developers', text: 'menu.developers', needs: 'apps', key: 'd' },
      { path: '/dashboard/golive', icon: 'golive', text: 'menu.golive', needs: 'submitKyb', key: 'l' },
      { path: '/dashboard/settings', icon: 'settings', text: 'menu.settings', needs: 'profile', key: 's' },
    ],
  ],
];

const STAFF: Group[] = [['menu.workbench', [{ path: '/admin', icon: 'home', text: 'menu.home', key: 'h' }]]];

/** The screens that this person can use in the mode at hand. */
export function menu(): Group[] {
  const groups = me.value?.staff_role ? STAFF : MERCHANT;
  return groups
    .map(([name, entries]): Group => [name, entries.filter(({ needs }) => !needs || can(needs))])
    .filter(([, entries]) => entries.length > 0);
}

/** Whether the page at this path belongs to the entry. */
export const isWithin = ({ path }: MenuEntry, at: string): boolean =>
  path === '/dashboard' || path === '/admin' ? at === path : at === path || at.startsWith(`${path}/`);
