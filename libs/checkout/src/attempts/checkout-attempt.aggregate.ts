import { minorUnits } from '@app/database';
import { type Currency, type Mode, Money, uuidv7 } from '@app/kernel';
import { PaymentUnapplied, UnappliedPaymentApplied } from '@app/ledger';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  firstLookAt,
  firstQuestionAt,
  nextLookAt,
  nextQuestionAt,
  responseDeadline,
} from './attempt-schedule.policy';
import { paymentUnderWay, waitsForNoCode } from '../checkout.errors';
import { type AttemptStatus, attemptStates } from '../checkout.states';
import type { KeptInstructions } from '../methods/async/instructions.view';
import { ASYNC_METHODS, type PaymentMethod } from '../methods/payment-methods.policy';
import type { Price } from './price';
import { RefundablePayment } from './refundable-payment.aggregate';

export type AuthMode = 'pin' | 'otp' | 'redirect';

const CODES_A_BUYER_MAY_TRY = 5;
/** Questions about a charge the gateway knows nothing of, before it is taken for never made. */
const QUESTIONS_BEFORE_NOT_FOUND = 3;
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

export interface ReceivedPayment {
  gatewayTransactionId: string;
  gwRef: string;
  amount: Money;
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
    return Object.assign(new CheckoutAttempt(), given, by, {
      payerId: null,
      instructions: null,
      watchAt: null,
      status: attemptStates.initial,
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
      askAt: responseDeadline(now),
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
      { charge: first.charge, rate: null },
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

  get charge(): Money {
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
    this.status = attemptStates.next(this.status, 'wait');
    Object.assign(this, {
      gwRef: step.gwRef,
      authMode: step.authMode,
      redirectUrl: step.redirectUrl ?? null,
      instructions: step.instructions ?? null,
    });
    if (step.expiresAt && (!this.expiresAt || step.expiresAt < this.expiresAt))
      this.expiresAt = step.expiresAt;
    this.questions = 0;
    this.askAt = firstQuestionAt(now);
  }

  /** The buyer sends a code: claimed before the gateway is called, so that no code goes out twice at once. */
  submitCode(now: Date, requestKey: string | null = null): void {
    if (this.status === 'calling') throw paymentUnderWay();
    const takesCode = this.status === 'waiting' && (this.authMode === 'pin' || this.authMode === 'otp');
    if (!takesCode) throw waitsForNoCode();
    this.status = attemptStates.next(this.status, 'call');
    this.tries += 1;
    this.requestKey = requestKey ?? this.requestKey;
    this.askAt = responseDeadline(now);
  }

  /** The gateway did not take the code; the charge itself still stands. */
  codeRefused(now: Date): void {
    this.status = attemptStates.next(this.status, 'wait');
    this.askAt = firstQuestionAt(now);
  }

  get triesLeft(): number {
    return CODES_A_BUYER_MAY_TRY - this.tries;
  }

  /** Nobody heard what became of the call: ask as soon as possible. */
  outcomeUnknown(now: Date): void {
    this.askAt = now;
  }

  /** The gateway was asked and had no final answer. */
  stillOpen(now: Date, sessionEnds: Date): void {
    this.askAt = nextQuestionAt(now, this.questions, sessionEnds);
    this.questions = Math.min(this.questions + 1, 100);
  }

  /**
   * Whether a charge that the gateway has not heard of may be taken for one that never reached it. Where the buyer
   * first has to be told a number, a code or an address, and was told none, there is nothing to wait for.
   */
  get isNotFound(): boolean {
    const enough = needsTelling(this.method) ? 0 : QUESTIONS_BEFORE_NOT_FOUND;
    return this.status === 'calling' && this.questions >= enough;
  }

  /** Whether the buyer was sent elsewhere to pay, and nobody minds when they come back. */
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
    this.status = attemptStates.next(this.status, 'succeed');
    this.receive(payment, now);
  }

  /** Money that no session can take: recorded, and sent back by itself only where the session was paid already. */
  setAside(
    payment: ReceivedPayment,
    reason: PaymentUnapplied['data']['reason'],
    sessionId: string,
    now: Date,
  ): void {
    this.status = attemptStates.next(this.status, 'set-aside');
    this.receive(payment, now);
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
    this.status = attemptStates.next(this.status, 'fail');
    this.gwRef = gwRef;
    this.end(reason, now);
  }

  /** The gateway took no part in it: the same request may begin another. */
  reject(reason: string, now: Date): void {
    this.fail(reason, now);
    this.requestKey = null;
  }

  /** The buyer did not finish. */
  abandon(now: Date): void {
    this.status = attemptStates.next(this.status, 'abandon');
    this.end('The payment was not finished', now);
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

  private receive({ gatewayTransactionId, gwRef, amount }: ReceivedPayment, now: Date): void {
    this.gatewayTransactionId = gatewayTransactionId;
    this.gwRef = gwRef;
    this.receivedMinor = amount.minor;
    this.receivedCurrency = amount.currency;
    this.end(null, now);
  }

  private end(failure: string | null, now: Date): void {
    Object.assign(this, { failure, endedAt: now, askAt: null, authMode: null, redirectUrl: null });
    // The number is known to somebody, who may use it again or late, and word of it may be lost.
    if (this.method === 'bank_transfer' && this.instructions) this.watchAt = firstLookAt(now);
  }
}

/** Whether a buyer can pay only after having been told how. */
function needsTelling(method: PaymentMethod): boolean {
  return method === 'bank_transfer' || method === 'ussd' || method === 'extwallet';
}
