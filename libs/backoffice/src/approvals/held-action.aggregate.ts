import { addSeconds, Aggregate } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { heldActionEnded } from './approvals.errors';
import { heldStates, type HeldStatus, type HeldVerb } from './held-action.states';

/** How long an action can be approved. */
export const HELD_SECONDS = 72 * 3600;

export interface NewHeldAction {
  id: string;
  action: string;
  body: object;
  makerId: string;
  makerSessionId: string;
  address: string;
  requestId: string;
  approverRoles: string[];
}

/** Code and message with which an action was refused. */
export interface Refusal {
  code: string;
  message: string;
}

/** An action of staff that a second person approves or refuses, once and before it expires. */
@Entity('held_actions')
export class HeldAction extends Aggregate {
  @PrimaryColumn('uuid')
  id: string;

  /** The name of its audit entry, e.g. `ledger.reverse`. */
  @Column({ type: 'text', update: false })
  action: string;

  /** The validated fields of the request. */
  @Column({ type: 'jsonb', update: false })
  body: object;

  @Column({ type: 'uuid', name: 'maker_id', update: false })
  makerId: string;

  @Column({ type: 'uuid', name: 'maker_session_id', update: false })
  makerSessionId: string;

  /** The maker's network address. */
  @Column({ type: 'text', update: false })
  address: string;

  @Column({ type: 'text', name: 'request_id', update: false })
  requestId: string;

  /** Roles that could approve it when it was asked for; they are notified. */
  @Column({ type: 'text', array: true, name: 'approver_roles', update: false })
  approverRoles: string[];

  /** As stored; `statusAt` gives the current status. */
  @Column('text')
  status: HeldStatus = heldStates.initial;

  @Column({ type: 'timestamptz', name: 'made_at', update: false })
  madeAt: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', update: false })
  expiresAt: Date;

  @Column('uuid', { name: 'decided_by', nullable: true })
  decidedBy: string | null = null;

  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt: Date | null = null;

  @Column('text', { name: 'decision_reason', nullable: true })
  decisionReason: string | null = null;

  @Column('text', { name: 'refusal_code', nullable: true })
  refusalCode: string | null = null;

  @Column('text', { name: 'refusal_message', nullable: true })
  refusalMessage: string | null = null;

  @Column('int')
  override version = 0;

  static make(given: NewHeldAction, now: Date): HeldAction {
    const held = new HeldAction();
    held.id = given.id;
    held.action = given.action;
    held.body = given.body;
    held.makerId = given.makerId;
    held.makerSessionId = given.makerSessionId;
    held.address = given.address;
    held.requestId = given.requestId;
    held.approverRoles = given.approverRoles;
    held.madeAt = now;
    held.expiresAt = addSeconds(now, HELD_SECONDS);
    return held;
  }

  /** The status with expiry applied: an expired action is not rewritten. */
  statusAt(now: Date): HeldStatus {
    const isOver = this.status === 'awaiting_approval' && this.expiresAt <= now;
    return isOver ? heldStates.next(this.status, 'expire') : this.status;
  }

  /** Throws INVALID_STATE where it is decided or has expired. */
  assertAwaiting(now: Date): void {
    const status = this.statusAt(now);
    if (heldStates.isTerminal(status)) throw heldActionEnded(status);
  }

  approve(staffId: string, now: Date): void {
    this.end('approve', staffId, null, now);
  }

  refuse(staffId: string, reason: string, now: Date): void {
    this.end('refuse', staffId, reason, now);
  }

  withdraw(reason: string | null, now: Date): void {
    this.end('withdraw', this.makerId, reason, now);
  }

  /** Ends it because the action was refused when `staffId` approved it. */
  fail(staffId: string, { code, message }: Refusal, now: Date): void {
    this.end('fail', staffId, null, now);
    this.refusalCode = code;
    this.refusalMessage = message;
  }

  private end(verb: HeldVerb, staffId: string, reason: string | null, now: Date): void {
    this.assertAwaiting(now);
    this.status = heldStates.next(this.status, verb);
    this.decidedBy = staffId;
    this.decidedAt = now;
    this.decisionReason = reason;
  }
}
