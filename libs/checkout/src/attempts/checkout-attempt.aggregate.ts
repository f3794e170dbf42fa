import { type AuthMode, Charge, type ChargeStatus, type ReceivedPayment } from '@app/charges';
import { minorUnits } from '@app/database';
import { addSeconds, Aggregate, type Currency, type Mode, Money, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { paymentUnderWay, waitsForNoCode } from '../common/checkout.errors';
import { PaymentUnapplied } from '../money/checkout.money';
import type { AttemptStatus, ConfirmedBuyer, NewAttempt, WaitingStep } from './attempt-terms';
import type { SetAsideReason, UnappliedReason } from '../common/unapplied-payment.states';
import type { KeptInstructions } from './instructions.view';
import type { CardName, PaymentMethod } from '../common/payment-methods.policy';

/** Time between the end of an attempt and the first look at its account number. */
export const FIRST_WATCH_SECONDS = 15 * 60;

/** The gateway of money out of a wallet of our own, as sessions and events show it. */
export const WALLET = 'wallet';

/** One attempt to pay a session by one method. Committed before the gateway is called, so its outcome can be asked for. */
@Entity('checkout_attempts')
export class CheckoutAttempt extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** Internal id of its session. */
  @Column({ type: 'uuid', name: 'checkout_session_id', update: false }) checkoutSessionId: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  /** Its name at the gateway. */
  @Column({ type: 'text', update: false }) reference: string;
  /** Whose request took its last step: that request, repeated, asks for the outcome instead of sending again. */
  @Column('text', { name: 'request_key', nullable: true }) requestKey: string | null;
  @Column('text') status: AttemptStatus;
  @Column({ type: 'bigint', name: 'charge_minor', transformer: minorUnits, update: false })
  chargeMinor: bigint;
  @Column({ type: 'text', name: 'charge_currency', update: false }) chargeCurrency: Currency;
  /** What its price was converted at, as it is shown; null where it was not. */
  @Column({ type: 'numeric', name: 'charge_rate', nullable: true, update: false }) chargeRate: string | null;
  /** The gateway's handle for the buyer's next step. */
  @Column('text', { name: 'gw_ref', nullable: true }) gwRef: string | null;
  /** Handles of earlier steps, which callers may still use. */
  @Column('text', { name: 'earlier_gw_refs', array: true }) earlierGwRefs: string[];
  @Column('text', { name: 'auth_mode', nullable: true }) authMode: AuthMode | null;
  /** The bank's page, where the buyer's step is a redirect. */
  @Column('text', { name: 'redirect_url', nullable: true }) redirectUrl: string | null;
  @Column({ type: 'text', update: false }) method: PaymentMethod;
  /** What the buyer has to do away from the page; null where there is nothing to do, or nothing known yet. */
  @Column('jsonb', { nullable: true }) instructions: KeptInstructions | null;
  /** Until when the instructions hold; null: as long as the gateway waits. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;
  /** When to look again for money on an account number whose attempt has ended. */
  @Column('timestamptz', { name: 'watch_at', nullable: true }) watchAt: Date | null;
  @Column({ type: 'text', update: false }) gateway: string;
  /** The account whose wallet paid; null where a gateway collects the money. */
  @Column({ type: 'uuid', name: 'payer_id', nullable: true, update: false }) payerId: string | null;
  /** Confirmed by a guest who pays into escrow; null for all others. */
  @Column({ type: 'text', name: 'buyer_email', nullable: true, update: false }) buyerEmail: string | null;
  /** The confirmation that its buyer's browser holds. */
  @Column({ type: 'uuid', name: 'buyer_proof', nullable: true, update: false }) buyerProof: string | null;
  /** The text by which the buyer agreed to further charges of the card; null: to none. */
  @Column({ type: 'text', name: 'consent_terms', nullable: true, update: false }) consentTerms: string | null;
  @Column({ type: 'text', name: 'consent_address', nullable: true, update: false })
  consentAddress: string | null;
  @Column('text', { name: 'card_brand', nullable: true }) cardBrand: string | null;
  @Column('text', { name: 'card_last4', nullable: true }) cardLast4: string | null;
  @Column('text', { name: 'gateway_transaction_id', nullable: true }) gatewayTransactionId: string | null;
  @Column('text', { nullable: true }) failure: string | null;
  @Column('smallint') tries: number;
  @Column({ type: 'bigint', name: 'received_minor', transformer: minorUnits, nullable: true })
  receivedMinor: bigint | null;
  @Column('text', { name: 'received_currency', nullable: true }) receivedCurrency: Currency | null;
  @Column('text', { name: 'unapplied_reason', nullable: true }) unappliedReason: UnappliedReason | null;
  @Column('timestamptz', { name: 'ask_at', nullable: true }) askAt: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('int') override version = 0;

  constructor(started?: NewAttempt) {
    super();
    if (!started) return;
    this.id = started.id;
    this.checkoutSessionId = started.session.id;
    this.ownerId = started.session.ownerId;
    this.mode = started.session.mode;
    this.reference = started.reference;
    this.gateway = started.gateway;
    this.method = started.method ?? 'card';
    this.payerId = started.payerId ?? null;
    this.buyerEmail = started.buyer?.email ?? null;
    this.buyerProof = started.buyer?.proofId ?? null;
    this.consentTerms = started.consent?.terms ?? null;
    this.consentAddress = started.consent?.address ?? null;
    this.cardBrand = this.cardLast4 = null;
    if (started.card) this.nameCard(started.card);
    this.expiresAt = started.expiresAt ?? null;
    this.chargeMinor = started.price.charge.minor;
    this.chargeCurrency = started.price.charge.currency;
    this.chargeRate = started.price.rate?.toDecimal() ?? null;
    this.createdAt = started.now;
    this.redirectUrl = this.instructions = this.watchAt = this.endedAt = null;
    this.gatewayTransactionId = this.receivedMinor = this.receivedCurrency = null;
    this.unappliedReason = null;
    this.keep(Charge.begin(started.requestKey, started.now));
  }

  /** Further money on the account number of `first`, whose own end has come: an attempt of its own. */
  static further(first: CheckoutAttempt, transactionId: string, now: Date): CheckoutAttempt {
    const { checkoutSessionId, ownerId, mode } = first;
    return new CheckoutAttempt({
      id: uuidv7(now),
      session: { id: checkoutSessionId, ownerId, mode },
      reference: `${first.reference}/${transactionId}`,
      requestKey: null,
      gateway: first.gateway,
      method: first.method,
      price: { charge: first.chargeAmount, rate: null },
      buyer: first.buyer,
      now,
    });
  }

  /** Money out of a wallet of this platform, taken in the same commit. `payerId` is null in test mode. */
  static fromWallet(
    given: Omit<NewAttempt, 'gateway' | 'requestKey' | 'method' | 'expiresAt' | 'payerId'>,
    payerId: string | null,
  ): CheckoutAttempt {
    const { id, reference, price, now } = given;
    const wallet = { gateway: WALLET, requestKey: null, method: 'wallet', payerId } as const;
    const attempt = new CheckoutAttempt({ ...given, ...wallet });
    attempt.succeed({ gatewayTransactionId: id, gwRef: reference, amount: price.charge }, now);
    return attempt;
  }

  /** Its charge at the gateway; only its own methods say what may become of it. */
  get charge(): Charge {
    const { requestKey, gwRef, earlierGwRefs, authMode, tries, failure, askAt } = this;
    const step = { requestKey, gwRef, earlierGwRefs, authMode, tries, failure, askAt };
    return new Charge({ ...step, status: this.chargeStatus, startedAt: this.createdAt });
  }

  /** The guest who pays into escrow; null for all others. */
  get buyer(): ConfirmedBuyer | null {
    const { buyerEmail: email, buyerProof: proofId } = this;
    return email === null || proofId === null ? null : { email, proofId };
  }

  get chargeAmount(): Money {
    return new Money(this.chargeMinor, this.chargeCurrency);
  }

  /** What arrived; null: nothing has. */
  get received(): Money | null {
    return this.receivedMinor === null ? null : new Money(this.receivedMinor, this.receivedCurrency!);
  }

  get isInFlight(): boolean {
    return this.status === 'calling' || this.status === 'waiting';
  }

  /** Whether its money has been recorded. */
  get isSettled(): boolean {
    return ['succeeded', 'unapplied', 'refunded', 'applied'].includes(this.status);
  }

  /** The buyer owes the next step, or, without an `authMode`, the gateway itself is not done. */
  waitFor(step: WaitingStep, now: Date): void {
    this.keep(this.charge.wait(step, now));
    this.redirectUrl = step.redirectUrl ?? null;
    this.instructions = step.instructions ?? null;
    if (step.expiresAt && (!this.expiresAt || step.expiresAt < this.expiresAt))
      this.expiresAt = step.expiresAt;
  }

  /** The buyer sends a code: claimed before the gateway is called, so that no code goes out twice at once. */
  submitCode(now: Date, requestKey: string | null = null): void {
    if (this.status === 'calling') throw paymentUnderWay();
    if (!this.charge.takesCode) throw waitsForNoCode();
    this.keep(this.charge.submitCode(requestKey ?? this.requestKey, now));
  }

  /** The gateway did not take the code: the charge waits for another one, or has failed after the last. */
  refuseCode(now: Date): void {
    this.keep(this.charge.refuseCode(now));
    if (!this.isInFlight) this.end(now);
  }

  /** The answer to the call is lost. */
  askNow(now: Date): void {
    this.keep(this.charge.askNow(now));
  }

  /** The gateway was asked and had no final answer. */
  askLater(now: Date, sessionEnds: Date): void {
    this.keep(this.charge.askLater(now, sessionEnds));
  }

  /**
   * Whether a charge that the gateway does not know may be taken for one that never reached it. Where the buyer first
   * needs a number, a code or an address, and was given none, there is nothing to wait for.
   */
  isNotFound(now: Date): boolean {
    return needsInstructions(this.method) ? this.status === 'calling' : this.charge.isNotFound(now);
  }

  /** Whether the buyer was sent elsewhere to pay, and may come back at any time. */
  get isAwaitingAsyncPayment(): boolean {
    return this.status === 'waiting' && this.method !== 'card' && this.method !== 'wallet';
  }

  /** Whether the buyer's instructions still hold. */
  isStillValid(now: Date): boolean {
    return this.expiresAt === null || this.expiresAt > now;
  }

  /** The next time to look for money on the account number of an attempt that has ended; null: never again. */
  watchNextAt(at: Date | null): void {
    this.watchAt = at;
  }

  succeed(payment: ReceivedPayment, now: Date): void {
    this.keep(this.charge.succeed(payment.gwRef));
    this.receive(payment, now);
  }

  /** Money that no session can take: recorded, and for some reasons refunded by itself. Its `UnappliedPayment` continues from here. */
  setAside(
    payment: ReceivedPayment,
    reason: SetAsideReason,
    { sessionId, appId }: { sessionId: string; appId: string | null },
    now: Date,
  ): void {
    this.succeed(payment, now);
    this.status = 'unapplied';
    this.unappliedReason = reason;
    this.record(
      new PaymentUnapplied(this.checkoutSessionId, this.ownerId, this.mode, {
        sessionId,
        appId,
        attemptId: this.id,
        method: this.method,
        gateway: this.gateway,
        gatewayTransactionId: payment.gatewayTransactionId,
        amount: payment.amount,
        reason,
      }),
    );
  }

  fail(reason: string, now: Date, gwRef: string | null = this.gwRef): void {
    this.keep(this.charge.fail(reason, gwRef));
    this.end(now);
  }

  /** The gateway took no part in it: the same request may begin another. */
  reject(reason: string, now: Date): void {
    this.keep(this.charge.reject(reason));
    this.end(now);
  }

  /** The buyer did not finish. */
  abandon(now: Date): void {
    this.keep(this.charge.abandon('The payment was not finished'));
    this.end(now);
  }

  private receive({ gatewayTransactionId, amount, card }: ReceivedPayment, now: Date): void {
    if (card) this.nameCard(card);
    this.gatewayTransactionId = gatewayTransactionId;
    this.receivedMinor = amount.minor;
    this.receivedCurrency = amount.currency;
    this.end(now);
  }

  /** Of what the gateway says only four digits are kept. */
  private nameCard({ brand, last4 }: CardName): void {
    if (!/^\d{4}$/.test(last4)) return;
    this.cardBrand = brand.toLowerCase();
    this.cardLast4 = last4;
  }

  private end(now: Date): void {
    this.endedAt = now;
    this.redirectUrl = null;
    // The number is known to the buyer, who may use it again or late, and the event about it may be lost.
    if (this.method === 'bank_transfer' && this.instructions)
      this.watchAt = addSeconds(now, FIRST_WATCH_SECONDS);
  }

  private keep(charge: Charge): void {
    this.status = charge.status;
    this.requestKey = charge.requestKey;
    this.gwRef = charge.gwRef;
    this.earlierGwRefs = [...charge.earlierGwRefs];
    this.authMode = charge.authMode;
    this.tries = charge.tries;
    this.failure = charge.failure;
    this.askAt = charge.askAt;
  }

  /** What was received is set aside, refunded or applied after its charge has succeeded. */
  private get chargeStatus(): ChargeStatus {
    const { status } = this;
    return status === 'unapplied' || status === 'refunded' || status === 'applied' ? 'succeeded' : status;
  }
}

/** Whether a buyer can pay only with instructions. */
function needsInstructions(method: PaymentMethod): boolean {
  return method === 'bank_transfer' || method === 'ussd' || method === 'extwallet';
}
