import { minorUnits } from '@app/database';
import {
  addSeconds,
  Aggregate,
  type Currency,
  type Mode,
  Money,
  randomAlphanumeric,
  uuidv7,
} from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  ChargebackCollected,
  ChargebackExtended,
  ChargebackLost,
  ChargebackOpened,
  type ChargebackTerms,
  ChargebackWon,
  ChargebackWrittenOff,
} from '../money/chargeback.money';
import { ChargebackDueSoon, ChargebackResponded } from './chargeback.events';
import { answeredTooLate, notOpen, nothingOwed } from './chargeback.errors';
import { type ChargebackDecision, chargebackStates, type ChargebackStatus } from './chargeback.states';
import type { ChargedPayment } from './chargeback-amount.policy';

/** How often the company is asked about an open chargeback, and about a won one, which may be raised again. */
const ASK_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 3600;
const WATCHED_DAYS = 120;
/** How long one process has for sending an answer. */
const SENDING_SECONDS = 300;

export interface NewChargeback {
  payment: ChargedPayment;
  gateway: string;
  providerId: string;
  stage: number;
  claimed: Money;
  charge: Money;
  face: Money;
  debited: Money;
  /** The part of it that the balance does not cover. */
  owed: Money;
  /** The wallet of the owner; null in test mode. */
  accountId: string | null;
  /** The escrow that pays it; null where the owner does. */
  escrowId: string | null;
  /** What was paid in all, as far as it can be charged back. */
  paid: Money;
  reason: string | null;
  respondBy: Date | null;
}

/** What of a payment came back to its owner: of the price, of what was paid, and of what its return had cost. */
export interface LeftAgain {
  face: Money;
  charge: Money;
  debited: Money;
}

const nullable = { nullable: true };
const fixed = { update: false };

/** The reversal of a card payment by the bank of its payer, from its opening to its end. */
@Entity('chargebacks')
export class Chargeback extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** `cb_live_…` or `cb_test_…` */
  @Column('text', { name: 'chargeback_id', ...fixed }) chargebackId: string;
  @Column('uuid', { name: 'owner_id', ...fixed }) ownerId: string;
  @Column('uuid', { name: 'app_id', ...nullable, ...fixed }) appId: string | null;
  @Column({ type: 'text', ...fixed }) mode: Mode;
  @Column('uuid', { name: 'payment_id', ...fixed }) paymentId: string;
  @Column('text', { name: 'session_id', ...nullable, ...fixed }) sessionId: string | null;
  @Column('text', { name: 'invoice_id', ...nullable, ...fixed }) invoiceId: string | null;
  @Column('text', { name: 'deposit_ref', ...nullable, ...fixed }) depositRef: string | null;
  @Column({ type: 'text', ...fixed }) gateway: string;
  @Column('text', { name: 'gateway_transaction_id', ...fixed }) gatewayTransactionId: string;
  @Column('text', { name: 'provider_id', ...fixed }) providerId: string;
  @Column('smallint') stage: number;
  @Column('bigint', { name: 'paid_minor', transformer: minorUnits, ...fixed }) paidMinor: bigint;
  @Column('bigint', { name: 'claimed_minor', transformer: minorUnits, ...fixed }) claimedMinor: bigint;
  @Column('bigint', { name: 'charge_minor', transformer: minorUnits }) chargeMinor: bigint;
  @Column('text', { name: 'charge_currency', ...fixed }) chargeCurrency: Currency;
  @Column('bigint', { name: 'face_minor', transformer: minorUnits }) faceMinor: bigint;
  @Column({ type: 'text', ...fixed }) currency: Currency;
  @Column('bigint', { name: 'debited_minor', transformer: minorUnits }) debitedMinor: bigint;
  @Column('bigint', { name: 'owed_minor', transformer: minorUnits }) owedMinor: bigint;
  @Column('bigint', { name: 'written_off_minor', transformer: minorUnits }) writtenOffMinor: bigint;
  @Column('uuid', { name: 'account_id', ...nullable, ...fixed }) accountId: string | null;
  @Column('uuid', { name: 'escrow_id', ...nullable, ...fixed }) escrowId: string | null;
  @Column({ type: 'text', ...nullable, ...fixed }) reason: string | null;
  @Column('text') status: ChargebackStatus;
  @Column('timestamptz', { name: 'respond_by', ...nullable }) respondBy: Date | null;
  @Column('timestamptz', { name: 'reminded_at', ...nullable }) remindedAt: Date | null;
  @Column({ type: 'text', ...nullable }) decision: ChargebackDecision | null;
  @Column({ type: 'text', ...nullable }) comment: string | null;
  @Column('timestamptz', { name: 'responded_at', ...nullable }) respondedAt: Date | null;
  /** When the answer is sent to the company; null: nothing is to be sent. */
  @Column('timestamptz', { name: 'send_at', ...nullable }) sendAt: Date | null;
  /** Times it was sent without a reply. */
  @Column('smallint') tries: number;
  @Column('timestamptz', { name: 'ask_at', ...nullable }) askAt: Date | null;
  @Column('timestamptz', { name: 'opened_at', ...fixed }) openedAt: Date;
  @Column('timestamptz', { name: 'ended_at', ...nullable }) endedAt: Date | null;
  @Column('int') override version = 0;

  constructor(given?: NewChargeback, now?: Date) {
    super();
    if (!given || !now) return;
    const { payment } = given;
    this.id = uuidv7(now);
    this.chargebackId = `cb_${payment.mode}_${randomAlphanumeric(22)}`;
    this.ownerId = payment.ownerId;
    this.appId = payment.appId;
    this.mode = payment.mode;
    this.paymentId = payment.paymentId;
    this.sessionId = payment.sessionId;
    this.invoiceId = payment.invoiceId;
    this.depositRef = payment.depositRef;
    this.gateway = given.gateway;
    this.gatewayTransactionId = payment.gatewayTransactionId;
    this.providerId = given.providerId;
    this.stage = given.stage;
    this.paidMinor = given.paid.minor;
    this.claimedMinor = given.claimed.minor;
    this.chargeMinor = given.charge.minor;
    this.chargeCurrency = given.charge.currency;
    this.faceMinor = given.face.minor;
    this.currency = given.face.currency;
    this.debitedMinor = given.debited.minor;
    this.owedMinor = given.owed.minor;
    this.writtenOffMinor = 0n;
    this.accountId = given.accountId;
    this.escrowId = given.escrowId;
    this.reason = given.reason;
    this.status = chargebackStates.initial;
    this.respondBy = given.respondBy;
    this.remindedAt = this.decision = this.comment = this.respondedAt = this.sendAt = this.endedAt = null;
    this.tries = 0;
    this.openedAt = now;
    this.askAt = this.mode === 'live' ? addSeconds(now, ASK_SECONDS) : null;
    this.recordOpened(false);
  }

  get claimed(): Money {
    return new Money(this.claimedMinor, this.chargeCurrency);
  }

  get charge(): Money {
    return new Money(this.chargeMinor, this.chargeCurrency);
  }

  get face(): Money {
    return new Money(this.faceMinor, this.currency);
  }

  get debited(): Money {
    return new Money(this.debitedMinor, this.currency);
  }

  get owed(): Money {
    return new Money(this.owedMinor, this.currency);
  }

  /** What is demanded beyond what is left of the payment. */
  get excess(): Money {
    return this.claimed.minus(this.charge);
  }

  get isOpen(): boolean {
    return this.status === 'opened' || this.status === 'contested';
  }

  /** The owner or staff answer; throws INVALID_STATE once the company takes no answer. It is due to be sent at once. */
  respond(decision: ChargebackDecision, comment: string | null, now: Date): void {
    if (this.status !== 'opened') throw notOpen(this.status);
    if (this.respondBy && this.respondBy <= now) throw answeredTooLate(this.respondBy);
    this.answer(decision, comment, now);
    this.sendAt = this.mode === 'live' ? now : null;
    this.tries = 0;
  }

  /** It was answered in another way, such as on the pages of the company; nothing is to be sent. */
  answer(decision: ChargebackDecision, comment: string | null, now: Date): void {
    const status = chargebackStates.next(this.status, decision) as 'accepted' | 'contested';
    this.status = status;
    this.decision = decision;
    this.comment = comment;
    this.respondedAt = now;
    const respondedAt = now.toISOString();
    this.raise(ChargebackResponded, { ...this.terms, status, decision, comment, respondedAt });
    if (status === 'accepted') this.endLost(status, now);
  }

  win(now: Date): void {
    this.status = chargebackStates.next(this.status, 'win');
    this.end(now);
    // It may be raised again.
    this.askAt = this.mode === 'live' ? addSeconds(now, DAY_SECONDS) : null;
    const writtenOff = new Money(this.writtenOffMinor, this.currency);
    this.raise(ChargebackWon, { ...this.terms, status: 'won', writtenOff, endedAt: now.toISOString() });
    this.owedMinor = this.writtenOffMinor = 0n;
  }

  lose(now: Date): void {
    this.status = chargebackStates.next(this.status, 'lose');
    this.endLost('lost', now);
  }

  /** The bank of the payer raises it again; the money stays held. */
  reopen(stage: number, respondBy: Date | null): void {
    this.status = chargebackStates.next(this.status, 'reopen');
    this.stage = stage;
    this.respondBy = respondBy;
    this.remindedAt = this.decision = this.comment = this.respondedAt = this.sendAt = null;
    this.recordOpened(true);
  }

  /** The company was asked, or named it in a list. */
  asked(now: Date): void {
    const isWatched = this.status === 'won' && addSeconds(this.endedAt!, WATCHED_DAYS * DAY_SECONDS) > now;
    const pause = this.isOpen ? ASK_SECONDS : isWatched ? DAY_SECONDS : null;
    this.askAt = pause === null ? null : addSeconds(now, pause);
  }

  /** Takes the answer for one process, which sends it; false where another one has it, or nothing is to be sent. */
  claimAnswer(now: Date): boolean {
    if (this.sendAt === null || this.sendAt > now) return false;
    this.sendAt = addSeconds(now, SENDING_SECONDS);
    this.tries += 1;
    return true;
  }

  /** The company has the answer, or will not take it. */
  answerSent(): void {
    this.sendAt = null;
  }

  remind(now: Date): void {
    this.remindedAt = now;
    this.raise(ChargebackDueSoon, { ...this.terms, status: 'opened' });
  }

  /** Takes so much of what is owed from the balance. */
  collect(amount: Money): void {
    this.owedMinor -= amount.minor;
    this.raise(ChargebackCollected, { ...this.terms, amount });
  }

  /** Charges what came back as far as it is demanded, and owes it. Returns the rest, for other chargebacks of the payment. */
  extend(left: LeftAgain): LeftAgain {
    const { excess } = this;
    if (this.status === 'won' || this.accountId === null || this.escrowId !== null) return left;
    if (excess.isZero || left.debited.isZero) return left;
    const more = excess.compare(left.charge) < 0 ? excess : left.charge;
    const share = (of: Money) =>
      new Money((of.minor * more.minor + left.charge.minor - 1n) / left.charge.minor, of.currency);
    const [face, cost] = [share(left.face), share(left.debited)];
    this.chargeMinor += more.minor;
    this.faceMinor += face.minor;
    this.debitedMinor += cost.minor;
    this.owedMinor += cost.minor;
    this.raise(ChargebackExtended, { ...this.terms, more, cost, isHeld: this.isOpen });
    return {
      face: left.face.minus(face),
      charge: left.charge.minus(more),
      debited: left.debited.minus(cost),
    };
  }

  /** Staff give up what is owed. */
  writeOff(): Money {
    const amount = this.owed;
    if (amount.isZero) throw nothingOwed();
    this.writtenOffMinor += amount.minor;
    this.owedMinor = 0n;
    this.raise(ChargebackWrittenOff, { ...this.terms, amount });
    return amount;
  }

  private endLost(status: 'accepted' | 'lost', now: Date): void {
    this.end(now);
    this.askAt = null;
    this.raise(ChargebackLost, { ...this.terms, status, endedAt: now.toISOString() });
  }

  private end(now: Date): void {
    this.endedAt = now;
    // The company takes no answer any more; that it is accepted is sent.
    this.sendAt = null;
  }

  private recordOpened(isAgain: boolean): void {
    this.raise(ChargebackOpened, { ...this.terms, status: 'opened', isAgain });
  }

  private get terms(): ChargebackTerms {
    return {
      chargebackId: this.chargebackId,
      sessionId: this.sessionId,
      invoiceId: this.invoiceId,
      depositRef: this.depositRef,
      appId: this.appId,
      gateway: this.gateway,
      providerId: this.providerId,
      stage: this.stage,
      claimed: this.claimed,
      charge: this.charge,
      face: this.face,
      debited: this.debited,
      owed: this.owed,
      accountId: this.accountId,
      inEscrow: this.escrowId !== null,
      reason: this.reason,
      respondBy: this.respondBy?.toISOString() ?? null,
      openedAt: this.openedAt.toISOString(),
    };
  }

  private raise<Data extends object, E extends { data: Data }>(
    Event: new (aggregateId: string, ownerId: string, mode: Mode, data: Data) => E,
    data: Data,
  ): void {
    this.record(new Event(this.id, this.ownerId, this.mode, data) as never);
  }
}
