import { minorUnits } from '@app/database';
import {
  Aggregate,
  type Currency,
  type Mode,
  Money,
  ProviderRequest,
  type ProviderTask,
  randomAlphanumeric,
  uuidv7,
} from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { refundUnderWay } from '../common/checkout.errors';
import type { PaymentMethod } from '../common/payment-methods.policy';
import {
  RefundCompleted,
  RefundCreated,
  RefundFailed,
  RefundReturned,
  type RefundTerms,
} from '../money/refund.money';
import { hasAccount, type NamedAccount, NAMING_FAILURES, RefundDestination } from './refund-destination';
import { noAccountAwaited, notReturnable } from './refund.errors';
import { RefundAccountNeeded, RefundLate } from './refund.events';
import type { NewRefund, RefundedPayment } from './refund-terms';
import {
  lateBefore,
  type RefundRail,
  type RefundSource,
  type RefundStage,
  refundStates,
  type RefundStatus,
} from './refund.states';

const UNANSWERED_BEFORE =
  'An earlier request went unanswered and may have been carried out: ask the company before deciding';
/** Questions, the last after about an hour, after which a provider that does not know a refund is not asked again. */
const MAX_ABSENCES = 6;

/** A refund of a payment, in part or in full, and how it goes back. */
@Entity('refunds')
export class Refund extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** `rf_live_…` or `rf_test_…`: its name for merchants, and its reference at the company. */
  @Column({ type: 'text', name: 'refund_id', update: false }) refundId: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'uuid', name: 'app_id', nullable: true, update: false }) appId: string | null;
  @Column({ type: 'text', update: false }) mode: Mode;
  @Column({ type: 'text', update: false }) source: RefundSource;
  @Column({ type: 'uuid', name: 'payment_id', update: false }) paymentId: string;
  @Column({ type: 'text', name: 'session_id', nullable: true, update: false }) sessionId: string | null;
  @Column({ type: 'text', name: 'invoice_id', nullable: true, update: false }) invoiceId: string | null;
  @Column({ type: 'text', update: false }) method: PaymentMethod;
  @Column('text') rail: RefundRail;
  @Column({ type: 'text', update: false }) gateway: string;
  @Column({ type: 'text', name: 'gateway_transaction_id', update: false }) gatewayTransactionId: string;
  @Column({ type: 'bigint', name: 'received_minor', transformer: minorUnits, update: false })
  receivedMinor: bigint;
  @Column({ type: 'bigint', name: 'face_minor', transformer: minorUnits, update: false }) faceMinor: bigint;
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column({ type: 'bigint', name: 'charge_minor', transformer: minorUnits, update: false })
  chargeMinor: bigint;
  @Column({ type: 'text', name: 'charge_currency', update: false }) chargeCurrency: Currency;
  @Column({ type: 'bigint', name: 'debited_minor', transformer: minorUnits, update: false })
  debitedMinor: bigint;
  @Column({ type: 'uuid', name: 'account_id', nullable: true, update: false }) accountId: string | null;
  @Column({ type: 'uuid', name: 'payer_id', nullable: true, update: false }) payerId: string | null;
  @Column({ type: 'uuid', name: 'payer_account_id', nullable: true, update: false })
  payerAccountId: string | null;
  @Column({ type: 'text', name: 'customer_email', nullable: true, update: false })
  customerEmail: string | null;
  @Column({ type: 'text', nullable: true, update: false }) reason: string | null;
  @Column({ type: 'text', name: 'refund_ref', nullable: true, update: false }) refundRef: string | null;
  @Column('text') status: RefundStatus;
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt: Date | null;
  @Column('smallint') unanswered: number;
  /** The company's name for it: it has taken the request, or carried it out. */
  @Column('text', { name: 'provider_id', nullable: true }) providerId: string | null;
  @Column('smallint') questions: number;
  @Column(() => RefundDestination, { prefix: false }) destination = new RefundDestination();
  /** Why it failed, or why staff have to decide. */
  @Column('text', { nullable: true }) failure: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  /** When staff recorded that the company has the money of a completed refund again. */
  @Column('timestamptz', { name: 'returned_at', nullable: true }) returnedAt: Date | null;
  /** When a company took it, and when finance was alerted that it is late. */
  @Column('timestamptz', { name: 'taken_at', nullable: true }) takenAt: Date | null = null;
  @Column('timestamptz', { name: 'alerted_at', nullable: true }) alertedAt: Date | null = null;
  @Column('int') override version = 0;

  /** `now` is the business time of the payment, `dueAt` the real time. */
  constructor(given?: NewRefund, now?: Date, dueAt = now) {
    super();
    if (!given || !now || !dueAt) return;
    this.id = uuidv7(now);
    this.refundId = `rf_${given.mode}_${randomAlphanumeric(22)}`;
    this.ownerId = given.ownerId;
    this.appId = given.appId;
    this.mode = given.mode;
    this.source = given.source;
    this.paymentId = given.paymentId;
    this.sessionId = given.sessionId;
    this.invoiceId = given.invoiceId;
    this.method = given.method;
    this.rail = given.method === 'wallet' ? 'wallet' : 'provider';
    this.gateway = given.gateway;
    this.gatewayTransactionId = given.gatewayTransactionId;
    this.receivedMinor = given.received.minor;
    this.faceMinor = given.face.minor;
    this.currency = given.face.currency;
    this.chargeMinor = given.charge.minor;
    this.chargeCurrency = given.charge.currency;
    this.debitedMinor = given.debited.minor;
    this.accountId = given.accountId;
    this.payerId = given.payer?.ownerId ?? null;
    this.payerAccountId = given.payer?.accountId ?? null;
    this.customerEmail = given.customerEmail;
    this.reason = given.reason;
    this.refundRef = given.refundRef;
    this.status = refundStates.initial;
    this.unanswered = this.questions = 0;
    this.providerId = this.failure = this.endedAt = this.returnedAt = null;
    this.dueAt = dueAt;
    this.createdAt = now;
    if (this.isMerchants)
      this.record(new RefundCreated(this.id, this.ownerId, this.mode, { ...this.terms, status: 'pending' }));
    if (this.rail === 'wallet') this.end('complete', now);
  }

  /** A refund of money that is not its merchant's: all of what arrived, or the part that an escrow returned. */
  static ofUnapplied(
    source: 'unapplied' | 'escrow',
    payment: Omit<RefundedPayment, 'invoiceId'>,
    amount: Money,
    now: Date,
  ): Refund {
    const none = { invoiceId: null, accountId: null, payer: null, customerEmail: null, reason: null };
    const money = { face: amount, charge: amount, debited: Money.zero(amount.currency) };
    return new Refund({ ...payment, ...none, ...money, source, refundRef: null }, now);
  }

  /** Whether the merchant pays for it, so that its events are the merchant's. */
  get isMerchants(): boolean {
    return this.source === 'merchant';
  }

  get face(): Money {
    return new Money(this.faceMinor, this.currency);
  }

  /** What the payer gets. */
  get charge(): Money {
    return new Money(this.chargeMinor, this.chargeCurrency);
  }

  get debited(): Money {
    return new Money(this.debitedMinor, this.currency);
  }

  /** Null once it has ended. */
  get stage(): RefundStage | null {
    if (this.status !== 'pending') return null;
    if (this.awaitsAccount) return 'awaiting_account';
    if (this.dueAt === null) return 'stopped';
    if (this.providerId !== null) return 'taken';
    return this.unanswered > 0 ? 'sending' : 'queued';
  }

  /** Whether an earlier request may have sent it already. */
  get mayHaveGone(): boolean {
    return this.request.mayBeCarriedOut;
  }

  /** Whether its payer has to name an account. */
  get awaitsAccount(): boolean {
    return this.status === 'pending' && this.rail === 'account' && !this.destination.isNamed;
  }

  /**
   * Takes it for one process. `completed`: what of the payment has gone back already. A refund that the company could
   * carry out twice is sent once; then staff have to ask. `provider`: who pays its account; null: finance, by hand.
   */
  claim(now: Date, completed: Money, provider: string | null = null): ProviderTask {
    if (this.status !== 'pending' || this.dueAt === null || this.dueAt > now) return 'none';
    if (this.awaitsAccount) return this.giveUpNaming(now);
    if (this.rail === 'account' && !this.mayHaveGone && this.providerId === null) {
      this.destination.provider = provider;
      if (provider === null) return this.leaveToStaff();
    }
    const isRepeatable = this.receivedMinor - completed.minor < this.chargeMinor * 2n;
    const repeat = this.rail === 'account' ? 'ask' : isRepeatable ? 'send' : 'stop';
    const { task, request } = this.request.claim(now, repeat);
    this.keep(request);
    if (task === 'stopped') this.failure = UNANSWERED_BEFORE;
    return task;
  }

  /** The company has taken the request and not carried it out; `askAt`: when it is asked, if not soon. */
  take(providerId: string, now: Date, askAt?: Date): void {
    this.keep(this.request.taken(providerId, now));
    if (askAt) this.dueAt = askAt;
    this.takenAt ??= now;
    this.failure = null;
  }

  /** Nothing was sent: it is sent later. */
  postpone(until: Date): void {
    this.keep(this.request.postponed(until));
  }

  /** The provider of its account does not know it: a sending may still be on its way. */
  noteAbsence(now: Date): void {
    if (this.questions < MAX_ABSENCES) this.keep(this.request.absent(now));
    else this.stop(NAMING_FAILURES.unknown);
  }

  /** `fee`: what the provider of an account takes for it. */
  complete(providerId: string, now: Date, fee: Money | null = null): void {
    this.keep(this.request.carriedOut(providerId));
    this.failure = null;
    this.end('complete', now, fee);
  }

  /**
   * The company cannot send back payments of this method: the payer is asked for an account, until 14 days from `now`, the
   * business time of the payment. Without an address to ask at, it fails.
   */
  askForAccount(reason: string, tokenHash: Buffer, now: Date): void {
    const isAsked = this.isMerchants && hasAccount(this);
    const request = this.request.refused();
    if (!isAsked || request.mayBeCarriedOut) return this.refuse(reason, now);
    if (this.customerEmail === null) return this.refuse(NAMING_FAILURES.noEmail, now);
    this.keep(request);
    this.rail = 'account';
    this.destination.tokenHash = tokenHash;
    this.awaitAccount(now);
  }

  /**
   * The company has taken it after all, though staff took an earlier request for lost: the payer needs no account any more.
   * False where one is named, so that it may be paid there too.
   */
  returnToCompany(): boolean {
    if (!this.awaitsAccount) return false;
    this.rail = 'provider';
    this.destination.tokenHash = this.destination.until = null;
    return true;
  }

  /** The payer has named an account; `doubt`: why staff have to look at it first. `now` is the business time of the payment. */
  nameAccount(account: NamedAccount, doubt: string | null, now: Date, dueAt: Date): void {
    if (!this.awaitsAccount || this.destination.until! <= now) throw noAccountAwaited();
    this.destination.name(account);
    this.keep(doubt === null ? this.request.order(dueAt, true) : this.request.stop());
    this.failure = doubt;
  }

  /** Alerts finance, once, that a company has had it for seven days. */
  alert(now: Date): boolean {
    const { stage, takenAt, alertedAt } = this;
    if (stage !== 'taken' || alertedAt !== null || takenAt === null || takenAt > lateBefore(now))
      return false;
    this.alertedAt = now;
    const late = { ...this.terms, takenAt: takenAt.toISOString() };
    this.record(new RefundLate(this.id, this.ownerId, this.mode, late));
    return true;
  }

  /** Staff know that it has gone; not while a request is under way, whose answer says more. */
  settle(providerId: string, now: Date): void {
    if (this.request.isBeingSent(now)) throw refundUnderWay();
    this.complete(providerId, now);
  }

  /**
   * The company will not send it back. Where an earlier request went unanswered, it may refuse because it was carried
   * out then: staff have to ask.
   */
  refuse(reason: string, now: Date): void {
    this.keep(this.request.refused());
    this.failure = this.mayHaveGone ? `${reason}. ${UNANSWERED_BEFORE}` : reason;
    if (!this.mayHaveGone) this.end('fail', now);
  }

  /** It is not known whether it has gone: staff have to look. It is neither sent nor asked about again by itself. */
  stop(reason: string): void {
    this.keep(this.request.stop());
    this.failure = reason;
  }

  /**
   * Staff want it sent again, or the payer asked again for an account. `isUnsent`: they have asked, and no earlier request
   * was carried out.
   */
  order(now: Date, isUnsent: boolean): void {
    if (this.awaitsAccount) return this.awaitAccount(now);
    this.keep(this.request.order(now, isUnsent));
    this.failure = null;
  }

  /** Staff know that it has not gone, and will not go. */
  giveUp(reason: string, now: Date): void {
    if (this.request.isBeingSent(now)) throw refundUnderWay();
    this.keep(this.request.stop());
    this.failure = reason;
    this.end('fail', now);
  }

  /** The company has the money again, so it goes to the merchant; the refund stays completed. */
  recordReturn(now: Date): void {
    if (this.status !== 'completed' || this.returnedAt || this.rail === 'wallet' || !this.isMerchants)
      throw notReturnable();
    this.returnedAt = now;
    const returned = { ...this.terms, endedAt: this.endedAt!.toISOString(), status: 'completed' as const };
    this.record(
      new RefundReturned(this.id, this.ownerId, this.mode, { ...returned, returnedAt: now.toISOString() }),
    );
  }

  private awaitAccount(now: Date): void {
    const until = this.destination.extend(now);
    this.dueAt = until;
    this.failure = null;
    const asked = { ...this.terms, id: this.id, until: until.toISOString() };
    this.record(new RefundAccountNeeded(this.id, this.ownerId, this.mode, asked));
  }

  private leaveToStaff(): ProviderTask {
    this.stop(NAMING_FAILURES.byHand);
    return 'stopped';
  }

  private giveUpNaming(now: Date): ProviderTask {
    this.failure = NAMING_FAILURES.noneNamed;
    this.end('fail', now);
    return 'stopped';
  }

  private end(action: 'complete' | 'fail', now: Date, providerFee: Money | null = null): void {
    this.status = refundStates.next(this.status, action);
    this.dueAt = null;
    this.endedAt = now;
    if (!this.isMerchants) return;
    const ended = { ...this.terms, endedAt: now.toISOString() };
    this.record(
      action === 'complete'
        ? new RefundCompleted(this.id, this.ownerId, this.mode, {
            ...ended,
            status: 'completed',
            providerFee,
          })
        : new RefundFailed(this.id, this.ownerId, this.mode, {
            ...ended,
            status: 'failed',
            failure: this.failure!,
          }),
    );
  }

  private get terms(): RefundTerms {
    const { payerId, payerAccountId } = this;
    return {
      refundId: this.refundId,
      sessionId: this.sessionId,
      invoiceId: this.invoiceId,
      appId: this.appId,
      face: this.face,
      charge: this.charge,
      debited: this.debited,
      method: this.method,
      rail: this.rail,
      gateway: this.gateway,
      destination: this.destination.shown,
      paidFrom: this.destination.paidFrom,
      accountId: this.accountId,
      payer: payerId && payerAccountId ? { ownerId: payerId, accountId: payerAccountId } : null,
      customerEmail: this.customerEmail,
      reason: this.reason,
      refundRef: this.refundRef,
      createdAt: this.createdAt.toISOString(),
    };
  }

  private get request(): ProviderRequest {
    const { dueAt, unanswered, providerId, questions } = this;
    return new ProviderRequest({ dueAt, unanswered, providerId, questions });
  }

  private keep({ dueAt, unanswered, providerId, questions }: ProviderRequest): void {
    this.dueAt = dueAt;
    this.unanswered = unanswered;
    this.providerId = providerId;
    this.questions = questions;
  }
}
