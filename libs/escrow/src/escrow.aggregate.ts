import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import {
  EscrowCancelled,
  EscrowFunded,
  EscrowReleased,
  EscrowResolved,
  type EscrowSettlement,
} from '@app/ledger';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { cancelsBeneficiary, notDisputed, releasesInitiator, underDispute } from './escrow.errors';
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

const nullable = { nullable: true };

/** What an escrow is opened with; it never changes afterwards. */
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
> & { amount: Money; fee: Money; held: Money; paid: Money };

/** How staff end a dispute; `beneficiaryMinor` goes with a split alone. */
export interface Verdict {
  resolution: Resolution;
  beneficiaryMinor: bigint | null;
}

/** What an escrow's events say of its dispute. */
interface DisputeFacts {
  id: string;
  raisedBy: EscrowRole;
  reason: string;
  evidence: string | null;
  response: string | null;
  resolveBy: Date;
}

/** Money held back from its beneficiary until the initiator lets it go, or staff decide. */
@Entity('escrows')
export class Escrow extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('text') mode: Mode;
  @Column('text') status: EscrowStatus;
  @Column('bytea', { name: 'token_hash' }) tokenHash: Buffer;
  /** Who paid; null where they have no account here. */
  @Column('uuid', { name: 'initiator_id', ...nullable }) initiatorId: string | null;
  @Column('text', { name: 'initiator_email', ...nullable }) initiatorEmail: string | null;
  @Column('text', { name: 'initiator_name', ...nullable }) initiatorName: string | null;
  @Column('uuid', { name: 'beneficiary_id' }) beneficiaryId: string;
  @Column('bigint', { name: 'amount_minor', transformer: minorUnits }) amountMinor: bigint;
  @Column('bigint', { name: 'fee_minor', transformer: minorUnits }) feeMinor: bigint;
  @Column('text') currency: Currency;
  /** The locked account that stands for it in the books; null in test mode, which locks nothing. */
  @Column('uuid', { name: 'hold_account_id', ...nullable }) holdAccountId: string | null;
  /** What stands on that account while the escrow is open. */
  @Column('bigint', { name: 'held_minor', transformer: minorUnits }) heldMinor: bigint;
  /** What the initiator paid, fee included. */
  @Column('bigint', { name: 'paid_minor', transformer: minorUnits }) paidMinor: bigint;
  @Column('text', { name: 'paid_currency' }) paidCurrency: Currency;
  @Column('text', { name: 'paid_through' }) paidThrough: 'wallet' | 'gateway';
  /** The wallet it came from; null where a gateway collected it, and in test mode. */
  @Column('uuid', { name: 'payer_account_id', ...nullable }) payerAccountId: string | null;
  @Column('text', nullable) description: string | null;
  @Column('text', nullable) condition: string | null;
  /** Passing it moves no money. */
  @Column('timestamptz', { name: 'deadline_at', ...nullable }) deadlineAt: Date | null;
  /** When the parties were notified that it had passed. */
  @Column('timestamptz', { name: 'overdue_at', ...nullable }) overdueAt: Date | null;
  /** `cs_…`, where a checkout session was paid into it. */
  @Column('text', { name: 'checkout_session_id', ...nullable }) checkoutSessionId: string | null;
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
    this.createdAt = now;
    this.fundedAt = now;
    this.releasedAt = null;
    this.refundedAt = null;
  }

  /** Opens an escrow whose money is there, or moves by `lock` in the same commit. */
  static fund(
    given: NewEscrow,
    parties: EscrowParties,
    lock: EscrowFunded['data']['lock'],
    now: Date,
  ): Escrow {
    const escrow = new Escrow(given, now);
    escrow.raise(EscrowFunded, {
      ...{ ...termsOf(escrow, parties), status: 'funded', condition: escrow.condition },
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

  /** Whose locked account holds it: the merchant's where a checkout session paid for it, else the initiator's. */
  get holderId(): string {
    return this.holder === 'initiator' ? this.initiatorId! : this.beneficiaryId;
  }

  /** The account that holds it, for the party whose account that is; null for the other party, and in test mode. */
  lockedAccountOf(role: EscrowRole): string | null {
    return role === this.holder ? this.holdAccountId : null;
  }

  private get holder(): EscrowRole {
    return this.checkoutSessionId === null ? 'initiator' : 'beneficiary';
  }

  /** Whether its deadline has passed while it is open, also where the parties are not notified yet. */
  isOverdue(now: Date): boolean {
    return isOverdue(this, now);
  }

  /** What an account is to it; null for strangers. */
  roleOf(ownerId: string): EscrowRole | null {
    if (ownerId === this.initiatorId) return 'initiator';
    return ownerId === this.beneficiaryId ? 'beneficiary' : null;
  }

  /** The initiator lets the beneficiary have the amount, on this account of theirs. */
  release(role: EscrowRole, parties: EscrowParties, accountId: string | null, now: Date): void {
    if (role !== 'initiator') throw releasesInitiator();
    if (this.status === 'disputed') throw underDispute();
    this.status = escrowStates.next(this.status, 'release');
    this.releasedAt = now;
    const settlement = settlementOf(this, sharesOf(this, 'release'), accountId);
    this.raise(EscrowReleased, { ...termsOf(this, parties), status: 'released', settlement });
  }

  /** The beneficiary gives amount and fee back. */
  cancel(role: EscrowRole, parties: EscrowParties, now: Date): void {
    if (role !== 'beneficiary') throw cancelsBeneficiary();
    if (this.status === 'disputed') throw underDispute();
    this.status = escrowStates.next(this.status, 'cancel');
    this.refundedAt = now;
    const settlement = settlementOf(this, sharesOf(this, 'refund'), null);
    this.raise(EscrowCancelled, { ...termsOf(this, parties), status: 'refunded', settlement });
  }

  /** Either party has staff decide. */
  dispute(dispute: DisputeFacts, parties: EscrowParties): void {
    this.status = escrowStates.next(this.status, 'dispute');
    const { id: disputeId, raisedBy, reason, evidence } = dispute;
    this.raise(EscrowDisputed, {
      ...{ ...termsOf(this, parties), reason, evidence, status: 'disputed' },
      ...{ disputeId, raisedBy, resolveBy: dispute.resolveBy.toISOString() },
    });
  }

  /** Records the answer to its dispute. */
  answered({ id: disputeId, raisedBy, response }: DisputeFacts, parties: EscrowParties): void {
    const terms = termsOf(this, parties);
    this.raise(EscrowDisputeAnswered, { ...terms, disputeId, raisedBy, response: response! });
  }

  /** Staff decide its dispute, and with it the escrow. `accountId` is the beneficiary's. */
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
      ...{ ...termsOf(this, parties), status: status as 'released' | 'refunded' | 'resolved_split' },
      ...{ disputeId, resolution, settlement },
    });
    return settlement;
  }

  /** Its deadline has passed; false where it has not, where the escrow has ended, or where that is recorded before. */
  passDeadline(parties: EscrowParties, now: Date): boolean {
    if (!this.isOverdue(now) || this.overdueAt !== null) return false;
    this.overdueAt = now;
    const deadlineAt = this.deadlineAt!.toISOString();
    this.raise(EscrowOverdue, { ...termsOf(this, parties), deadlineAt });
    return true;
  }

  /** Records that staff are late with its dispute. */
  disputeLate({ id: disputeId, raisedBy, resolveBy }: DisputeFacts, parties: EscrowParties): void {
    const terms = termsOf(this, parties);
    this.raise(EscrowDisputeLate, { ...terms, disputeId, raisedBy, resolveBy: resolveBy.toISOString() });
  }

  /** The events of an escrow are its beneficiary's; both parties are notified of them. */
  private raise<Data extends object, E extends { data: Data }>(
    Event: new (aggregateId: string, ownerId: string, mode: Mode, data: Data) => E,
    data: Data,
  ): void {
    this.record(new Event(this.id, this.beneficiaryId, this.mode, data) as never);
  }
}
