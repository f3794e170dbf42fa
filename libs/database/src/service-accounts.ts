import { createHash } from 'node:crypto';
import { CURRENCIES, type Currency } from '@app/kernel';

/**
 * Ledger accounts of the service, one per currency. Negative: others owe the service. Positive: the service owes or
 * owns.
 */
export const SERVICE_ACCOUNTS = [
  /** Money that the card gateway has collected and not settled yet. */
  'card-gateway-clearing',
  /** Money that the external wallet has collected and not settled yet. */
  'extwallet-clearing',
  'transfer-fees',
  /** The service's side of every conversion. */
  'fx-pool',
  /** Received money without an open purpose. Staff refund or apply it. */
  'unapplied',
  /** Fees of open escrows that were paid through checkout sessions: earned on release, returned on refund. */
  'escrow-fees-held',
  /** Fees of escrows that were released or split. */
  'escrow-fees',
  /** Counterpart of demo funds; not used in production. */
  'opening-balances',
] as const;
export type ServiceAccount = (typeof SERVICE_ACCOUNTS)[number];

const ids = new Map<string, string>();

/** The id of the account. It is the same on every installation, so that a booking needs no query for it. */
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
