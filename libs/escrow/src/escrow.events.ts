import { DomainEvent, type Money } from '@app/kernel';

/** Funds were locked in escrow. The event is the beneficiary's. */
export class EscrowFunded extends DomainEvent<{
  uuid: string;
  status: 'funded';
  amount: Money;
  /** Paid by the initiator on top of the amount. */
  fee: Money;
  description: string | null;
  condition: string | null;
  deadlineAt: string | null;
  /** Null where the buyer has no account here. */
  initiatorId: string | null;
  /** The initiator's user tag, else their e-mail address; null where neither is known. */
  initiator: string | null;
  beneficiaryId: string;
  /** The beneficiary's user tag. */
  beneficiary: string;
  checkoutSessionId: string | null;
  isTest: boolean;
}> {
  static override readonly type = 'escrow.funded';
}
