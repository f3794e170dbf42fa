import { CURRENCIES, type Mode, Money } from '@app/kernel';
import * as fc from 'fast-check';
import {
  EscrowCancelled,
  EscrowFunded,
  EscrowReleased,
  EscrowResolved,
  type EscrowSettlement,
  type EscrowTerms,
} from './escrow-money-events';

/** Events of escrows as tests make them up. */
export const ESCROW = '00000000-0000-7000-8000-0000000000e5';
export const FREE = '00000000-0000-7000-8000-0000000000f1';
export const LOCKED = '00000000-0000-7000-8000-0000000000f2';
export const PAID_OUT = '00000000-0000-7000-8000-0000000000f3';

export const terms = (amount: Money, fee: Money): EscrowTerms => ({
  ...{ uuid: ESCROW, amount, fee, description: 'A bicycle', initiatorId: 'ada-id', initiatorEmail: null },
  ...{
    initiator: 'ada',
    beneficiaryId: 'ben-id',
    beneficiary: 'ben',
    checkoutSessionId: null,
    isTest: false,
  },
});

export function funded(amount: Money, fee: Money, mode: Mode = 'live'): EscrowFunded {
  const lock = { accountId: FREE, lockedAccountId: LOCKED };
  return new EscrowFunded(ESCROW, 'ben-id', mode, {
    ...{ ...terms(amount, fee), status: 'funded', condition: null, deadlineAt: null, lock },
  });
}

/** A hold of amount and fee of which `toBeneficiary` is paid out; with nothing for them, the fee goes back too. */
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

const amounts = fc
  .tuple(fc.bigInt(2n, 10n ** 14n), fc.bigInt(1n, 10n ** 12n), fc.constantFrom(...CURRENCIES))
  .map(([amount, fee, currency]) => [new Money(amount, currency), new Money(fee, currency)] as const);

export const someFunded = amounts.map(([amount, fee]) => funded(amount, fee));
export const someReleased = amounts.map(
  ([amount, fee]) =>
    new EscrowReleased(ESCROW, 'ben-id', 'live', {
      ...{ ...terms(amount, fee), status: 'released', settlement: settlement(amount, fee, amount) },
    }),
);
export const someCancelled = amounts.map(([amount, fee]) => {
  const all = settlement(amount, fee, Money.zero(amount.currency));
  return new EscrowCancelled(ESCROW, 'ben-id', 'live', {
    ...{ ...terms(amount, fee), status: 'refunded', settlement: all },
  });
});

/** A split of what a card has paid in naira, the fee apart from the hold. */
export const someResolved = fc.tuple(amounts, fc.bigInt(1n, 10n ** 14n)).map(([[amount, fee], naira]) => {
  const part = new Money(amount.minor / 2n, amount.currency);
  const rest = amount.minus(part);
  const returned = amount.currency === 'NGN' ? rest : new Money(naira, 'NGN');
  return new EscrowResolved(ESCROW, 'ben-id', 'live', {
    ...{ ...terms(amount, fee), status: 'resolved_split', disputeId: ESCROW, resolution: 'split' },
    settlement: settlement(amount, fee, part, {
      hold: { accountId: LOCKED, ownerId: 'ben-id', amount },
      feeApart: fee,
      initiator: { amount: rest, returned, way: { through: 'gateway' } },
    }),
  });
});
