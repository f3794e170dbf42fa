import { type Currency, CURRENCIES, Money } from '@app/kernel';
import * as fc from 'fast-check';
import {
  FloatFunded,
  PayoutCompleted,
  PayoutFailed,
  PayoutInitiated,
  type PayoutMethod,
  PayoutPaidLate,
  PayoutPriced,
  PayoutReturned,
  PayoutReturnReported,
} from '../money/payout-money.events';

/** Sample payout events for tests. */
export const WITHDRAWAL = '00000000-0000-7000-8000-0000000000d1';
export const WALLET = '00000000-0000-7000-8000-0000000000d2';

export const payoutTerms = (
  amount: Money,
  fee: Money,
  payout: Money | null,
  method: PayoutMethod = 'bank',
) => ({ uuid: WITHDRAWAL, method, amount, fee, payout, accountId: WALLET, destination: '•••• 6789' });

const about = [WITHDRAWAL, 'ada-id', 'live'] as const;

export const initiated = (amount: Money, fee: Money, payout: Money | null) =>
  new PayoutInitiated(...about, payoutTerms(amount, fee, payout));
export const priced = (amount: Money, fee: Money, payout: Money) =>
  new PayoutPriced(...about, { ...payoutTerms(amount, fee, payout), payout });
export const delivered = (amount: Money, fee: Money, payout: Money, providerFee: Money | null) =>
  new PayoutCompleted(...about, {
    ...payoutTerms(amount, fee, payout),
    payout,
    status: 'completed',
    providerFee,
  });
export const payoutFailure = (amount: Money, fee: Money, payout: Money | null) =>
  new PayoutFailed(...about, { ...payoutTerms(amount, fee, payout), status: 'failed', reason: 'No account' });
export const returnReported = (amount: Money, fee: Money, payout: Money) =>
  new PayoutReturnReported(...about, { ...payoutTerms(amount, fee, payout), returned: payout });
export const returnCredited = (amount: Money, fee: Money, payout: Money) =>
  new PayoutReturned(...about, {
    ...payoutTerms(amount, fee, payout),
    status: 'completed',
    returned: payout,
    credited: amount,
  });
export const paidLate = (amount: Money, fee: Money, payout: Money) =>
  new PayoutPaidLate(...about, { ...payoutTerms(amount, fee, payout), payout, providerId: '7' });
export const floatPaid = (amount: Money) =>
  new FloatFunded(WITHDRAWAL, 'staff', 'live', { method: 'bank', amount, reference: 'TT-1' });

const minor = fc.bigInt(1n, 10n ** 14n);
const currency = fc.constantFrom<Currency>(...CURRENCIES);
/** Amount, fee and payout, converted where the currencies differ. */
const terms = fc.tuple(minor, minor, minor, currency, currency).map(([a, f, p, from, to]) => {
  const amount = new Money(a, from);
  return [amount, new Money(f, from), from === to ? amount : new Money(p, to)] as const;
});

/** Arbitrary events of each type that moves money of withdrawals. */
export const payoutEvents = {
  [PayoutInitiated.type]: fc
    .tuple(terms, fc.boolean())
    .map(([[amount, fee, payout], hasRate]) => initiated(amount, fee, hasRate ? payout : null)),
  [PayoutPriced.type]: terms
    .filter(([amount, , payout]) => amount.currency !== payout.currency)
    .map((given) => priced(...given)),
  [PayoutCompleted.type]: fc
    .tuple(terms, fc.option(minor))
    .map(([given, cost]) => delivered(...given, cost === null ? null : new Money(cost, given[2].currency))),
  [PayoutFailed.type]: terms.map((given) => payoutFailure(...given)),
  [PayoutReturnReported.type]: terms.map((given) => returnReported(...given)),
  [PayoutReturned.type]: terms.map((given) => returnCredited(...given)),
  [PayoutPaidLate.type]: terms.map((given) => paidLate(...given)),
  [FloatFunded.type]: minor.map((amount) => floatPaid(new Money(amount, 'NGN'))),
};
