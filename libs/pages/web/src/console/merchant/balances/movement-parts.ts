import { money, plus } from '../../kit';
import type { Answer, Row } from '../../wire';

export type Movement = Row<'transactionsList'>;
export type MovementDetail = Answer<'transactionsDetail'>;
export type Wallet = Row<'walletWallets'>;

export const BALANCES = '/dashboard/balances';

export const TYPES = [
  'checkout',
  'invoice',
  'subscription',
  'deposit',
  'transfer',
  'payout',
  'payout_refund',
  'refund',
  'chargeback',
  'escrow_lock',
  'escrow_release',
  'escrow_refund',
  'payroll',
  'fee',
  'adjustment',
  'reversal',
  'unapplied_credit',
  'balance_given_up',
] as const;

type Signed = Pick<Movement, 'amount' | 'fee' | 'currency' | 'direction'>;

/** What a movement changed in the wallet, with its sign: a fee leaves with the amount. */
export const changeOf = ({ amount, fee, currency, direction }: Signed): string =>
  direction === 'debit' ? `−${money(plus(amount, fee), currency)}` : `+${money(amount, currency)}`;

const PAGES: Record<string, string> = {
  checkout_session: '/dashboard/payments',
  payout: '/dashboard/payouts',
  invoice: '/dashboard/invoices',
};

/** The screen of what a movement belongs to; null where there is none. */
export function pageOf({ related: { type, id } }: MovementDetail): string | null {
  const page = PAGES[type];
  return page === undefined ? null : `${page}/${id}`;
}
