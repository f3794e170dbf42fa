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

/** Scopes that include another one. */
const INCLUDED: Partial<Record<Scope, readonly Scope[]>> = { 'charges:create': ['charges:read'] };

/** Whether a key with these scopes may do what needs `scope`; null: a key without scopes, which may do everything. */
export function grants(scopes: readonly Scope[] | null, scope: Scope): boolean {
  return scopes === null || scopes.some((held) => held === scope || INCLUDED[held]?.includes(scope));
}
