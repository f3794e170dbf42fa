import { minorUnits } from '@app/database';
import { addSeconds, Aggregate, type Mode, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { onlyOtherPartyAnswers } from './escrow.errors';
import { type DisputeStatus, disputeStates, type EscrowRole, type Resolution } from './escrow.states';

/** Contract, "Escrow": a dispute is to be resolved within 48 hours. */
const RESOLVE_WITHIN_SECONDS = 48 * 3600;

const nullable = { nullable: true };

/** The reason of a dispute in the words of the party that raised it. */
export interface Grounds {
  reason: string;
  /** An https address or text; stored and shown, never requested. */
  evidence: string | null;
}

/** The decision of staff, in smallest units of the escrow's currency. */
interface Award {
  resolution: Resolution;
  beneficiaryMinor: bigint;
  initiatorMinor: bigint;
  note: string;
}

/** The data of a new dispute. */
interface NewDispute extends Grounds {
  id: string;
  escrowId: string;
  mode: Mode;
  raisedBy: EscrowRole;
  raisedAt: Date;
}

/**
 * A dispute about an escrow, which staff decide. An escrow has at most one, and its decision ends the escrow.
 */
@Entity('escrow_disputes')
export class EscrowDispute extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'escrow_id' }) escrowId: string;
  @Column('text') mode: Mode;
  @Column('text') status: DisputeStatus;
  @Column('text', { name: 'raised_by' }) raisedBy: EscrowRole;
  @Column('text') reason: string;
  @Column('text', { nullable: true }) evidence: string | null;
  @Column('text', { nullable: true }) response: string | null;
  @Column('timestamptz', { name: 'raised_at' }) raisedAt: Date;
  @Column('timestamptz', { name: 'responded_at', ...nullable }) respondedAt: Date | null;
  @Column('timestamptz', { name: 'resolve_by' }) resolveBy: Date;
  @Column('text', { nullable: true }) resolution: Resolution | null;
  @Column('bigint', { name: 'beneficiary_minor', transformer: minorUnits, ...nullable })
  beneficiaryMinor: bigint | null;
  @Column('bigint', { name: 'initiator_minor', transformer: minorUnits, ...nullable })
  initiatorMinor: bigint | null;
  @Column('text', { name: 'resolution_note', ...nullable }) resolutionNote: string | null;
  @Column('timestamptz', { name: 'resolved_at', ...nullable }) resolvedAt: Date | null;
  /** When staff were alerted that it is late. */
  @Column('timestamptz', { name: 'alerted_at', ...nullable }) alertedAt: Date | null;
  @Column('int') override version = 0;

  constructor(given?: NewDispute) {
    super();
    if (!given) return;
    this.id = given.id;
    this.escrowId = given.escrowId;
    this.mode = given.mode;
    this.status = disputeStates.initial;
    this.raisedBy = given.raisedBy;
    this.reason = given.reason;
    this.evidence = given.evidence;
    this.response = null;
    this.raisedAt = given.raisedAt;
    this.respondedAt = null;
    this.resolveBy = addSeconds(given.raisedAt, RESOLVE_WITHIN_SECONDS);
    this.resolution = null;
    this.beneficiaryMinor = null;
    this.initiatorMinor = null;
    this.resolutionNote = null;
    this.resolvedAt = null;
    this.alertedAt = null;
  }

  static raise(
    escrow: { id: string; mode: Mode },
    raisedBy: EscrowRole,
    grounds: Grounds,
    now: Date,
  ): EscrowDispute {
    const { id: escrowId, mode } = escrow;
    return new EscrowDispute({ ...grounds, id: uuidv7(now), escrowId, mode, raisedBy, raisedAt: now });
  }

  respond(role: EscrowRole, response: string, now: Date): void {
    if (role === this.raisedBy) throw onlyOtherPartyAnswers();
    this.status = disputeStates.next(this.status, 'respond');
    this.response = response;
    this.respondedAt = now;
  }

  resolve({ resolution, beneficiaryMinor, initiatorMinor, note }: Award, now: Date): void {
    this.status = disputeStates.next(this.status, 'resolve');
    this.resolution = resolution;
    this.beneficiaryMinor = beneficiaryMinor;
    this.initiatorMinor = initiatorMinor;
    this.resolutionNote = note;
    this.resolvedAt = now;
  }

  /** Records that staff are alerted; false where it is not late or they were alerted before. */
  alert(now: Date): boolean {
    if (!this.isLate(now) || this.alertedAt !== null) return false;
    this.alertedAt = now;
    return true;
  }

  isLate(now: Date): boolean {
    return this.status !== 'resolved' && this.resolveBy <= now;
  }
}
