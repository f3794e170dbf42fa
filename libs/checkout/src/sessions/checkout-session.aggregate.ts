import type { CardPayee } from '@app/charges';
import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money, randomInteger } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { methodNotOffered, paymentUnderWay, sessionExpired, sessionPaid } from '../common/checkout.errors';
import { CheckoutSessionCompleted } from '../money/checkout.money';
import { CheckoutPaymentFailed, CheckoutSessionExpired, type GatewayStatus } from './session.events';
import { type OpenedThrough, type SessionOrigin, type SessionStatus, sessionStates } from './session.states';
import type { PaymentMethod } from '../common/payment-methods.policy';
import type { CertainPayment, Credit, SessionTerms } from './session-terms';

/** The table calls what the API opened a payment. */
const storedOrigin = {
  to: (origin: SessionOrigin) => (origin === 'api' ? 'payment' : origin),
  from: (stored: Exclude<SessionOrigin, 'api'> | 'payment') => (stored === 'payment' ? 'api' : stored),
};

/** One amount to be paid once: by whom does not matter, to whom and how much never changes. */
@Entity('checkout_sessions')
export class CheckoutSession extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** `cs_live_…` or `cs_test_…`, the name callers know. */
  @Column({ type: 'text', name: 'session_id', update: false }) sessionId: string;
  @Column({ type: 'bytea', name: 'token_hash', update: false }) tokenHash: Buffer;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  /** The app that made it; null where the service itself did. */
  @Column({ type: 'uuid', name: 'app_id', nullable: true, update: false }) appId: string | null;
  @Column({ type: 'text', update: false }) mode: Mode;
  @Column({ type: 'text', name: 'purpose', transformer: storedOrigin, update: false }) origin: SessionOrigin;
  /** The object that it was opened for, such as an invoice. */
  @Column({ type: 'uuid', name: 'origin_id', nullable: true, update: false }) originId: string | null;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits, update: false })
  amountMinor: bigint;
  @Column({ type: 'text', update: false }) currency: Currency;
  /** On top of the amount, where the payment is held in escrow; paid by the buyer. */
  @Column({ type: 'bigint', name: 'fee_minor', transformer: minorUnits, update: false }) feeMinor: bigint;
  /** Its name in Variant B. */
  @Column({ type: 'bigint', transformer: minorUnits, update: false }) number: bigint;
  @Column({ type: 'text', name: 'opened_through', update: false }) openedThrough: OpenedThrough;
  @Column({ type: 'text', name: 'order_ref', nullable: true, update: false }) orderRef: string | null;
  @Column({ type: 'text', nullable: true, update: false }) description: string | null;
  @Column({ type: 'text', name: 'customer_email', nullable: true, update: false })
  customerEmail: string | null;
  @Column({ type: 'text', name: 'customer_name', nullable: true, update: false }) customerName: string | null;
  @Column({ type: 'jsonb', update: false }) metadata: object;
  @Column({ type: 'text', name: 'payment_methods', array: true, update: false })
  paymentMethods: PaymentMethod[];
  @Column({ type: 'text', name: 'success_url', nullable: true, update: false }) successUrl: string | null;
  @Column({ type: 'text', name: 'cancel_url', nullable: true, update: false }) cancelUrl: string | null;
  @Column({ type: 'boolean', update: false }) escrow: boolean;
  @Column({ type: 'text', name: 'escrow_condition', nullable: true, update: false })
  escrowCondition: string | null;
  @Column({ type: 'smallint', name: 'escrow_deadline_days', nullable: true, update: false })
  escrowDeadlineDays: number | null;
  @Column('text') status: SessionStatus;
  /** The attempt in flight, or the one that paid. */
  @Column('uuid', { name: 'attempt_id', nullable: true }) attemptId: string | null;
  /** Who processed the payment. */
  @Column('text', { nullable: true }) gateway: string | null;
  /** How it was paid; null until it is. */
  @Column('text', { name: 'payment_method', nullable: true }) paymentMethod: PaymentMethod | null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', update: false }) expiresAt: Date;
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt: Date | null;
  /** Why the last attempt failed; null: none has, or a later one is under way or has paid. */
  @Column('text', { nullable: true }) failure: string | null;
  @Column('int') override version = 0;

  constructor(terms?: SessionTerms) {
    super();
    if (!terms) return;
    this.id = terms.id;
    this.sessionId = terms.sessionId;
    this.tokenHash = terms.tokenHash;
    this.ownerId = terms.ownerId;
    this.appId = terms.appId;
    this.mode = terms.mode;
    this.origin = terms.origin;
    this.originId = terms.originId ?? null;
    this.amountMinor = terms.amount.minor;
    this.currency = terms.amount.currency;
    this.feeMinor = terms.escrowFee?.minor ?? 0n;
    this.number = randomInteger();
    this.openedThrough = terms.openedThrough ?? 'A';
    this.orderRef = terms.orderRef;
    this.description = terms.description;
    this.customerEmail = terms.customerEmail;
    this.customerName = terms.customerName;
    this.metadata = terms.metadata;
    this.paymentMethods = terms.paymentMethods;
    this.successUrl = terms.successUrl;
    this.cancelUrl = terms.cancelUrl;
    this.escrow = terms.escrowFee !== undefined;
    this.escrowCondition = terms.escrowCondition;
    this.escrowDeadlineDays = terms.escrowDeadlineDays;
    this.status = sessionStates.initial;
    this.attemptId = this.gateway = this.paymentMethod = this.paidAt = this.failure = null;
    this.createdAt = terms.createdAt;
    this.expiresAt = terms.expiresAt;
  }

  /** One that has ended unpaid, for money that arrived without a session. */
  static ended(terms: SessionTerms): CheckoutSession {
    const session = new CheckoutSession(terms);
    session.status = sessionStates.next(session.status, 'expire');
    return session;
  }

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  get fee(): Money {
    return new Money(this.feeMinor, this.currency);
  }

  /** What the buyer owes: the amount, and the escrow's fee where there is one. */
  get due(): Money {
    return this.amount.plus(this.fee);
  }

  /** Which limits of cards its payments fall under. */
  get cardPayee(): CardPayee {
    const { origin, openedThrough, appId, ownerId, mode } = this;
    if (origin === 'deposit') return { kind: 'deposit', ownerId };
    // In test mode an app has the links and invoices, whose pages strangers open all the same.
    if (appId === null || origin === 'link' || origin === 'invoice') return { kind: 'page', ownerId, mode };
    return { kind: openedThrough === 'public' ? 'public-key' : 'secret-key', appId, mode };
  }

  get isTest(): boolean {
    return this.mode === 'test';
  }

  /** Whether its time is over, also before that is recorded. */
  isOver(now: Date): boolean {
    return this.status === 'expired' || (this.status === 'pending' && this.expiresAt <= now);
  }

  /** A buyer starts to pay: one attempt at a time. */
  startPayment(attemptId: string, now: Date): void {
    if (this.isOver(now)) throw sessionExpired();
    if (this.status === 'completed') throw sessionPaid();
    if (this.status === 'processing') throw paymentUnderWay();
    this.takeUp(attemptId);
  }

  /** Throws where the session cannot be paid this way. */
  assertOffers(method: PaymentMethod): void {
    if (!this.paymentMethods.includes(method)) throw methodNotOffered(method, this.paymentMethods);
  }

  /** The buyer returns from an attempt to pay elsewhere and chooses again: nothing failed, so there is no event. */
  releaseAttempt(attemptId: string): void {
    if (this.status !== 'processing' || this.attemptId !== attemptId) return;
    this.status = sessionStates.next(this.status, 'release');
    this.attemptId = null;
  }

  /** Whether a payment that arrives now still finds its purpose here. */
  canTakePayment(now: Date): boolean {
    return this.status !== 'completed' && !this.isOver(now);
  }

  /** The full amount is certain, of the attempt in flight or of one that had been given up before. */
  complete(payment: CertainPayment, { accountId, bookedAs, sessionToken }: Credit, now: Date): void {
    const { attemptId, charged, gateway, method, gatewayTransactionId, payer } = payment;
    if (this.status === 'pending') this.takeUp(attemptId);
    this.status = sessionStates.next(this.status, 'complete');
    this.attemptId = attemptId;
    this.gateway = gateway;
    this.paymentMethod = method;
    this.paidAt = now;
    // A deposit has an event of its own.
    if (this.origin === 'deposit') return;
    this.record(
      new CheckoutSessionCompleted(this.id, this.ownerId, this.mode, {
        sessionId: this.sessionId,
        appId: this.appId,
        ...this.openedFor,
        orderRef: this.orderRef,
        description: this.description,
        amount: this.amount,
        fee: this.fee,
        charged,
        gateway,
        paymentMethod: method,
        gatewayTransactionId,
        payer: payer?.wallet ?? null,
        paidByEmail: payer?.email ?? null,
        accountId,
        bookedAs: bookedAs ?? null,
        customerEmail: this.customerEmail,
        customerName: this.customerName,
        escrow: this.escrow,
        isPublic: this.openedThrough === 'public',
        variantB: sessionToken === undefined ? null : { number: Number(this.number), sessionToken },
        metadata: this.metadata,
        paidAt: now.toISOString(),
      }),
    );
  }

  /** The attempt in flight ended without the money: the buyer may try again. Any other attempt had its event before. */
  paymentFailed(
    attempt: { id: string; gateway: string; method: PaymentMethod },
    gatewayStatus: GatewayStatus,
    reason: string | null,
  ): void {
    if (this.status !== 'processing' || this.attemptId !== attempt.id) return;
    this.status = sessionStates.next(this.status, 'release');
    this.attemptId = null;
    this.failure = reason;
    if (this.origin === 'deposit') return;
    this.record(
      new CheckoutPaymentFailed(this.id, this.ownerId, this.mode, {
        sessionId: this.sessionId,
        appId: this.appId,
        ...this.openedFor,
        orderRef: this.orderRef,
        amount: this.amount,
        gateway: attempt.gateway,
        paymentMethod: attempt.method,
        customerEmail: this.customerEmail,
        escrow: this.escrow,
        isTest: this.isTest,
        metadata: this.metadata,
        gatewayStatus,
        reason,
      }),
    );
  }

  /** Money of an attempt arrived that it is not to take any more: it ends, unless another attempt is in flight. */
  endUnpaid(attemptId: string): void {
    this.releaseAttempt(attemptId);
    if (this.status === 'pending') this.expire();
  }

  /** Its time is over, or its merchant closes it. */
  expire(): void {
    if (this.status === 'expired') throw sessionExpired();
    if (this.status === 'completed') throw sessionPaid();
    if (this.status === 'processing') throw paymentUnderWay();
    this.status = sessionStates.next(this.status, 'expire');
    const { sessionId, orderRef, amount, origin, originId } = this;
    this.record(
      new CheckoutSessionExpired(this.id, this.ownerId, this.mode, {
        sessionId,
        orderRef,
        amount,
        ...(originId !== null && { origin, originId }),
      }),
    );
  }

  /** What it was opened for, in its events. */
  private get openedFor(): { origin?: string; originId?: string } {
    return this.originId === null ? {} : { origin: this.origin, originId: this.originId };
  }

  private takeUp(attemptId: string): void {
    this.status = sessionStates.next(this.status, 'start');
    this.attemptId = attemptId;
    this.failure = null;
  }
}
