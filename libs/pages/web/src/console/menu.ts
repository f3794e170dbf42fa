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
    [
      { path: '/dashboard/payments', icon: 'payments', text: 'payments', needs: 'payments', key: 'p' },
      {
        path: '/dashboard/subscriptions',
        icon: 'subscriptions',
        text: 'subs',
        needs: 'subscriptions',
        key: 'u',
      },
      { path: '/dashboard/invoices', icon: 'invoices', text: 'invoices', needs: 'invoices', key: 'i' },
      { path: '/dashboard/links', icon: 'links', text: 'links', needs: 'links', key: 'l' },
    ],
  ],
  [
    'menu.money',
    [
      { path: '/dashboard/balances', icon: 'balances', text: 'balances', needs: 'wallets', key: 'b' },
      { path: '/dashboard/payouts', icon: 'payouts', text: 'payouts', needs: 'payouts', key: 'o' },
      { path: '/dashboard/reports', icon: 'reports', text: 'reports', needs: 'overview', key: 'r' },
      { path: '/dashboard/escrow', icon: 'escrow', text: 'escrow', needs: 'escrows', key: 'e' },
      {
        path: '/dashboard/chargebacks',
        icon: 'chargebacks',
        text: 'chargebacks',
        needs: 'chargebacks',
        key: 'c',
      },
    ],
  ],
  [
    'menu.build',
    [
      { path: '/dashboard/webhooks', icon: 'webhooks', text: 'webhooks', needs: 'webhooks', key: 'w' },
      { path: '/dashboard/developers', icon: 'developers', text: 'developers', needs: 'apps', key: 'd' },
      { path: '/dashboard/go-live', icon: 'golive', text: 'golive', needs: 'kyc', key: 'v' },
      { path: '/dashboard/settings', icon: 'settings', text: 'settings', key: 's' },
    ],
  ],
];

const STAFF: Group[] = [
  [
    'menu.workbench',
    [
      { path: '/admin', icon: 'home', text: 'menu.home', key: 'h' },
      { path: '/dashboard/settings/security', icon: 'settings', text: 'settings', key: 's' },
    ],
  ],
];

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
