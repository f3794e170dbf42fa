import type { Currency } from '@app/kernel';
import { number, refused, text } from './ask';
import { conversion, type ServiceMove } from './reference-books';
import type { Expected, Request, Withdrawal, World } from './world';

/** Paid by hand, so that only staff end them. */
const RECIPIENT = { phone: '+233241234567', network: 'MTN' };
const SHOWN = 'Withdrawal to MTN •••• 4567';
const PAID_IN = 'GHS';
/** Of an account of level 1, in US cents. */
const DAILY_LIMIT = 500_000n;

export interface Initiation {
  from: number;
  minor: bigint;
  currency: Currency | null;
}

export function initiate(world: World, { from, minor, currency }: Initiation): Request {
  const body = {
    method: 'mobile_money',
    amount: text(minor),
    details: RECIPIENT,
    ...(currency && { currency }),
  };
  return {
    account: from,
    call: { host: 'business', path: 'payout.php?action=initiate', body },
    decide: () => decide(world, { from, minor, currency }),
  };
}

/** What it costs, in the order in which the service checks it. */
function decide({ books, withdrawals }: World, { from, minor, currency }: Initiation): Expected {
  const wallet = books.accounts[from]!.wallet(currency ?? undefined);
  if (!wallet) return refused(404, 'NOT_FOUND');
  const code = wallet.currency;
  const payout = books.converted(minor, code, PAID_IN);
  if (minor < 100n || payout === 0n) return refused(400, 'VALIDATION_ERROR');
  const cents = books.centsOf(minor, code);
  if (cents === null) return refused(400, 'FX_RATE_UNAVAILABLE', true);
  const fee = minor > 10_000n ? (minor + 99n) / 100n : 100n;
  if (wallet.balance < minor + fee) return refused(400, 'INSUFFICIENT_FUNDS', true);
  const day = `${from} ${new Date(books.now).toISOString().slice(0, 10)}`;
  if (books.outgoing(day) + cents > DAILY_LIMIT) return refused(400, 'DAILY_LIMIT_EXCEEDED', true);

  books.countOutgoing(day, cents);
  const shared = { counterparty: null, description: SHOWN, reference: null };
  const journal = books.book(
    'payout',
    [[wallet, { ...shared, change: -(minor + fee), fee }]],
    [...owed(code, minor, payout, 1n), ['payout-fees-held', code, fee]],
  );
  journal.status = 'pending';
  const withdrawal: Withdrawal = { uuid: '', wallet, minor, fee, payout, day, cents, journal };
  withdrawals.push(withdrawal);
  return {
    status: 200,
    fields: {
      status: 'pending',
      amount: number(minor),
      fee: number(fee),
      currency: code,
      payout_amount: payout === null ? null : number(payout),
      payout_currency: PAID_IN,
      new_balance: number(wallet.balance),
    },
    learn: ({ body }) => {
      withdrawal.uuid = body.transaction_id as string;
      for (const { line } of journal.entries) line.uuid = line.reference = withdrawal.uuid;
    },
  };
}

/** Finance ends a withdrawal, once. What has no rate yet cannot have been delivered. */
export function settle({ books }: World, withdrawal: Withdrawal, action: 'complete' | 'fail'): Expected {
  const { uuid, wallet, minor, fee, payout, day, cents, journal } = withdrawal;
  const code = wallet.currency;
  if (journal.status !== 'pending' || (action === 'complete' && payout === null))
    return refused(409, 'INVALID_STATE');
  const released: ServiceMove[] = [['payout-fees-held', code, -fee]];
  if (action === 'complete') {
    journal.status = 'completed';
    for (const move of [
      ...released,
      ['payout-fees', code, fee],
      ['payouts-payable', PAID_IN, -payout!],
      ['mobile-money-float', PAID_IN, payout!],
    ] as ServiceMove[])
      books.move(...move);
    return { status: 200, fields: { uuid, status: 'completed', stage: 'ended' } };
  }
  journal.status = 'failed';
  books.countOutgoing(day, -cents);
  const refund = { change: minor + fee, fee: 0n, counterparty: null, description: SHOWN, reference: uuid };
  books.book('payout_refund', [[wallet, refund]], [...owed(code, minor, payout, -1n), ...released]);
  return { status: 200, fields: { uuid, status: 'failed', stage: 'ended' } };
}

/** The debt to the recipient: in the currency of the payout, or of the wallet without a rate. */
function owed(code: Currency, minor: bigint, payout: bigint | null, sign: 1n | -1n): ServiceMove[] {
  if (payout === null) return [['payouts-payable', code, sign * minor]];
  return [
    ['payouts-payable', PAID_IN, sign * payout],
    ...conversion([code, sign * minor], [PAID_IN, sign * payout]),
  ];
}
