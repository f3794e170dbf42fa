import { CURRENCIES, type Currency, uuidFromHash } from '@app/kernel';

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
  /** Refunds of merchants that have not ended: returned to payers, else back to the merchant. */
  'refunds-in-transit',
  /** Below zero: what owners owe for chargebacks that their balances did not cover. */
  'chargebacks-owed',
  /** Money of open chargebacks: back to the owner if it is won, else to the payer's bank. */
  'chargebacks-held',
  /** Chargebacks that the service pays: beyond what the owner got, or given up by staff. */
  'chargeback-losses',
  /** Fees of open escrows that were paid through checkout sessions: earned on release, returned on refund. */
  'escrow-fees-held',
  /** Fees of escrows that were released or split. */
  'escrow-fees',
  /** Withdrawals that are not paid yet. */
  'payouts-payable',
  /** Fees of withdrawals that have not ended: earned by delivery, else returned. */
  'payout-fees-held',
  /** Fees of delivered withdrawals. */
  'payout-fees',
  /** Our money at the providers that pay withdrawals, by method. Below zero: they hold it. */
  'bank-payout-float',
  'extwallet-payout-float',
  'mobile-money-float',
  /** What the providers take for withdrawals. */
  'payout-costs',
  /** Money of completed withdrawals that came back and is not credited yet. */
  'payout-returns',
  /** Withdrawals that providers delivered after they had failed. */
  'payout-losses',
  /** Money of the service that went to the floats. */
  'treasury',
  /** Balances that owners gave up by closing their accounts. */
  'given-up-balances',
  /** Counterpart of demo funds; not used in production. */
  'opening-balances',
] as const;
export type ServiceAccount = (typeof SERVICE_ACCOUNTS)[number];

const ids = new Map<string, string>();

/** The id of the account. It is the same on every installation, so that a booking needs no query for it. */
export function serviceAccountId(code: ServiceAccount, currency: Currency): string {
  const name = `ledger ${code} ${currency}`;
  let id = ids.get(name);
  if (id === undefined) ids.set(name, (id = uuidFromHash(name, '8')));
  return id;
}

export function isServiceAccount(accountId: string): boolean {
  return SERVICE_ACCOUNTS.some((code) =>
    CURRENCIES.some((currency) => serviceAccountId(code, currency) === accountId),
  );
}
