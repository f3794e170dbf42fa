import { minorUnits } from '@app/database';
import { addSeconds, Aggregate, type Mode, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { answersOther } from './escrow.errors';
import { type DisputeStatus, disputeStates, type Resolution } from './escrow.states';
import type { EscrowRole } from './escrow-terms.policy';

/** Contract, "Escrow": a dispute is to be resolved within 48 hours. */
const RESOLVE_WITHIN_SECONDS = 48 * 3600;

const nullable = { nullable: true };

/** Why a party raised it, in their own words. */
export interface Grounds {
  reason: string;
  /** An https address or text; stored and shown, never fetched. */
  evidence: string | null;
}

/** What staff decided, in smallest units of the escrow's currency. */
export interface Award {
  resolution: Resolution;
  beneficiaryMinor: bigint;
  initiatorMinor: bigint;
  note: string;
}

/** A disagreement about an escrow, which staff decide. An escrow has one at most: its end is the escrow's end. */
@Entity('escrow_disputes')
export class EscrowDispute extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'escrow_id' }) escrowId: string;
  @Column('text') mode: Mode;
  @Column('text') status: DisputeStatus;
  @Column('text', { name: 'raised_by' }) raisedBy: EscrowRole;
  @Column('text') reason: string;
  @Column('text', nullable) evidence: string | null;
  @Column('text', nullable) response: string | null;
  @Column('timestamptz', { name: 'raised_at' }) raisedAt: Date;
  @Column('timestamptz', { name: 'responded_at', ...nullable }) respondedAt: Date | null;
  @Column('timestamptz', { name: 'resolve_by' }) resolveBy: Date;
  @Column('text', nullable) resolution: Resolution | null;
  @Column('bigint', { name: 'beneficiary_minor', transformer: minorUnits, ...nullable })
  beneficiaryMinor: bigint | null;
  @Column('bigint', { name: 'initiator_minor', transformer: minorUnits, ...nullable })
  initiatorMinor: bigint | null;
  @Column('text', { name: 'resolution_note', ...nullable }) resolutionNote: string | null;
  @Column('timestamptz', { name: 'resolved_at', ...nullable }) resolvedAt: Date | null;
  /** When staff were told that it is late. */
  @Column('timestamptz', { name: 'alerted_at', ...nullable }) alertedAt: Date | null;
  @Column('int') override version = 0;

  static raise(
    escrow: { id: string; mode: Mode },
    raisedBy: EscrowRole,
    { reason, evidence }: Grounds,
    now: Date,
  ): EscrowDispute {
    return Object.assign(new EscrowDispute(), {
      ...{ id: uuidv7(now), escrowId: escrow.id, mode: escrow.mode, status: disputeStates.initial },
      ...{ raisedBy, reason, evidence, response: null, raisedAt: now, respondedAt: null },
      resolveBy: addSeconds(now, RESOLVE_WITHIN_SECONDS),
      ...{ resolution: null, beneficiaryMinor: null, initiatorMinor: null, resolutionNote: null },
      ...{ resolvedAt: null, alertedAt: null },
    });
  }

  respond(role: EscrowRole, response: string, now: Date): void {
    if (role === this.raisedBy) throw answersOther();
    this.status = disputeStates.next(this.status, 'respond');
    Object.assign(this, { response, respondedAt: now });
  }

  resolve({ resolution, beneficiaryMinor, initiatorMinor, note }: Award, now: Date): void {
    this.status = disputeStates.next(this.status, 'resolve');
    Object.assign(this, { resolution, beneficiaryMinor, initiatorMinor });
    Object.assign(this, { resolutionNote: note, resolvedAt: now });
  }

  isLate(now: Date): boolean {
    return this.status !== 'resolved' && this.resolveBy <= now;
  }
}
