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
        text: 'menu.subscriptions',
        needs: 'subscriptions',
        key: 's',
      },
      { path: '/dashboard/invoices', icon: 'invoices', text: 'menu.invoices', needs: 'invoices', key: 'i' },
      { path: '/dashboard/links', icon: 'links', text: 'menu.links', needs: 'links', key: 'l' },
      { path: '/dashboard/customers', icon: 'customers', text: 'customers', needs: 'customers', key: 'c' },
    ],
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

const STAFF: Group[] = [
  [
    'menu.workbench',
    [
      { path: '/admin', icon: 'home', text: 'menu.home', key: 'h' },
      { path: '/admin/find', icon: 'search', text: 'find', needs: 'staffFind', key: 'f' },
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
  [
    'menu.money',
    [
      {
        path: '/admin/payouts',
        icon: 'payouts',
        text: 'attention.payouts',
        needs: 'admin.php:payouts/list',
        key: 'p',
      },
      {
        path: '/admin/floats',
        icon: 'balances',
        text: 'staff.floats',
        needs: 'admin.php:payouts/floats',
        key: 'o',
      },
      {
        path: '/admin/unapplied',
        icon: 'payments',
        text: 'attention.unapplied_payments',
        needs: 'admin.php:unapplied/list',
        key: 'x',
      },
      {
        path: '/admin/refunds',
        icon: 'subscriptions',
        text: 'attention.refunds',
        needs: 'admin.php:refunds/list',
        key: 'r',
      },
      {
        path: '/admin/disputes',
        icon: 'escrow',
        text: 'staff.disputes',
        needs: 'admin.php:escrow/disputes',
        key: 'd',
      },
      {
        path: '/admin/chargebacks',
        icon: 'chargebacks',
        text: 'staff.chargebacks',
        needs: 'admin.php:chargebacks/list',
        key: 'c',
      },
      {
        path: '/admin/rates',
        icon: 'reports',
        text: 'staff.rates',
        needs: 'admin.php:fx/rates',
        key: 'e',
      },
    ],
  ],
  [
    'menu.operations',
    [
      {
        path: '/admin/charge-holds',
        icon: 'clock',
        text: 'attention.charge_holds',
        needs: 'admin.php:subscriptions/charge-holds',
        key: 's',
      },
      {
        path: '/admin/deliveries',
        icon: 'webhooks',
        text: 'staff.deliveries',
        needs: 'admin.php:deliveries/list',
        key: 'w',
      },
      {
        path: '/admin/jobs',
        icon: 'developers',
        text: 'staff.jobs',
        needs: 'admin.php:queues/list',
        key: 'q',
      },
      {
        path: '/admin/ledger',
        icon: 'invoices',
        text: 'staff.ledger',
        needs: 'admin.php:ledger/trial-balance',
        key: 't',
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
