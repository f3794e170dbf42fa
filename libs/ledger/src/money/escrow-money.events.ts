import { DomainEvent, type Money } from '@app/kernel';

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

/** Where an initiator's money is returned to: the wallet that paid, or the gateway that collected it. */
export type ReturnPath = { through: 'wallet'; accountId: string | null } | { through: 'gateway' };

/** Funds were locked in escrow. The beneficiary owns the event. */
export class EscrowFunded extends DomainEvent<
  EscrowTerms & {
    status: 'funded';
    condition: string | null;
    deadlineAt: string | null;
    /** From the initiator's wallet to their locked account; null for an escrow paid by a checkout session. */
    lock: { accountId: string; lockedAccountId: string } | null;
  }
> {
  static override readonly type = 'escrow.funded';
}

/** The initiator released the amount to the beneficiary. */
export class EscrowReleased extends DomainEvent<
  EscrowTerms & { status: 'released'; settlement: EscrowSettlement }
> {
  static override readonly type = 'escrow.released';
}

/** The beneficiary returned the funds. */
export class EscrowCancelled extends DomainEvent<
  EscrowTerms & { status: 'refunded'; settlement: EscrowSettlement }
> {
  static override readonly type = 'escrow.cancelled';
}

/** Staff decided a dispute. */
export class EscrowResolved extends DomainEvent<
  EscrowTerms & {
    status: 'released' | 'refunded' | 'resolved_split';
    disputeId: string;
    resolution: 'release' | 'refund' | 'split';
    settlement: EscrowSettlement;
  }
> {
  static override readonly type = 'escrow.resolved';
}
