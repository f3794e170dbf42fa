/** What an app's secret key may be limited to. An app without scopes may do everything a key may. */
export const SCOPES = [
  'charges:create',
  'charges:read',
  'payouts:create',
  'payouts:read',
  'wallet:read',
  'wallet:transfer',
  'escrow:manage',
  'invoices:manage',
  'subscriptions:create',
  'subscriptions:read',
  'transactions:read',
  'webhooks:manage',
] as const;
export type Scope = (typeof SCOPES)[number];
