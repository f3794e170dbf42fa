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
        icon: 'approvals',
        text: 'attention.approvals',
        needs: 'approvals',
        key: 'a',
      },
      { path: '/admin/people', icon: 'people', text: 'people', needs: 'findPeople', key: 'u' },
      { path: '/admin/audit', icon: 'audit', text: 'audit', needs: 'auditLog', key: 'l' },
    ],
  ],
  [
    'menu.reviews',
    [
      {
        path: '/admin/identity',
        icon: 'identity',
        text: 'attention.identity_reviews',
        needs: 'identityQueue',
        key: 'i',
      },
      {
        path: '/admin/businesses',
        icon: 'business',
        text: 'attention.business_reviews',
        needs: 'businessQueue',
        key: 'b',
      },
      { path: '/admin/bvn', icon: 'check', text: 'attention.bvn_reviews', needs: 'bvnQueue', key: 'v' },
      { path: '/admin/names', icon: 'names', text: 'attention.name_reviews', needs: 'nameQueue', key: 'n' },
      {
        path: '/admin/brands',
        icon: 'brands',
        text: 'attention.brand_reviews',
        needs: 'brandNames',
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
