import type { Money } from '@app/kernel';
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
  PayoutReturnWithdrawn,
} from '../money/payout-money.events';

/** Sample payout events for tests. */
export const WITHDRAWAL = '00000000-0000-7000-8000-0000000000d1';
export const WALLET = '00000000-0000-7000-8000-0000000000d2';

export const payoutTerms = (
  amount: Money,
  fee: Money,
  payout: Money | null,
  method: PayoutMethod = 'bank',
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
export const returnReported = (amount: Money, fee: Money, payout: Money, number = 1) =>
  new PayoutReturnReported(...about, { ...payoutTerms(amount, fee, payout), returned: payout, number });
export const returnWithdrawn = (amount: Money, fee: Money, payout: Money, number = 1) =>
  new PayoutReturnWithdrawn(...about, { ...payoutTerms(amount, fee, payout), returned: payout, number });
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
