import { DomainEvent } from '@app/kernel';
import type { EscrowTerms } from '@app/ledger';
import type { EscrowRole } from './escrow-terms.policy';

/** One of the parties raised a dispute: from now on staff alone decide about the money. */
export class EscrowDisputed extends DomainEvent<
  EscrowTerms & {
    status: 'disputed';
    disputeId: string;
    raisedBy: EscrowRole;
    reason: string;
    evidence: string | null;
    resolveBy: string;
  }
> {
  static override readonly type = 'escrow.disputed';
}

/** The other party answered a dispute. */
export class EscrowDisputeAnswered extends DomainEvent<
  EscrowTerms & { disputeId: string; raisedBy: EscrowRole; response: string }
> {
  static override readonly type = 'escrow.dispute-answered';
}

/** The deadline of an open escrow passed; it moved no money. */
export class EscrowOverdue extends DomainEvent<EscrowTerms & { deadlineAt: string }> {
  static override readonly type = 'escrow.overdue';
}

/** A dispute stands undecided after the time it was to be decided in. */
export class EscrowDisputeLate extends DomainEvent<
  EscrowTerms & { disputeId: string; raisedBy: EscrowRole; resolveBy: string }
> {
  static override readonly type = 'escrow.dispute-late';
}
