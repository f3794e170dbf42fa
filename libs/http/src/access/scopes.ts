/** Scopes of secret keys. An app without scopes has all of them. */
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
