import type { Capability, TeamRole } from '@app/http';

/**
 * The roles that have each capability and the actions that need it, written from docs/guides/team.md and not from the
 * policies, so that the two can be compared.
 */
export const ROLES_OF_CAPABILITY: Readonly<Record<Capability, readonly TeamRole[]>> = {
  'payments:read': ['admin', 'developer', 'finance', 'support'],
  'payments:write': ['admin', 'finance'],
  resend: ['admin', 'finance', 'support'],
  disputes: ['admin', 'finance', 'support'],
  'money:read': ['admin', 'finance'],
  refunds: ['admin', 'finance'],
  'money:send': ['admin', 'finance'],
  payroll: ['admin', 'finance'],
  'apps:test': ['admin', 'developer'],
  'apps:live': ['admin'],
  webhooks: ['admin', 'developer'],
  brand: ['admin'],
  team: ['admin'],
  activity: ['admin'],
  self: ['admin', 'developer', 'finance', 'support'],
};

const invoices = (...actions: string[]) =>
  actions.flatMap((action) => [`invoices.php/${action}`, `business.php/invoices/${action}`]);
const subscriptions = (method: string, ...actions: string[]) =>
  actions.map((action) => `${method} subscriptions.php/${action}`);
const webhooks = (...actions: string[]) => actions.map((action) => `business.php/webhooks/${action}`);

export const ACTIONS_OF_CAPABILITY: Readonly<Partial<Record<Capability, readonly string[]>>> = {
  'payments:read': [
    'GET sessions.php',
    'GET sessions.php/list',
    'GET business.php/payments/list',
    'GET business.php/payments/detail',
    'GET business.php/payments/refunds',
    'GET business.php/payments/refund-detail',
    'GET business.php/chargebacks/list',
    'GET business.php/chargebacks/detail',
    ...invoices('list', 'detail', 'pdf').map((path) => `GET ${path}`),
    ...subscriptions('GET', 'list', 'retrieve', 'list-invoices', 'list-plans', 'retrieve-plan'),
    'GET features.php/payment-links/list',
    'GET features.php/payment-links/detail',
    'GET business.php/events/list',
    'GET business.php/events/detail',
    'GET events.php/list',
    'GET events.php/detail',
    'GET escrow.php/list',
    'GET escrow.php/detail',
    'GET transactions.php/explain',
  ],
  'payments:write': [
    ...invoices('create', 'update', 'void', 'credit').map((path) => `POST ${path}`),
    ...subscriptions('POST', 'create-plan', 'update-plan', 'subscribe', 'cancel', 'resume'),
    ...subscriptions('POST', 'change-plan', 'cancel-plan-change', 'update-customer'),
    'POST features.php/payment-links/create',
    'POST features.php/payment-links/update',
  ],
  resend: invoices('send').map((path) => `POST ${path}`),
  disputes: [
    'POST escrow.php/dispute',
    'POST escrow.php/dispute-respond',
    'POST business.php/chargebacks/respond',
    'POST business.php/chargebacks/upload',
  ],
  'money:read': [
    'GET wallet.php/balance',
    'GET wallet.php/wallets',
    'GET wallet.php/history',
    'GET wallet.php/statement',
    'GET wallet.php/requests',
    'GET transactions.php/list',
    'GET transactions.php/detail',
    'GET transactions.php/totals',
    'GET transactions.php/export',
    'POST transactions.php/export-links',
    'GET analytics.php/overview',
    'GET analytics.php/revenue-chart',
    'GET analytics.php/flows',
    'GET analytics.php/breakdown',
    'GET analytics.php/top-senders',
    'POST analytics.php/report-link',
    'GET payout.php/history',
    'GET payout.php/my-banks',
    'GET payout.php/list-banks',
    'GET payout.php/list-branches',
    'GET payout.php/resolve-account',
    'GET payments.php/fx-rates',
    'POST payments.php/fx-convert',
  ],
  refunds: [
    'POST escrow.php/cancel',
    'POST business.php/payments/refund',
    ...subscriptions('POST', 'refund'),
  ],
  brand: [
    'GET business.php/brand/get',
    'POST business.php/brand/update',
    'POST business.php/brand/confirm-support-email',
    'POST business.php/brand/upload-logo',
    'POST business.php/brand/remove-logo',
  ],
  'money:send': [
    'POST wallet.php/transfer',
    'POST wallet.php/create-wallet',
    'POST wallet.php/set-primary',
    'GET wallet.php/lookup',
    'POST wallet.php/request-payment',
    'POST wallet.php/fulfill-request',
    'POST wallet.php/decline-request',
    'POST wallet.php/cancel-request',
    'POST payout.php/initiate',
    'POST payout.php/add-bank',
    'POST payout.php/delete-bank',
    'POST escrow.php/create',
    'POST escrow.php/release',
  ],
  payroll: [
    'POST business.php/payroll/create',
    'GET business.php/payroll/list',
    'GET business.php/payroll/detail',
  ],
  'apps:test': [
    'GET business.php/apps/list',
    ...['create', 'update', 'rotate-secret', 'revoke'].map((action) => `POST business.php/apps/${action}`),
  ],
  webhooks: [
    ...webhooks('list', 'detail', 'deliveries', 'replays', 'conformance').map((path) => `GET ${path}`),
    ...webhooks('create', 'update', 'rotate-secret', 'redeliver', 'replay', 'test', 'conformance').map(
      (path) => `POST ${path}`,
    ),
    'DELETE business.php/webhooks/delete',
    'POST business.php/events/resend',
  ],
  team: [
    'POST team.php/invite',
    'GET team.php/invitations',
    'POST team.php/revoke-invitation',
    'GET team.php/members',
    'POST team.php/set-role',
    'POST team.php/remove',
  ],
  activity: ['GET team.php/activity'],
  self: [
    'GET auth.php/profile',
    'GET auth.php/accounts',
    'GET auth.php/me',
    'POST auth.php/switch-account',
    'POST auth.php/step-up',
    'POST team.php/leave',
  ],
};
