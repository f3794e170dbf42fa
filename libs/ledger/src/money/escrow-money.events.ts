import { DomainEvent, type Money } from '@app/kernel';

/** What every event of an escrow says of it. */
export interface EscrowTerms {
  uuid: string;
  amount: Money;
  /** Paid by the initiator on top of the amount. */
  fee: Money;
  description: string | null;
  /** Null where the buyer has no account here. */
  initiatorId: string | null;
  /** Of a buyer without an account, where it is known. */
  initiatorEmail: string | null;
  /** The initiator's user tag, else their e-mail address; null where neither is known. */
  initiator: string | null;
  beneficiaryId: string;
  /** The beneficiary's user tag. */
  beneficiary: string;
  checkoutSessionId: string | null;
  isTest: boolean;
}

/** How the money of a hold is let go. Amounts are in the currency of the escrow; test mode has no accounts. */
export interface EscrowSettlement {
  /** The locked account, whose it is, and all that it holds for this escrow. */
  hold: { accountId: string | null; ownerId: string; amount: Money };
  /** The fee, where it stands apart from the hold; else zero. */
  feeApart: Money;
  /** What of the fee becomes revenue. */
  feeEarned: Money;
  beneficiary: { accountId: string | null; amount: Money };
  /** `returned` is in the currency the initiator paid in. */
  initiator: { amount: Money; returned: Money; way: WayBack };
}

/** Where an initiator's money goes back to: the wallet it came from, or the gateway that collected it. */
export type WayBack = { through: 'wallet'; accountId: string | null } | { through: 'gateway' };

/** Funds were locked in escrow. The event is the beneficiary's. */
export class EscrowFunded extends DomainEvent<
  EscrowTerms & {
    status: 'funded';
    condition: string | null;
    deadlineAt: string | null;
    /** From the initiator's wallet to their own locked account; null where a checkout session was paid into it. */
    lock: { accountId: string; lockedAccountId: string } | null;
  }
> {
  static override readonly type = 'escrow.funded';
}

/** The initiator let the beneficiary have the amount. */
export class EscrowReleased extends DomainEvent<
  EscrowTerms & { status: 'released'; settlement: EscrowSettlement }
> {
  static override readonly type = 'escrow.released';
}

/** The beneficiary gave the funds back. */
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
