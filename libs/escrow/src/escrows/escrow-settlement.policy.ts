import { Money } from '@app/kernel';
import { shareOutOfRange, shareUnexpected, shareTooSmall } from './escrow.errors';
import type { Resolution } from './escrow.states';
import type { EscrowSettlement, ReturnPath } from '../money/escrow.money';

/** The money of an escrow: the agreed amounts, the hold, and what the initiator paid and how. */
interface EscrowMoney {
  amount: Money;
  fee: Money;
  held: Money;
  holdAccountId: string | null;
  holderId: string;
  paid: Money;
  paidThrough: 'wallet' | 'gateway';
  payerAccountId: string | null;
}

/** The shares in the currency of the escrow; their sum is amount plus fee. */
interface Shares {
  beneficiary: Money;
  initiator: Money;
  /** The part that becomes revenue. */
  fee: Money;
}

/**
 * A release pays the amount out and earns the fee; a refund returns both; a split earns the fee and divides the
 * amount. Throws VALIDATION_ERROR where `beneficiaryMinor` does not fit the resolution.
 */
export function sharesOf(
  { amount, fee }: Pick<EscrowMoney, 'amount' | 'fee'>,
  resolution: Resolution,
  beneficiaryMinor: bigint | null = null,
): Shares {
  const nothing = Money.zero(amount.currency);
  if (resolution === 'split') {
    if (beneficiaryMinor === null || beneficiaryMinor <= 0n || beneficiaryMinor >= amount.minor)
      throw shareOutOfRange();
    const beneficiary = new Money(beneficiaryMinor, amount.currency);
    return { beneficiary, initiator: amount.minus(beneficiary), fee };
  }
  if (beneficiaryMinor !== null) throw shareUnexpected();
  return resolution === 'release'
    ? { beneficiary: amount, initiator: nothing, fee }
    : { beneficiary: nothing, initiator: amount.plus(fee), fee: nothing };
}

/**
 * How the money of an escrow is paid out. The initiator's part is returned in the currency they paid in, in
 * proportion to their payment and rounded down; a full return is exactly what they paid, whatever the rates are
 * now.
 */
export function settlementOf(
  escrow: EscrowMoney,
  shares: Shares,
  beneficiaryAccountId: string | null,
): EscrowSettlement {
  const { amount, fee, held, paid, holdAccountId } = escrow;
  const due = amount.plus(fee);
  const returned = new Money((paid.minor * shares.initiator.minor) / due.minor, paid.currency);
  if (returned.isZero && !shares.initiator.isZero) throw shareTooSmall(paid.currency);
  return {
    hold: { accountId: holdAccountId, ownerId: escrow.holderId, amount: held },
    feeApart: due.minus(held),
    feeEarned: shares.fee,
    beneficiary: { accountId: beneficiaryAccountId, amount: shares.beneficiary },
    initiator: { amount: shares.initiator, returned, way: wayBackOf(escrow) },
  };
}

function wayBackOf({ paidThrough, payerAccountId }: EscrowMoney): ReturnPath {
  return paidThrough === 'wallet' ? { through: 'wallet', accountId: payerAccountId } : { through: 'gateway' };
}
