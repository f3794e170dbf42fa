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
];

const STAFF: Group[] = [
  [
    'menu.workbench',
    [
      { path: '/admin', icon: 'home', text: 'menu.home', key: 'h' },
      {
        path: '/admin/approvals',
        icon: 'check',
        text: 'attention.approvals',
        needs: 'admin.php:approvals/list',
        key: 'a',
      },
      { path: '/admin/people', icon: 'people', text: 'people', needs: 'admin.php:users/find', key: 'u' },
      { path: '/admin/audit', icon: 'clock', text: 'audit', needs: 'admin.php:audit/list', key: 'l' },
    ],
  ],
  [
    'menu.reviews',
    [
      {
        path: '/admin/identity',
        icon: 'identity',
        text: 'attention.identity_reviews',
        needs: 'admin.php:kyc/queue',
        key: 'i',
      },
      {
        path: '/admin/businesses',
        icon: 'business',
        text: 'attention.business_reviews',
        needs: 'admin.php:kyb/queue',
        key: 'b',
      },
      {
        path: '/admin/bvn',
        icon: 'check',
        text: 'attention.bvn_reviews',
        needs: 'admin.php:kyc/bvn-queue',
        key: 'v',
      },
      {
        path: '/admin/names',
        icon: 'identity',
        text: 'attention.name_reviews',
        needs: 'admin.php:kyc/name-queue',
        key: 'n',
      },
      {
        path: '/admin/brands',
        icon: 'business',
        text: 'attention.brand_reviews',
        needs: 'admin.php:brands/list',
        key: 'm',
      },
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
