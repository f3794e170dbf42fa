import type { DirectoryEntry } from '@app/accounts';
import { minorToJsonNumber } from '@app/kernel';
import type { Escrow } from './escrow.aggregate';
import type { EscrowDispute } from './escrow-dispute.aggregate';
import { type EscrowParties, type EscrowRole } from './escrow-terms';

/** What is told of an escrow to one of its parties. */
export interface EscrowFacts {
  escrow: Escrow;
  dispute: EscrowDispute | null;
  parties: EscrowParties;
  role: EscrowRole;
}

/** An escrow as one of its parties sees it: the contract's record. */
export function escrowRecord({ escrow, dispute, parties, role }: EscrowFacts, now: Date) {
  return { ...escrowJson(escrow, dispute, parties, now), role };
}

/** The record without a side: as staff see it. */
export function escrowJson(
  escrow: Escrow,
  dispute: EscrowDispute | null,
  { initiator, beneficiary }: EscrowParties,
  now: Date,
) {
  return {
    uuid: escrow.id,
    status: escrow.status,
    initiator: initiator ? partyJson(initiator) : guestJson(escrow),
    beneficiary: partyJson(beneficiary),
    amount: escrow.amount.toJsonNumber(),
    fee: escrow.fee.toJsonNumber(),
    currency: escrow.currency,
    description: escrow.description,
    condition: escrow.condition,
    deadline_at: escrow.deadlineAt?.toISOString() ?? null,
    overdue: escrow.isOverdue(now),
    is_test: escrow.mode === 'test',
    checkout_session_id: escrow.checkoutSessionId,
    dispute: dispute && disputeJson(dispute),
    created_at: escrow.createdAt.toISOString(),
    funded_at: escrow.fundedAt.toISOString(),
    released_at: escrow.releasedAt?.toISOString() ?? null,
    refunded_at: escrow.refundedAt?.toISOString() ?? null,
  };
}

/** Amounts of the resolution are in the currency of the escrow. */
export function disputeJson(dispute: EscrowDispute) {
  return {
    dispute_uuid: dispute.id,
    status: dispute.status,
    raised_by: dispute.raisedBy,
    reason: dispute.reason,
    evidence: dispute.evidence,
    response: dispute.response,
    raised_at: dispute.raisedAt.toISOString(),
    resolve_by: dispute.resolveBy.toISOString(),
    resolution: dispute.resolution,
    beneficiary_amount: majorOf(dispute.beneficiaryMinor),
    initiator_amount: majorOf(dispute.initiatorMinor),
    resolution_note: dispute.resolutionNote,
    resolved_at: dispute.resolvedAt?.toISOString() ?? null,
  };
}

function partyJson({ usertag, name }: DirectoryEntry) {
  return { usertag, name };
}

/** A buyer without an account is known by what they or the merchant gave at the checkout. */
function guestJson({ initiatorEmail, initiatorName }: Escrow) {
  return { usertag: null, name: initiatorName, email: initiatorEmail };
}

function majorOf(minor: bigint | null): number | null {
  return minor === null ? null : minorToJsonNumber(minor);
}
