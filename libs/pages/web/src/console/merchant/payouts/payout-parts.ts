import { label, money, t } from '../../kit';
import { format } from '../../texts';
import type { Row } from '../../wire';

export type Payout = Row<'payoutList'>;
export type SavedAccount = Row<'payoutMyBanks'>;
export type Wallet = Row<'walletWallets'>;

export const PAYOUTS = '/dashboard/payouts';
export const ACCOUNTS = `${PAYOUTS}/accounts`;

/** What the recipient gets, in the currency of the account; null while there is no rate. */
export const gotOf = ({ payout_amount: amount, payout_currency: currency }: Pick<Payout, GotField>) =>
  amount === null ? null : money(amount, currency);
type GotField = 'payout_amount' | 'payout_currency';

/** The rate in words, from the dearer currency, e.g. "1 USD = 1,500 NGN"; null where nothing is converted. */
export function rateOf({ rate, currency, payout_currency: other }: Pick<Payout, RateField>): string | null {
  if (rate === null || currency === other) return null;
  const [from, to, value] = rate < 1 ? [other, currency, 1 / rate] : [currency, other, rate];
  return t('payouts.rate.of', { from, rate: inShort(value), to });
}
type RateField = 'rate' | 'currency' | 'payout_currency';

const inShort = (value: number): string =>
  new Intl.NumberFormat(format, { maximumSignificantDigits: 6 }).format(value);

/** Where a payout goes, e.g. "Bank account •••• 6789". */
export const placeOf = ({ method, destination }: Payout): string =>
  `${label('method', method)} ${destination}`;

/** The number of a saved account as it may be shown. */
export const numberOf = ({ account_number: number, iban, extwallet_email: email }: SavedAccount): string =>
  number ?? iban ?? email ?? '';

/** A saved account in one line, e.g. "Guaranty Trust Bank •••• 6789". */
export const nameOfAccount = (account: SavedAccount): string =>
  `${account.nickname ?? account.bank_name ?? label('method', account.type)} ${numberOf(account)}`;
