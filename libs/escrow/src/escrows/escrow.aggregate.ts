import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { onlyBeneficiaryCancels, notDisputed, onlyInitiatorReleases, underDispute } from './escrow.errors';
import {
  EscrowDisputeAnswered,
  EscrowDisputed,
  EscrowDisputeLate,
  EscrowOverdue,
  type EscrowParties,
  termsOf,
} from './escrow.events';
import {
  type EscrowRole,
  type EscrowStatus,
  escrowStates,
  isOverdue,
  type Resolution,
} from './escrow.states';
import { settlementOf, sharesOf } from './escrow-settlement.policy';
import {
  EscrowCancelled,
  EscrowFunded,
  EscrowReleased,
  EscrowResolved,
  type EscrowSettlement,
  EscrowTakenBack,
} from '../money/escrow.money';

const nullable = { nullable: true };

/** The data of a new escrow, which never changes. */
export type NewEscrow = Pick<
  Escrow,
  | 'id'
  | 'mode'
  | 'tokenHash'
  | 'initiatorId'
  | 'initiatorEmail'
  | 'initiatorName'
  | 'beneficiaryId'
  | 'holdAccountId'
  | 'paidThrough'
  | 'payerAccountId'
  | 'description'
  | 'condition'
  | 'deadlineAt'
  | 'checkoutSessionId'
  | 'appId'
> & { amount: Money; fee: Money; held: Money; paid: Money };

/** The decision of staff; `beneficiaryMinor` is only for a split. */
export interface Verdict {
  resolution: Resolution;
  beneficiaryMinor: bigint | null;
}

/** The dispute's data in the events of an escrow. */
interface DisputeFacts {
  id: string;
  raisedBy: EscrowRole;
  reason: string;
  evidence: string | null;
  response: string | null;
  resolveBy: Date;
}

/** Money held back from its beneficiary until the initiator releases it or staff decide. */
@Entity('escrows')
export class Escrow extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('text') mode: Mode;
  @Column('text') status: EscrowStatus;
  @Column('bytea', { name: 'token_hash' }) tokenHash: Buffer;
  /** The account of the initiator; null where they have none. */
  @Column('uuid', { name: 'initiator_id', ...nullable }) initiatorId: string | null;
  @Column('text', { name: 'initiator_email', ...nullable }) initiatorEmail: string | null;
  @Column('text', { name: 'initiator_name', ...nullable }) initiatorName: string | null;
  @Column('uuid', { name: 'beneficiary_id' }) beneficiaryId: string;
  @Column('bigint', { name: 'amount_minor', transformer: minorUnits }) amountMinor: bigint;
  @Column('bigint', { name: 'fee_minor', transformer: minorUnits }) feeMinor: bigint;
  @Column('text') currency: Currency;
  /** The locked account that holds the money; null in test mode, which locks nothing. */
  @Column('uuid', { name: 'hold_account_id', ...nullable }) holdAccountId: string | null;
  /** The balance of that account for this escrow while it is open. */
  @Column('bigint', { name: 'held_minor', transformer: minorUnits }) heldMinor: bigint;
  /** The amount that the initiator paid, fee included. */
  @Column('bigint', { name: 'paid_minor', transformer: minorUnits }) paidMinor: bigint;
  @Column('text', { name: 'paid_currency' }) paidCurrency: Currency;
  @Column('text', { name: 'paid_through' }) paidThrough: 'wallet' | 'gateway';
  /** The wallet that paid; null where a gateway collected the money, and in test mode. */
  @Column('uuid', { name: 'payer_account_id', ...nullable }) payerAccountId: string | null;
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { nullable: true }) condition: string | null;
  /** No money moves when it passes. */
  @Column('timestamptz', { name: 'deadline_at', ...nullable }) deadlineAt: Date | null;
  /** When the parties were notified that it had passed. */
  @Column('timestamptz', { name: 'overdue_at', ...nullable }) overdueAt: Date | null;
  /** `cs_…`, for an escrow paid by a checkout session. */
  @Column('text', { name: 'checkout_session_id', ...nullable }) checkoutSessionId: string | null;
  /** The app of that session, whose test clock a test escrow follows. */
  @Column('uuid', { name: 'app_id', ...nullable }) appId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'funded_at' }) fundedAt: Date;
  @Column('timestamptz', { name: 'released_at', ...nullable }) releasedAt: Date | null;
  @Column('timestamptz', { name: 'refunded_at', ...nullable }) refundedAt: Date | null;
  @Column('int') override version = 0;

  constructor(given?: NewEscrow, now?: Date) {
    super();
    if (!given || !now) return;
    this.id = given.id;
    this.mode = given.mode;
    this.status = escrowStates.initial;
    this.tokenHash = given.tokenHash;
    this.initiatorId = given.initiatorId;
    this.initiatorEmail = given.initiatorEmail;
    this.initiatorName = given.initiatorName;
    this.beneficiaryId = given.beneficiaryId;
    this.amountMinor = given.amount.minor;
    this.feeMinor = given.fee.minor;
    this.currency = given.amount.currency;
    this.holdAccountId = given.holdAccountId;
    this.heldMinor = given.held.minor;
    this.paidMinor = given.paid.minor;
    this.paidCurrency = given.paid.currency;
    this.paidThrough = given.paidThrough;
    this.payerAccountId = given.payerAccountId;
    this.description = given.description;
    this.condition = given.condition;
    this.deadlineAt = given.deadlineAt;
    this.overdueAt = null;
    this.checkoutSessionId = given.checkoutSessionId;
    this.appId = given.appId;
    this.createdAt = now;
    this.fundedAt = now;
    this.releasedAt = null;
    this.refundedAt = null;
  }

  /** Opens an escrow whose money is held already, or moves by `lock` in the same commit. */
  static fund(
    given: NewEscrow,
    parties: EscrowParties,
    lock: EscrowFunded['data']['lock'],
    now: Date,
  ): Escrow {
    const escrow = new Escrow(given, now);
    escrow.raise(EscrowFunded, {
      ...termsOf(escrow, parties),
      status: 'funded',
      condition: escrow.condition,
      deadlineAt: escrow.deadlineAt?.toISOString() ?? null,
      lock,
    });
    return escrow;
  }

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  get fee(): Money {
    return new Money(this.feeMinor, this.currency);
  }

  get held(): Money {
    return new Money(this.heldMinor, this.currency);
  }

  get paid(): Money {
    return new Money(this.paidMinor, this.paidCurrency);
  }

  /**
   * The owner of the locked account: the merchant for an escrow paid by a checkout session, else the initiator.
   */
  get holderId(): string {
    return this.holder === 'initiator' ? this.initiatorId! : this.beneficiaryId;
  }

  /** The locked account, for the party that owns it; null for the other party, and in test mode. */
  lockedAccountOf(role: EscrowRole): string | null {
    return role === this.holder ? this.holdAccountId : null;
  }

  private get holder(): EscrowRole {
    return this.checkoutSessionId === null ? 'initiator' : 'beneficiary';
  }

  /** Whether its deadline has passed while it is open, even if the parties are not notified yet. */
  isOverdue(now: Date): boolean {
    return isOverdue(this, now);
  }

  /** The role of an account; null for accounts that are no party. */
  roleOf(ownerId: string): EscrowRole | null {
    if (ownerId === this.initiatorId) return 'initiator';
    return ownerId === this.beneficiaryId ? 'beneficiary' : null;
  }

  /** The initiator releases the amount to this account of the beneficiary. */
  release(role: EscrowRole, parties: EscrowParties, accountId: string | null, now: Date): void {
    if (role !== 'initiator') throw onlyInitiatorReleases();
    if (this.status === 'disputed') throw underDispute();
    this.status = escrowStates.next(this.status, 'release');
    this.releasedAt = now;
    const settlement = settlementOf(this, sharesOf(this, 'release'), accountId);
    this.raise(EscrowReleased, { ...termsOf(this, parties), status: 'released', settlement });
  }

  /** The beneficiary returns amount and fee. */
  cancel(role: EscrowRole, parties: EscrowParties, now: Date): void {
    if (role !== 'beneficiary') throw onlyBeneficiaryCancels();
    if (this.status === 'disputed') throw underDispute();
    this.status = escrowStates.next(this.status, 'cancel');
    this.refundedAt = now;
    const settlement = settlementOf(this, sharesOf(this, 'refund'), null);
    this.raise(EscrowCancelled, { ...termsOf(this, parties), status: 'refunded', settlement });
  }

  /** Amount and fee were charged back, also while a dispute is open. */
  takeBack(parties: EscrowParties, now: Date): EscrowSettlement {
    this.status = escrowStates.next(this.status, 'take-back');
    this.refundedAt = now;
    const shares = settlementOf(this, sharesOf(this, 'refund'), null);
    const initiator = { ...shares.initiator, way: { through: 'chargeback' as const } };
    const settlement = { ...shares, initiator };
    this.raise(EscrowTakenBack, { ...termsOf(this, parties), status: 'refunded', settlement });
    return settlement;
  }

  /** A party raises a dispute. */
  dispute(dispute: DisputeFacts, parties: EscrowParties): void {
    this.status = escrowStates.next(this.status, 'dispute');
    const { id: disputeId, raisedBy, reason, evidence } = dispute;
    this.raise(EscrowDisputed, {
      ...termsOf(this, parties),
      reason,
      evidence,
      status: 'disputed',
      disputeId,
      raisedBy,
      resolveBy: dispute.resolveBy.toISOString(),
    });
  }

  /** Records the answer to its dispute. */
  answered({ id: disputeId, raisedBy, response }: DisputeFacts, parties: EscrowParties): void {
    const terms = termsOf(this, parties);
    this.raise(EscrowDisputeAnswered, { ...terms, disputeId, raisedBy, response: response! });
  }

  /** Staff decide its dispute, which ends the escrow. `accountId` is the beneficiary's. */
  resolve(
    disputeId: string,
    { resolution, beneficiaryMinor }: Verdict,
    parties: EscrowParties,
    accountId: string | null,
    now: Date,
  ): EscrowSettlement {
    if (this.status !== 'disputed') throw notDisputed();
    const shares = sharesOf(this, resolution, beneficiaryMinor);
    const settlement = settlementOf(this, shares, shares.beneficiary.isZero ? null : accountId);
    const status = escrowStates.next(this.status, `award-${resolution}`);
    this.status = status;
    if (status === 'released') this.releasedAt = now;
    if (status === 'refunded') this.refundedAt = now;
    this.raise(EscrowResolved, {
      ...termsOf(this, parties),
      status: status as 'released' | 'refunded' | 'resolved_split',
      disputeId,
      resolution,
      settlement,
    });
    return settlement;
  }

  /**
   * Records that its deadline has passed; false if it has not, if the escrow has ended, or if it is recorded
   * already.
   */
  passDeadline(parties: EscrowParties, now: Date): boolean {
    if (!this.isOverdue(now) || this.overdueAt !== null) return false;
    this.overdueAt = now;
    const deadlineAt = this.deadlineAt!.toISOString();
    this.raise(EscrowOverdue, { ...termsOf(this, parties), deadlineAt });
    return true;
  }

  /** Records that its dispute is late. */
  disputeLate({ id: disputeId, raisedBy, resolveBy }: DisputeFacts, parties: EscrowParties): void {
    const terms = termsOf(this, parties);
    this.raise(EscrowDisputeLate, { ...terms, disputeId, raisedBy, resolveBy: resolveBy.toISOString() });
  }

  /** The beneficiary owns the events of an escrow; both parties are notified of them. */
  private raise<Data extends object, E extends { data: Data }>(
    Event: new (aggregateId: string, ownerId: string, mode: Mode, data: Data) => E,
    data: Data,
  ): void {
    this.record(new Event(this.id, this.beneficiaryId, this.mode, data) as never);
  }
}
