import { Money } from '@app/kernel';
import type { EscrowSettlement, WayBack } from '@app/ledger';
import { shareOutOfRange, shareUnexpected, shareWorthNothing } from './escrow.errors';
import type { Resolution } from './escrow.states';

/** The money of an escrow: what was promised, what is held for it, and what the initiator paid and how. */
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

/** Who gets what, in the currency of the escrow. The three add up to amount and fee. */
interface Shares {
  beneficiary: Money;
  initiator: Money;
  /** Becomes revenue. */
  fee: Money;
}

/**
 * A release pays the amount out and earns the fee; a refund gives both back; a split earns the fee and shares the amount
 * out. Throws VALIDATION_ERROR where `beneficiaryMinor` does not fit the resolution.
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
 * How the money of an escrow is let go. What goes back to the initiator is in the currency they paid in, in proportion to
 * what they paid, rounded down; all of it is exactly what they paid, whatever rates have become.
 */
export function settlementOf(
  escrow: EscrowMoney,
  shares: Shares,
  beneficiaryAccountId: string | null,
): EscrowSettlement {
  const { amount, fee, held, paid, holdAccountId } = escrow;
  const due = amount.plus(fee);
  const returned = new Money((paid.minor * shares.initiator.minor) / due.minor, paid.currency);
  if (returned.isZero && !shares.initiator.isZero) throw shareWorthNothing(paid.currency);
  return {
    hold: { accountId: holdAccountId, ownerId: escrow.holderId, amount: held },
    feeApart: due.minus(held),
    feeEarned: shares.fee,
    beneficiary: { accountId: beneficiaryAccountId, amount: shares.beneficiary },
    initiator: { amount: shares.initiator, returned, way: wayBackOf(escrow) },
  };
}

function wayBackOf({ paidThrough, payerAccountId }: EscrowMoney): WayBack {
  return paidThrough === 'wallet' ? { through: 'wallet', accountId: payerAccountId } : { through: 'gateway' };
}
