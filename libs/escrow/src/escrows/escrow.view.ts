import type { DirectoryEntry } from '@app/accounts';
import type { BalanceAfter } from '@app/write-path';
import { type Currency, minorToJsonNumber, type Mode, type Money } from '@app/kernel';
import type { EscrowParties } from './escrow.events';
import {
  type DisputeStatus,
  type EscrowRole,
  type EscrowStatus,
  isOverdue,
  type Resolution,
} from './escrow.states';

/** The fields of an escrow that views show, from an aggregate or a query. */
export interface EscrowState {
  id: string;
  mode: Mode;
  status: EscrowStatus;
  amount: Money;
  fee: Money;
  currency: Currency;
  initiatorId: string | null;
  initiatorEmail: string | null;
  initiatorName: string | null;
  beneficiaryId: string;
  description: string | null;
  condition: string | null;
  deadlineAt: Date | null;
  checkoutSessionId: string | null;
  appId: string | null;
  createdAt: Date;
  fundedAt: Date;
  releasedAt: Date | null;
  refundedAt: Date | null;
}

/** The fields of a dispute that views show. Amounts are in smallest units of the escrow's currency. */
export interface DisputeState {
  id: string;
  status: DisputeStatus;
  raisedBy: EscrowRole;
  reason: string;
  evidence: string | null;
  response: string | null;
  raisedAt: Date;
  resolveBy: Date;
  resolution: Resolution | null;
  beneficiaryMinor: bigint | null;
  initiatorMinor: bigint | null;
  resolutionNote: string | null;
  resolvedAt: Date | null;
}

/** An escrow with its dispute and its parties. */
export interface EscrowDetails {
  escrow: EscrowState;
  dispute: DisputeState | null;
  parties: EscrowParties;
}

/** The same, with the role of the party that reads it. */
export interface EscrowFacts extends EscrowDetails {
  role: EscrowRole;
}

/** An escrow that one of its parties has ended. */
export interface EndedEscrow extends EscrowFacts {
  /**
   * The remaining locked balance of that party; null where the money was locked on the other party's account.
   */
  newLockedBalance: BalanceAfter | null;
}

/** An escrow as one of its parties sees it: the contract's record. */
export function escrowRecordView(facts: EscrowFacts, now: Date) {
  return { ...escrowView(facts, now), role: facts.role };
}

/** The record without a role, for staff. */
export function escrowView({ escrow, dispute, parties }: EscrowDetails, now: Date) {
  const { initiator, beneficiary } = parties;
  return {
    uuid: escrow.id,
    status: escrow.status,
    initiator: initiator ? partyView(initiator) : guestView(escrow),
    beneficiary: partyView(beneficiary),
    amount: escrow.amount.toJsonNumber(),
    fee: escrow.fee.toJsonNumber(),
    currency: escrow.currency,
    description: escrow.description,
    condition: escrow.condition,
    deadline_at: escrow.deadlineAt?.toISOString() ?? null,
    overdue: isOverdue(escrow, now),
    is_test: escrow.mode === 'test',
    checkout_session_id: escrow.checkoutSessionId,
    dispute: dispute && disputeView(dispute),
    created_at: escrow.createdAt.toISOString(),
    funded_at: escrow.fundedAt.toISOString(),
    released_at: escrow.releasedAt?.toISOString() ?? null,
    refunded_at: escrow.refundedAt?.toISOString() ?? null,
  };
}

/** Amounts of the resolution are in the currency of the escrow. */
function disputeView(dispute: DisputeState) {
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

function partyView({ usertag, name }: DirectoryEntry) {
  return { usertag, name };
}

/** The name and address that a buyer without an account, or the merchant, gave at the checkout. */
function guestView({ initiatorEmail, initiatorName }: EscrowState) {
  return { usertag: null, name: initiatorName, email: initiatorEmail };
}

function majorOf(minor: bigint | null): number | null {
  return minor === null ? null : minorToJsonNumber(minor);
}
