import type { Leg } from '@app/write-path';
import { Money } from '@app/kernel';
import { type Booking, conversion, customer, MoneyEvent, service } from '@app/ledger';

/** The data that every event of an escrow has. */
export interface EscrowTerms {
  uuid: string;
  amount: Money;
  /** Paid by the initiator on top of the amount. */
  fee: Money;
  description: string | null;
  /** Null where the buyer has no account here. */
  initiatorId: string | null;
  /** The e-mail address, if known, of a buyer without an account. */
  initiatorEmail: string | null;
  /** The initiator's user tag, else their e-mail address; null where neither is known. */
  initiator: string | null;
  beneficiaryId: string;
  /** The beneficiary's user tag. */
  beneficiary: string;
  checkoutSessionId: string | null;
  /** The app of that session; absent from events of earlier versions. */
  appId?: string | null;
  isTest: boolean;
}

/**
 * How the money of a hold is paid out. Amounts are in the currency of the escrow; test mode has no accounts.
 */
export interface EscrowSettlement {
  /** The locked account, its owner, and the amount it holds for this escrow. */
  hold: { accountId: string | null; ownerId: string; amount: Money };
  /** The fee, if it is booked separately from the hold; otherwise zero. */
  feeApart: Money;
  /** The part of the fee that becomes revenue. */
  feeEarned: Money;
  beneficiary: { accountId: string | null; amount: Money };
  /** `returned` is in the currency the initiator paid in. */
  initiator: { amount: Money; returned: Money; way: ReturnPath };
}

/** Where an initiator's money is returned to: the wallet that paid, the gateway that collected it, or a lost chargeback. */
export type ReturnPath =
  { through: 'wallet'; accountId: string | null } | { through: 'gateway' } | { through: 'chargeback' };

/** Funds were locked in escrow. The beneficiary owns the event. */
export class EscrowFunded extends MoneyEvent<
  EscrowTerms & {
    status: 'funded';
    condition: string | null;
    deadlineAt: string | null;
    /** From the initiator's wallet to their locked account; null for an escrow paid by a checkout session. */
    lock: { accountId: string; lockedAccountId: string } | null;
  }
> {
  static override readonly type = 'escrow.funded';

  /** Moves amount and fee from the initiator's available account to the locked one. */
  booking(): Booking | null {
    const { uuid, amount, fee, description, initiatorId, beneficiaryId, lock } = this.data;
    if (this.mode === 'test' || !lock) return null;
    const held = amount.plus(fee);
    return {
      type: 'escrow_lock',
      amount,
      fee,
      reference: uuid,
      description: description ?? undefined,
      related: { type: 'escrow', id: uuid },
      once: `escrow-lock ${uuid}`,
      legs: [
        customer(lock.accountId, held.negated(), beneficiaryId),
        customer(lock.lockedAccountId, held, initiatorId ?? undefined),
      ],
    };
  }
}

/** An escrow ended. */
abstract class EscrowSettled<
  Data extends EscrowTerms & { settlement: EscrowSettlement },
> extends MoneyEvent<Data> {
  /**
   * Pays out the hold and a separate fee in full and once: to the beneficiary, back to the initiator, and to
   * revenue. Money that goes back through a gateway is unapplied until the gateway has returned it; that of a chargeback is
   * held until it is booked as lost.
   */
  booking(): Booking | null {
    const { uuid, amount, fee, description, initiatorId, beneficiaryId, settlement } = this.data;
    const { hold, feeApart, feeEarned, beneficiary, initiator } = settlement;
    if (this.mode === 'test' || hold.accountId === null) return null;
    const isRefund = beneficiary.amount.isZero;
    const paidOut: Leg[] = beneficiary.accountId
      ? [customer(beneficiary.accountId, beneficiary.amount, initiatorId ?? undefined)]
      : [];
    return {
      type: isRefund ? 'escrow_refund' : 'escrow_release',
      amount: isRefund ? amount.plus(fee) : amount,
      fee: isRefund ? Money.zero(fee.currency) : fee,
      reference: uuid,
      description: description ?? undefined,
      related: { type: 'escrow', id: uuid },
      once: `escrow-settled ${uuid}`,
      legs: [
        customer(hold.accountId, hold.amount.negated(), otherThan(hold.ownerId, this.data)),
        service('escrow-fees-held', feeApart.negated()),
        service('escrow-fees', feeEarned),
        ...paidOut,
        ...wayBack(initiator, beneficiaryId),
      ],
    };
  }
}

function wayBack({ amount, returned, way }: EscrowSettlement['initiator'], beneficiaryId: string): Leg[] {
  if (amount.isZero) return [];
  const back =
    way.through === 'wallet'
      ? customer(way.accountId!, returned, beneficiaryId)
      : service(way.through === 'gateway' ? 'unapplied' : 'chargebacks-held', returned);
  return [...conversion(amount, returned), back];
}

function otherThan(ownerId: string, { initiatorId, beneficiaryId }: EscrowTerms): string | undefined {
  return ownerId === beneficiaryId ? (initiatorId ?? undefined) : beneficiaryId;
}

/** The initiator released the amount to the beneficiary. */
export class EscrowReleased extends EscrowSettled<
  EscrowTerms & { status: 'released'; settlement: EscrowSettlement }
> {
  static override readonly type = 'escrow.released';
}

/** The beneficiary returned the funds. */
export class EscrowCancelled extends EscrowSettled<
  EscrowTerms & { status: 'refunded'; settlement: EscrowSettlement }
> {
  static override readonly type = 'escrow.cancelled';
}

/** The bank of the payer took the money back. */
export class EscrowTakenBack extends EscrowSettled<
  EscrowTerms & { status: 'refunded'; settlement: EscrowSettlement }
> {
  static override readonly type = 'escrow.taken-back';
}

/** Staff decided a dispute. */
export class EscrowResolved extends EscrowSettled<
  EscrowTerms & {
    status: 'released' | 'refunded' | 'resolved_split';
    disputeId: string;
    resolution: 'release' | 'refund' | 'split';
    settlement: EscrowSettlement;
  }
> {
  static override readonly type = 'escrow.resolved';
}
