import { type Currency, Money } from '@app/kernel';
import { serviceAccountId } from '@app/database';
import { PendingWrites } from '../unit-of-work/pending-writes';
import { fundsRefusalOf } from './funds.errors';

type Minor = readonly [minor: bigint, currency?: Currency];
const money = ([minor, currency = 'NGN']: Minor) => new Money(minor, currency);

const FREE: Minor = [0n];

/** The amounts of a payment and its fee; the service's accounts convert between the two currencies. */
interface Payment {
  debited: Minor;
  amount: Minor;
  fee?: Minor;
}

function workOf(...payments: Payment[]): PendingWrites {
  const pendingWrites = new PendingWrites();
  for (const { debited, amount, fee = FREE } of payments) {
    pendingWrites.journals.push({
      id: 'j',
      eventId: 'e',
      type: 'transfer',
      related: { type: 'transfer', id: 'j' },
      amount: money(amount),
      fee: money(fee),
      legs: [
        { accountId: serviceAccountId('transfer-fees', 'NGN'), amount: money([-1n]) },
        { accountId: 'recipient', amount: money(amount) },
        { accountId: 'payer', amount: money(debited).negated() },
      ],
    });
  }
  return pendingWrites;
}

describe('a refusal for lack of funds', () => {
  it.each([
    [
      'one booking',
      workOf({ debited: [10_000n], amount: [10_000n] }),
      'Insufficient balance: 100.00 NGN needed.',
    ],
    [
      'its fee',
      workOf({ debited: [10_010n], amount: [10_000n], fee: [10n] }),
      'Insufficient balance: 100.10 NGN needed, including a fee of 0.10 NGN.',
    ],
    [
      'all bookings of the unit together',
      workOf(
        { debited: [10_000n], amount: [10_000n] },
        { debited: [20_000n], amount: [200n, 'GHS'] },
        { debited: [1n], amount: [1n] },
      ),
      'Insufficient balance: 300.01 NGN needed.',
    ],
    [
      'what the payer pays, in whatever currency the amount is',
      workOf({ debited: [1_600_000n], amount: [1_000n, 'USD'], fee: [15n, 'USD'] }),
      'Insufficient balance: 16000.00 NGN needed, including a fee of 0.15 USD.',
    ],
    ['nothing where nothing is known', workOf(), 'Insufficient balance.'],
  ])('says %s', (_, work, message) => {
    expect(fundsRefusalOf(work)).toMatchObject({ message, code: 'INSUFFICIENT_FUNDS', decidedOnState: true });
  });
});
