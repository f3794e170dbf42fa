import { CURRENCIES, Money } from '@app/kernel';
import type { MoneyEvent } from '@app/ledger';
import * as fc from 'fast-check';
import { effect, ngn, shown, testBookings, usd } from '../../../../test/support/bookings';
import * as file from './payout.money';
import {
  FloatFunded,
  PayoutCompleted,
  PayoutFailed,
  PayoutInitiated,
  PayoutPaidLate,
  PayoutPriced,
  PayoutReturned,
  PayoutReturnReported,
  PayoutReturnWithdrawn,
} from './payout.money';

const WITHDRAWAL = '00000000-0000-7000-8000-0000000000d1';
const WALLET = '00000000-0000-7000-8000-0000000000d2';

const payoutTerms = (
  amount: Money,
  fee: Money,
  payout: Money | null,
  method: file.PayoutMethod = 'bank',
) => ({
  uuid: WITHDRAWAL,
  method,
  amount,
  fee,
  payout,
  accountId: WALLET,
  destination: '•••• 6789',
  bankName: 'Guaranty Trust Bank',
});

const about = [WITHDRAWAL, 'ada-id', 'live'] as const;

const initiated = (amount: Money, fee: Money, payout: Money | null) =>
  new PayoutInitiated(...about, payoutTerms(amount, fee, payout));
const priced = (amount: Money, fee: Money, payout: Money) =>
  new PayoutPriced(...about, { ...payoutTerms(amount, fee, payout), payout });
const delivered = (amount: Money, fee: Money, payout: Money, providerFee: Money | null) =>
  new PayoutCompleted(...about, {
    ...payoutTerms(amount, fee, payout),
    payout,
    status: 'completed',
    providerFee,
  });
const payoutFailure = (amount: Money, fee: Money, payout: Money | null) =>
  new PayoutFailed(...about, { ...payoutTerms(amount, fee, payout), status: 'failed', reason: 'No account' });
const returnReported = (amount: Money, fee: Money, payout: Money, number = 1) =>
  new PayoutReturnReported(...about, { ...payoutTerms(amount, fee, payout), returned: payout, number });
const returnWithdrawn = (amount: Money, fee: Money, payout: Money, number = 1) =>
  new PayoutReturnWithdrawn(...about, { ...payoutTerms(amount, fee, payout), returned: payout, number });
const returnCredited = (amount: Money, fee: Money, payout: Money) =>
  new PayoutReturned(...about, {
    ...payoutTerms(amount, fee, payout),
    status: 'completed',
    returned: payout,
    credited: amount,
  });
const paidLate = (amount: Money, fee: Money, payout: Money) =>
  new PayoutPaidLate(...about, { ...payoutTerms(amount, fee, payout), payout, providerId: '7' });
const floatPaid = (amount: Money) =>
  new FloatFunded(WITHDRAWAL, 'staff', 'live', { method: 'bank', amount, reference: 'TT-1' });

const minor = fc.bigInt(1n, 10n ** 14n);
const currency = fc.constantFrom(...CURRENCIES);
/** Amount, fee and payout, converted where the currencies differ. */
const someTerms = fc.tuple(minor, minor, minor, currency, currency).map(([a, f, p, from, to]) => {
  const amount = new Money(a, from);
  return [amount, new Money(f, from), from === to ? amount : new Money(p, to)] as const;
});

describe('The bookings of a withdrawal', () => {
  testBookings(file, {
    PayoutInitiated: fc
      .tuple(someTerms, fc.boolean())
      .map(([[amount, fee, payout], hasRate]) => initiated(amount, fee, hasRate ? payout : null)),
    PayoutPriced: someTerms
      .filter(([amount, , payout]) => amount.currency !== payout.currency)
      .map((given) => priced(...given)),
    PayoutCompleted: fc
      .tuple(someTerms, fc.option(minor))
      .map(([given, cost]) => delivered(...given, cost === null ? null : new Money(cost, given[2].currency))),
    PayoutFailed: someTerms.map((given) => payoutFailure(...given)),
    PayoutReturnReported: someTerms.map((given) => returnReported(...given)),
    PayoutReturnWithdrawn: someTerms.map((given) => returnWithdrawn(...given)),
    PayoutReturned: someTerms.map((given) => returnCredited(...given)),
    PayoutPaidLate: someTerms.map((given) => paidLate(...given)),
    FloatFunded: minor.map((amount) => floatPaid(ngn(amount))),
  });

  /** 10.00 USD and a fee of 0.50 USD, paid out as 16,000.00 NGN. */
  const given = [usd(1000n), usd(50n), ngn(1_600_000n)] as const;
  const sold = { 'fx-pool USD': 1000n, 'fx-pool NGN': -1_600_000n };
  const [dollars, naira] = [
    { amount: usd(1000n), fee: usd(0n) },
    { amount: ngn(1_600_000n), fee: ngn(0n) },
  ];

  it.each<[what: string, event: MoneyEvent, moved: object, booked: object]>([
    [
      'one that was initiated takes amount and fee, and owes the payout',
      initiated(...given),
      { [WALLET]: -1050n, ...sold, 'payouts-payable NGN': 1_600_000n, 'payout-fees-held USD': 50n },
      { id: WITHDRAWAL, type: 'payout', amount: usd(1000n), fee: usd(50n), once: `payout ${WITHDRAWAL}` },
    ],
    [
      'one without a rate owes its amount',
      initiated(usd(1000n), usd(50n), null),
      { [WALLET]: -1050n, 'payouts-payable USD': 1000n, 'payout-fees-held USD': 50n },
      { type: 'payout' },
    ],
    [
      'one that got a rate owes the payout instead',
      priced(...given),
      { 'payouts-payable USD': -1000n, ...sold, 'payouts-payable NGN': 1_600_000n },
      { ...dollars, type: 'payout_priced', once: `payout-priced ${WITHDRAWAL}` },
    ],
    [
      'one that was delivered is paid by the float, which also pays the provider’s fee, and its fee is revenue',
      delivered(usd(1000n), usd(50n), ngn(1_600_000n), usd(7n)),
      {
        'payouts-payable NGN': -1_600_000n,
        'bank-payout-float NGN': 1_600_000n,
        'payout-fees-held USD': -50n,
        'payout-fees USD': 50n,
        'bank-payout-float USD': 7n,
        'payout-costs USD': -7n,
      },
      { ...naira, type: 'payout_completed', once: `payout-ended ${WITHDRAWAL}` },
    ],
    [
      'one that failed goes back as it came',
      payoutFailure(...given),
      {
        'payouts-payable NGN': -1_600_000n,
        'fx-pool NGN': 1_600_000n,
        'fx-pool USD': -1000n,
        'payout-fees-held USD': -50n,
        [WALLET]: 1050n,
      },
      { type: 'payout_refund', amount: usd(1050n), fee: usd(0n), once: `payout-ended ${WITHDRAWAL}` },
    ],
    [
      'one that failed without a rate goes back without a conversion',
      payoutFailure(usd(1000n), usd(50n), null),
      { 'payouts-payable USD': -1000n, 'payout-fees-held USD': -50n, [WALLET]: 1050n },
      { type: 'payout_refund' },
    ],
    [
      'one that was reported as returned is set aside',
      returnReported(...given),
      { 'bank-payout-float NGN': -1_600_000n, 'payout-returns NGN': 1_600_000n },
      { ...naira, type: 'payout_returned', once: `payout-returned ${WITHDRAWAL}` },
    ],
    [
      'one whose return was withdrawn was paid after all',
      returnWithdrawn(...given),
      { 'payout-returns NGN': -1_600_000n, 'bank-payout-float NGN': 1_600_000n },
      { ...naira, type: 'payout_return_withdrawn', once: `payout-return-withdrawn ${WITHDRAWAL}` },
    ],
    [
      'one that was returned is credited without its fee',
      returnCredited(...given),
      {
        'payout-returns NGN': -1_600_000n,
        'fx-pool NGN': 1_600_000n,
        'fx-pool USD': -1000n,
        [WALLET]: 1000n,
      },
      { ...dollars, type: 'payout_refund', once: `payout-return-credited ${WITHDRAWAL}` },
    ],
    [
      'one that was delivered after it was refunded is a loss',
      paidLate(...given),
      { 'bank-payout-float NGN': 1_600_000n, 'payout-losses NGN': -1_600_000n },
      { ...naira, type: 'payout_paid_late', once: `payout-paid-late ${WITHDRAWAL}` },
    ],
  ])('%s', (_, event, moved, booked) => {
    expect(effect(event)).toEqual(moved);
    expect(event.booking()).toMatchObject({
      reference: WITHDRAWAL,
      description: 'Withdrawal to •••• 6789',
      related: { type: 'payout', id: WITHDRAWAL },
      ...booked,
    });
  });

  it('a second return has natural keys of its own', () => {
    expect(
      [returnReported(...given, 2), returnWithdrawn(...given, 2)].map((event) => event.booking().once),
    ).toEqual([`payout-returned ${WITHDRAWAL} 2`, `payout-return-withdrawn ${WITHDRAWAL} 2`]);
  });

  it.each([
    ['bank', 'bank-payout-float'],
    ['extwallet', 'extwallet-payout-float'],
    ['mobile_money', 'mobile-money-float'],
  ] as const)('the float of %s is %s', (method, float) => {
    const data = { ...payoutTerms(...given, method), payout: given[2], providerId: '7' };
    expect(effect(new PayoutPaidLate(...about, data))).toHaveProperty([`${float} NGN`]);
  });

  it('a float is funded by the treasury, once per transfer', () => {
    expect(effect(floatPaid(ngn(5n)))).toEqual({ 'bank-payout-float NGN': -5n, 'treasury NGN': 5n });
    expect(floatPaid(ngn(5n)).booking()).toMatchObject({ amount: ngn(5n), fee: ngn(0n) });
    expect(shown(floatPaid(ngn(5n)))).toEqual({
      type: 'float_funded',
      reference: 'TT-1',
      related: { type: 'payout_float', id: WITHDRAWAL },
      once: 'float-funded TT-1',
    });
  });
});
