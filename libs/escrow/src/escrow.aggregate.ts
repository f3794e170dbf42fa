import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { EscrowCancelled, EscrowFunded, EscrowReleased, EscrowResolved } from '@app/ledger';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { EscrowDispute, type Grounds } from './escrow-dispute.aggregate';
import { cancelsBeneficiary, notDisputed, releasesInitiator, underDispute } from './escrow.errors';
import { EscrowDisputeAnswered, EscrowDisputed, EscrowDisputeLate, EscrowOverdue } from './escrow.events';
import { type EscrowStatus, escrowStates, isOverdue, type Resolution } from './escrow.states';
import { settlementOf, sharesOf } from './escrow-settlement.policy';
import { type EscrowParties, type EscrowRole, termsOf } from './escrow-terms.policy';

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
  note: string;
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
  /** When the parties were told that it had passed. */
  @Column('timestamptz', { name: 'overdue_at', ...nullable }) overdueAt: Date | null;
  /** `cs_…`, where a checkout session was paid into it. */
  @Column('text', { name: 'checkout_session_id', ...nullable }) checkoutSessionId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'funded_at' }) fundedAt: Date;
  @Column('timestamptz', { name: 'released_at', ...nullable }) releasedAt: Date | null;
  @Column('timestamptz', { name: 'refunded_at', ...nullable }) refundedAt: Date | null;
  @Column('int') override version = 0;

  /** Opens an escrow whose money is there, or moves by `lock` in the same commit. */
  static fund(
    given: NewEscrow,
    parties: EscrowParties,
    lock: EscrowFunded['data']['lock'],
    now: Date,
  ): Escrow {
    const { amount, fee, held, paid, ...terms } = given;
    const escrow = Object.assign(new Escrow(), terms, {
      status: escrowStates.initial,
      ...{ amountMinor: amount.minor, feeMinor: fee.minor, heldMinor: held.minor },
      ...{ currency: amount.currency, paidMinor: paid.minor, paidCurrency: paid.currency },
      ...{ createdAt: now, fundedAt: now, releasedAt: null, refundedAt: null, overdueAt: null },
    });
    escrow.tell(EscrowFunded, {
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

  /** The same, as a party. */
  get holder(): EscrowRole {
    return this.checkoutSessionId === null ? 'initiator' : 'beneficiary';
  }

  /** Whether its deadline has passed while it is open, also where nobody has been told yet. */
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
    this.tell(EscrowReleased, { ...termsOf(this, parties), status: 'released', settlement });
  }

  /** The beneficiary gives amount and fee back. */
  cancel(role: EscrowRole, parties: EscrowParties, now: Date): void {
    if (role !== 'beneficiary') throw cancelsBeneficiary();
    if (this.status === 'disputed') throw underDispute();
    this.status = escrowStates.next(this.status, 'cancel');
    this.refundedAt = now;
    const settlement = settlementOf(this, sharesOf(this, 'refund'), null);
    this.tell(EscrowCancelled, { ...termsOf(this, parties), status: 'refunded', settlement });
  }

  /** Either party has staff decide. */
  dispute(role: EscrowRole, grounds: Grounds, parties: EscrowParties, now: Date): EscrowDispute {
    this.status = escrowStates.next(this.status, 'dispute');
    const dispute = EscrowDispute.raise(this, role, grounds, now);
    this.tell(EscrowDisputed, {
      ...{ ...termsOf(this, parties), ...grounds, status: 'disputed' },
      ...{ disputeId: dispute.id, raisedBy: role, resolveBy: dispute.resolveBy.toISOString() },
    });
    return dispute;
  }

  /** Tells of an answer to its dispute. */
  answered(dispute: EscrowDispute, parties: EscrowParties): void {
    const { id: disputeId, raisedBy, response } = dispute;
    const terms = termsOf(this, parties);
    this.tell(EscrowDisputeAnswered, { ...terms, disputeId, raisedBy, response: response! });
  }

  /** Staff decide its dispute, and with it the escrow. `accountId` is the beneficiary's. Returns what goes back. */
  resolve(
    dispute: EscrowDispute,
    { resolution, beneficiaryMinor, note }: Verdict,
    parties: EscrowParties,
    accountId: string | null,
    now: Date,
  ): Money {
    if (this.status !== 'disputed') throw notDisputed();
    const shares = sharesOf(this, resolution, beneficiaryMinor);
    const settlement = settlementOf(this, shares, shares.beneficiary.isZero ? null : accountId);
    const status = escrowStates.next(this.status, `award-${resolution}`);
    this.status = status;
    if (status === 'released') this.releasedAt = now;
    if (status === 'refunded') this.refundedAt = now;
    const [beneficiary, initiator] = [shares.beneficiary.minor, shares.initiator.minor];
    dispute.resolve({ resolution, beneficiaryMinor: beneficiary, initiatorMinor: initiator, note }, now);
    this.tell(EscrowResolved, {
      ...{ ...termsOf(this, parties), status: status as 'released' | 'refunded' | 'resolved_split' },
      ...{ disputeId: dispute.id, resolution, settlement },
    });
    return settlement.initiator.returned;
  }

  /** Its deadline has passed; false where that is not so (any more), or was told before. */
  passDeadline(parties: EscrowParties, now: Date): boolean {
    if (!this.isOverdue(now) || this.overdueAt !== null) return false;
    this.overdueAt = now;
    const deadlineAt = this.deadlineAt!.toISOString();
    this.tell(EscrowOverdue, { ...termsOf(this, parties), deadlineAt });
    return true;
  }

  /** Staff are late with its dispute; false where they are not, or were told before. */
  alertOf(dispute: EscrowDispute, parties: EscrowParties, now: Date): boolean {
    if (!dispute.isLate(now) || dispute.alertedAt !== null) return false;
    dispute.alertedAt = now;
    const { id: disputeId, raisedBy } = dispute;
    const resolveBy = dispute.resolveBy.toISOString();
    this.tell(EscrowDisputeLate, { ...termsOf(this, parties), disputeId, raisedBy, resolveBy });
    return true;
  }

  /** The events of an escrow are its beneficiary's; both parties hear of them. */
  private tell<Data extends object, E extends { data: Data }>(
    Event: new (aggregateId: string, ownerId: string, mode: Mode, data: Data) => E,
    data: Data,
  ): void {
    this.record(new Event(this.id, this.beneficiaryId, this.mode, data) as never);
  }
}
