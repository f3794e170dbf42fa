import { type AuthMode, Charge, type ChargeStatus, type ReceivedPayment } from '@app/charges';
import { minorUnits } from '@app/database';
import { type Currency, type Mode, Money, uuidv7 } from '@app/kernel';
import { PaymentUnapplied, UnappliedPaymentApplied } from '@app/ledger';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { firstLookAt, nextLookAt } from './account-watch.policy';
import { paymentUnderWay, waitsForNoCode } from '../checkout.errors';
import { type AttemptStatus, attemptStates } from '../checkout.states';
import type { KeptInstructions } from '../methods/async/instructions.view';
import { ASYNC_METHODS, type PaymentMethod } from '../methods/payment-methods.policy';
import type { Price } from './price';
import { RefundablePayment } from './refundable-payment.aggregate';

/** The gateway of money out of a wallet of our own, as sessions and events show it. */
export const WALLET = 'wallet';

/** What a charge waits for. */
export interface WaitingStep {
  gwRef: string;
  authMode: AuthMode | null;
  redirectUrl?: string;
  instructions?: KeptInstructions;
  /** Earlier than the attempt's own end where the gateway waits for less long. */
  expiresAt?: Date;
}

/** One try to pay a session, in one way. Committed before the gateway hears of it, so that its outcome can be asked for. */
@Entity('checkout_attempts')
export class CheckoutAttempt extends RefundablePayment {
  @PrimaryColumn('uuid')
  id: string;

  /** Internal id of its session. */
  @Column({ type: 'uuid', name: 'checkout_session_id', update: false })
  checkoutSessionId: string;

  @Column({ type: 'uuid', name: 'owner_id', update: false })
  ownerId: string;

  @Column({ type: 'text', update: false })
  mode: Mode;

  /** Its name at the gateway. */
  @Column({ type: 'text', update: false })
  reference: string;

  /** Whose request took its last step: that request, repeated, asks for the outcome instead of sending again. */
  @Column('text', { name: 'request_key', nullable: true })
  requestKey: string | null;

  @Column('text')
  status: AttemptStatus;

  @Column({ type: 'bigint', name: 'charge_minor', transformer: minorUnits, update: false })
  chargeMinor: bigint;

  @Column({ type: 'text', name: 'charge_currency', update: false })
  chargeCurrency: Currency;

  /** What its price was converted at, as it is shown; null where it was not. */
  @Column({ type: 'numeric', name: 'charge_rate', nullable: true, update: false })
  chargeRate: string | null;

  /** The gateway's handle for the buyer's next step. */
  @Column('text', { name: 'gw_ref', nullable: true })
  gwRef: string | null;

  @Column('text', { name: 'auth_mode', nullable: true })
  authMode: AuthMode | null;

  /** The bank's page, where the buyer's step is a redirect. */
  @Column('text', { name: 'redirect_url', nullable: true })
  redirectUrl: string | null;

  @Column({ type: 'text', update: false })
  method: PaymentMethod;

  /** What the buyer was told to do away from the page; null where there is nothing to do, or nothing known yet. */
  @Column('jsonb', { nullable: true })
  instructions: KeptInstructions | null;

  /** Until when the instructions hold; null: as long as the gateway waits. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  /** When to look again for money on an account number whose attempt has ended. */
  @Column('timestamptz', { name: 'watch_at', nullable: true })
  watchAt: Date | null;

  @Column({ type: 'text', update: false })
  gateway: string;

  /** The account whose wallet paid; null where a gateway collects the money. */
  @Column({ type: 'uuid', name: 'payer_id', nullable: true, update: false })
  payerId: string | null;

  @Column('text', { name: 'gateway_transaction_id', nullable: true })
  gatewayTransactionId: string | null;

  @Column('text', { nullable: true })
  failure: string | null;

  @Column('smallint')
  tries: number;

  @Column('smallint')
  questions: number;

  @Column('timestamptz', { name: 'ask_at', nullable: true })
  askAt: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', update: false })
  createdAt: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt: Date | null;

  @Column('int')
  override version = 0;

  static start(
    given: Pick<
      CheckoutAttempt,
      'id' | 'checkoutSessionId' | 'ownerId' | 'mode' | 'reference' | 'requestKey' | 'gateway'
    >,
    { charge, rate }: Price,
    now: Date,
    by: { method: PaymentMethod; expiresAt: Date | null } = { method: 'card', expiresAt: null },
  ): CheckoutAttempt {
    const begun = Charge.begin(given.requestKey, now);
    return Object.assign(new CheckoutAttempt(), given, by, {
      payerId: null,
      instructions: null,
      watchAt: null,
      status: begun.status,
      chargeMinor: charge.minor,
      chargeCurrency: charge.currency,
      chargeRate: rate?.toDecimal() ?? null,
      gwRef: null,
      authMode: null,
      redirectUrl: null,
      gatewayTransactionId: null,
      receivedMinor: null,
      receivedCurrency: null,
      unappliedReason: null,
      refundMinor: null,
      failure: null,
      tries: 0,
      questions: 0,
      askAt: begun.askAt,
      refundAt: null,
      unconfirmedRefunds: 0,
      refundId: null,
      createdAt: now,
      endedAt: null,
    });
  }

  /** Further money on the account number of `first`, whose own end has come: an attempt of its own. */
  static further(first: CheckoutAttempt, transactionId: string, now: Date): CheckoutAttempt {
    const { checkoutSessionId, ownerId, mode, gateway, method } = first;
    return CheckoutAttempt.start(
      {
        ...{ id: uuidv7(now), checkoutSessionId, ownerId, mode, gateway, requestKey: null },
        reference: `${first.reference}/${transactionId}`,
      },
      { charge: first.chargeAmount, rate: null },
      now,
      { method, expiresAt: null },
    );
  }

  /** Money out of a wallet of our own: taken in the same commit, so that nobody waits for it. `payerId` is null in test mode. */
  static fromWallet(
    given: Pick<CheckoutAttempt, 'id' | 'checkoutSessionId' | 'ownerId' | 'mode' | 'reference'>,
    price: Price,
    payerId: string | null,
    now: Date,
  ): CheckoutAttempt {
    const by = { method: 'wallet', expiresAt: null } as const;
    const attempt = CheckoutAttempt.start({ ...given, gateway: WALLET, requestKey: null }, price, now, by);
    attempt.payerId = payerId;
    attempt.succeed({ gatewayTransactionId: given.id, gwRef: given.reference, amount: price.charge }, now);
    return attempt;
  }

  /** Its charge at the gateway; only its own methods say what may become of it. */
  get charge(): Charge {
    return new Charge({
      status: this.chargeStatus,
      startedAt: this.createdAt,
      requestKey: this.requestKey,
      gwRef: this.gwRef,
      authMode: this.authMode,
      tries: this.tries,
      failure: this.failure,
      askAt: this.askAt,
    });
  }

  get chargeAmount(): Money {
    return new Money(this.chargeMinor, this.chargeCurrency);
  }

  get isInFlight(): boolean {
    return this.status === 'calling' || this.status === 'waiting';
  }

  /** Whether the gateway's word on it has already been taken. */
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
    return this.status === 'waiting' && (ASYNC_METHODS as readonly PaymentMethod[]).includes(this.method);
  }

  /** Whether what the buyer was told still holds. */
  isStillValid(now: Date): boolean {
    return this.expiresAt === null || this.expiresAt > now;
  }

  /** Somebody has looked for money on the account number of an attempt that has ended. */
  watched(now: Date): void {
    this.watchAt = nextLookAt(this.endedAt!, now);
  }

  succeed(payment: ReceivedPayment, now: Date): void {
    this.keep(this.charge.succeed(payment.gwRef));
    this.receive(payment, now);
  }

  /** Money that no session can take: recorded, and sent back by itself only where the session was paid already. */
  setAside(
    payment: ReceivedPayment,
    reason: PaymentUnapplied['data']['reason'],
    sessionId: string,
    now: Date,
  ): void {
    const status = attemptStates.next(this.status, 'set-aside');
    this.succeed(payment, now);
    this.status = status;
    this.unappliedReason = reason;
    this.refundAt = reason === 'already-paid' ? now : null;
    this.record(
      new PaymentUnapplied(this.checkoutSessionId, this.ownerId, this.mode, {
        sessionId,
        gateway: this.gateway,
        gatewayTransactionId: payment.gatewayTransactionId,
        amount: payment.amount,
        reason,
      }),
    );
  }

  /** An escrow it was paid into gives back so much of it, which its own event has booked: on its way at once. */
  giveBack(returned: Money, now: Date): void {
    this.status = attemptStates.next(this.status, 'give-back');
    this.unappliedReason = 'escrow-returned';
    this.refundMinor = returned.minor;
    this.refundAt = now;
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

  /** What was received, in the currency of `amount`: in proportion to what was asked for it, rounded down. */
  worth(amount: Money): Money {
    const received = this.received!;
    if (received.currency === amount.currency || received.currency !== this.chargeCurrency) return received;
    return new Money((amount.minor * received.minor) / this.chargeMinor, amount.currency);
  }

  /** Staff credit the merchant with it; without `to` where a deposit books the credit by an event of its own. */
  apply(now: Date, to?: { sessionId: string; accountId: string; credited: Money }): void {
    this.status = attemptStates.next(this.status, 'apply');
    this.endedAt = now;
    if (!to) return;
    this.record(
      new UnappliedPaymentApplied(this.checkoutSessionId, this.ownerId, this.mode, {
        ...to,
        gateway: this.gateway,
        gatewayTransactionId: this.gatewayTransactionId!,
        amount: this.received!,
      }),
    );
  }

  private receive({ gatewayTransactionId, amount }: ReceivedPayment, now: Date): void {
    this.gatewayTransactionId = gatewayTransactionId;
    this.receivedMinor = amount.minor;
    this.receivedCurrency = amount.currency;
    this.end(now);
  }

  private end(now: Date): void {
    this.endedAt = now;
    this.redirectUrl = null;
    // The number is known to the buyer, who may use it again or late, and the event about it may be lost.
    if (this.method === 'bank_transfer' && this.instructions) this.watchAt = firstLookAt(now);
  }

  private keep(charge: Charge): void {
    this.status = charge.status;
    this.requestKey = charge.requestKey;
    this.gwRef = charge.gwRef;
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
