import { type Mode, Money } from '@app/kernel';
import { EscrowFunded, type EscrowSettlement, type EscrowTerms } from '../money/escrow-money.events';

/** Sample escrow events for tests. */
export const ESCROW = '00000000-0000-7000-8000-0000000000e5';
export const FREE = '00000000-0000-7000-8000-0000000000f1';
export const LOCKED = '00000000-0000-7000-8000-0000000000f2';
export const PAID_OUT = '00000000-0000-7000-8000-0000000000f3';

export const terms = (amount: Money, fee: Money): EscrowTerms => ({
  uuid: ESCROW,
  amount,
  fee,
  description: 'A bicycle',
  initiatorId: 'ada-id',
  initiatorEmail: null,
  initiator: 'ada',
  beneficiaryId: 'ben-id',
  beneficiary: 'ben',
  checkoutSessionId: null,
  isTest: false,
});

export function funded(amount: Money, fee: Money, mode: Mode = 'live'): EscrowFunded {
  const lock = { accountId: FREE, lockedAccountId: LOCKED };
  return new EscrowFunded(ESCROW, 'ben-id', mode, {
    ...terms(amount, fee),
    status: 'funded',
    condition: null,
    deadlineAt: null,
    lock,
  });
}

/** A hold of amount and fee of which `toBeneficiary` is paid out; if that is zero, the fee is returned too. */
export function settlement(
  amount: Money,
  fee: Money,
  toBeneficiary: Money,
  given: Partial<EscrowSettlement> = {},
): EscrowSettlement {
  const isRefund = toBeneficiary.isZero;
  const back = isRefund ? amount.plus(fee) : amount.minus(toBeneficiary);
  return {
    hold: { accountId: LOCKED, ownerId: 'ada-id', amount: amount.plus(fee) },
    feeApart: Money.zero(fee.currency),
    feeEarned: isRefund ? Money.zero(fee.currency) : fee,
    beneficiary: { accountId: isRefund ? null : PAID_OUT, amount: toBeneficiary },
    initiator: { amount: back, returned: back, way: { through: 'wallet', accountId: FREE } },
    ...given,
  };
}
