import { createHash } from 'node:crypto';
import { CURRENCIES, type Currency } from '@app/kernel';

/** Ledger accounts of the service itself, one per currency. Negative: the outside owes us; positive: we owe or own. */
export const SERVICE_ACCOUNTS = [
  /** What the card gateway has collected for us and not yet settled. */
  'card-gateway-clearing',
  /** What the external wallet has collected for us and not yet settled. */
  'extwallet-clearing',
  'transfer-fees',
  /** The service's own side of every conversion. */
  'fx-pool',
  /** Money that arrived and belongs to no open purpose; staff refund or apply it. */
  'unapplied',
  /** Fees of open escrows that checkout sessions were paid into: earned on release, given back on refund. */
  'escrow-fees-held',
  /** Fees of escrows that were released or split. */
  'escrow-fees',
  /** Counterpart of demo funds; never used in production. */
  'opening-balances',
] as const;
export type ServiceAccount = (typeof SERVICE_ACCOUNTS)[number];

const ids = new Map<string, string>();

/** The account's id, the same on every installation, so that booking needs no look-up. */
export function serviceAccountId(code: ServiceAccount, currency: Currency): string {
  const name = `ledger ${code} ${currency}`;
  let id = ids.get(name);
  if (id === undefined) ids.set(name, (id = idOf(name)));
  return id;
}

export function isServiceAccount(accountId: string): boolean {
  return SERVICE_ACCOUNTS.some((code) =>
    CURRENCIES.some((currency) => serviceAccountId(code, currency) === accountId),
  );
}

function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
