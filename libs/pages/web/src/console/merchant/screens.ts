import { screen } from '../screen';
import type { MenuGroup, Side } from '../side';

const menu: MenuGroup[] = [
  [
    null,
    [
      { path: '/dashboard', icon: 'home', text: 'menu.home', key: 'h' },
      { path: '/dashboard/reports', icon: 'reports', text: 'menu.reports', needs: 'overview', key: 'r' },
    ],
  ],
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
    'menu.money',
    [
      { path: '/dashboard/balances', icon: 'balances', text: 'balances', needs: 'transactions', key: 'b' },
      { path: '/dashboard/payouts', icon: 'payouts', text: 'attention.payouts', needs: 'payouts', key: 'u' },
    ],
  ],
  [
    'menu.claims',
    [
      { path: '/dashboard/escrow', icon: 'escrow', text: 'menu.escrow', needs: 'escrows', key: 'v' },
      {
        path: '/dashboard/chargebacks',
        icon: 'chargebacks',
        text: 'menu.chargebacks',
        needs: 'chargebacks',
        key: 'a',
      },
    ],
  ],
  [
    'menu.platform',
    [
      { path: '/dashboard/webhooks', icon: 'webhooks', text: 'menu.webhooks', needs: 'webhooks', key: 'w' },
      { path: '/dashboard/developers', icon: 'developers', text: 'menu.developers', needs: 'apps', key: 'd' },
      { path: '/dashboard/golive', icon: 'golive', text: 'menu.golive', needs: 'submitKyb', key: 'o' },
      { path: '/dashboard/settings', icon: 'settings', text: 'menu.settings', needs: 'profile', key: 'e' },
    ],
  ],
];

const InvoiceEditor = screen(() => import('./invoices/invoice-editor'), 'invoices');

/** Menu and screens of those who use a business account. */
export default {
  menu,
  screens: [
    ['/dashboard', screen(() => import('./home'), 'home', 'payments')],
    ['/dashboard/payments', screen(() => import('./payments/payments'), 'payments')],
    ['/dashboard/payments/:id', screen(() => import('./payments/payment'), 'payments', 'trail')],
    ['/dashboard/subscriptions', screen(() => import('./subscriptions/subscriptions'), 'subscriptions')],
    ['/dashboard/subscriptions/plans', screen(() => import('./subscriptions/plans'), 'subscriptions')],
    ['/dashboard/subscriptions/:id', screen(() => import('./subscriptions/subscription'), 'subscriptions')],
    ['/dashboard/invoices', screen(() => import('./invoices/invoices'), 'invoices')],
    ['/dashboard/invoices/new', InvoiceEditor],
    ['/dashboard/invoices/:id', screen(() => import('./invoices/invoice'), 'invoices')],
    ['/dashboard/invoices/:id/edit', InvoiceEditor],
    ['/dashboard/links', screen(() => import('./links/links'), 'links')],
    ['/dashboard/links/:id', screen(() => import('./links/link'), 'links')],
    ['/dashboard/customers', screen(() => import('./customers/customers'), 'customers')],
    ['/dashboard/customers/one', screen(() => import('./customers/customer'), 'customers', 'payments')],
    ['/dashboard/balances', screen(() => import('./balances/balances'), 'balances')],
    ['/dashboard/balances/:id', screen(() => import('./balances/movement'), 'balances', 'trail')],
    ['/dashboard/payouts', screen(() => import('./payouts/payouts'), 'payouts')],
    ['/dashboard/payouts/accounts', screen(() => import('./payouts/accounts'), 'payouts')],
    ['/dashboard/payouts/:id', screen(() => import('./payouts/payout'), 'payouts', 'trail')],
    ['/dashboard/escrow', screen(() => import('./escrow/escrows'), 'escrow')],
    ['/dashboard/escrow/:id', screen(() => import('./escrow/escrow'), 'escrow', 'trail')],
    ['/dashboard/chargebacks', screen(() => import('./chargebacks/chargebacks'), 'chargebacks')],
    ['/dashboard/chargebacks/:id', screen(() => import('./chargebacks/chargeback'), 'chargebacks', 'trail')],
    ['/dashboard/reports', screen(() => import('./reports/reports'), 'reports')],
    ['/dashboard/webhooks', screen(() => import('./webhooks/webhooks'), 'webhooks')],
    ['/dashboard/webhooks/:id', screen(() => import('./webhooks/webhook'), 'webhooks')],
    ['/dashboard/developers', screen(() => import('./developers/apps'), 'developers')],
    ['/dashboard/developers/requests', screen(() => import('./developers/requests'), 'developers')],
    ['/dashboard/developers/events', screen(() => import('./developers/events'), 'developers')],
    ['/dashboard/golive', screen(() => import('./golive/go-live'), 'golive')],
    ['/dashboard/settings/brand', screen(() => import('./settings/brand'), 'settings')],
    ['/dashboard/settings', screen(() => import('./settings/profile'), 'settings')],
    ['/dashboard/settings/team', screen(() => import('./settings/team'), 'settings')],
    ['/dashboard/settings/security', screen(() => import('./settings/security'), 'settings')],
  ],
} satisfies Side;
