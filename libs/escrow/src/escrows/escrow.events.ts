import type { DirectoryEntry } from '@app/accounts';
import { DomainEvent, type Mode, type Money } from '@app/kernel';
import type { EscrowRole } from './escrow.states';
import type { EscrowTerms } from '../money/escrow.money';

/** The current data of both parties; the initiator is null for a buyer without an account. */
export interface EscrowParties {
  initiator: DirectoryEntry | null;
  beneficiary: DirectoryEntry;
}

interface EscrowDescription {
  id: string;
  mode: Mode;
  amount: Money;
  fee: Money;
  description: string | null;
  initiatorId: string | null;
  initiatorEmail: string | null;
  beneficiaryId: string;
  checkoutSessionId: string | null;
  appId: string | null;
}

/** The data that every event of an escrow has. */
export function termsOf(escrow: EscrowDescription, { initiator, beneficiary }: EscrowParties): EscrowTerms {
  const { id, amount, fee, description, initiatorId, initiatorEmail, beneficiaryId } = escrow;
  return {
    uuid: id,
    amount,
    fee,
    description,
    initiatorId,
    beneficiaryId,
    initiatorEmail: initiatorId === null ? initiatorEmail : null,
    initiator: initiator?.usertag ?? initiatorEmail,
    beneficiary: beneficiary.usertag,
    checkoutSessionId: escrow.checkoutSessionId,
    appId: escrow.appId,
    isTest: escrow.mode === 'test',
  };
}

/** A party raised a dispute; from now on only staff decide about the money. */
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

/** The deadline of an open escrow passed; no money moved. */
export class EscrowOverdue extends DomainEvent<EscrowTerms & { deadlineAt: string }> {
  static override readonly type = 'escrow.overdue';
}

/** A dispute was not decided in time. */
export class EscrowDisputeLate extends DomainEvent<
  EscrowTerms & { disputeId: string; raisedBy: EscrowRole; resolveBy: string }
> {
  static override readonly type = 'escrow.dispute-late';
}
