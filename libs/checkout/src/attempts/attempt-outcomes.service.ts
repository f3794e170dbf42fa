import { Injectable } from '@nestjs/common';
import type { AuthMode, BegunStep, ChargeOutcome, ReceivedPayment } from '@app/charges';
import { type Mode, type Money, Times } from '@app/kernel';
import type { AttemptStatus, WaitingStep } from './attempt-terms';
import type { CheckoutAttempt } from './checkout-attempt.aggregate';
import { CheckoutAttemptRepository } from './checkout-attempt.repository';
import { isRateOver } from './converted-price.policy';
import type { KeptInstructions } from './instructions.view';
import { CardPricesService } from './card-prices.service';
import type { PaymentMethod } from '../common/payment-methods.policy';
import type { SetAsideReason, UnappliedReason } from '../common/unapplied-payment.states';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';
import { isWhileFrozen, type Payee, PayeesQueries } from '../sessions/payees.queries';
import { PaymentAdmissions, SessionCompletionService } from '../sessions/session-completion.service';
import type { ConsentedCard } from '../sessions/paid-for.port';
import type { SessionStatus } from '../sessions/session.states';

/** What became of an attempt, as far as it is known. */
export type AttemptOutcome =
  | Exclude<ChargeOutcome, { kind: 'waiting' }>
  | ({ kind: 'waiting' } & WaitingStep)
  /** The buyer did not finish, and the gateway has no money. */
  | { kind: 'abandoned' };

/** For an asker who waits for the buyer no longer: ends a step that was not taken, where the gateway answers and has no money. */
export function giveUp(outcome: AttemptOutcome, { status }: { status: AttemptStatus }): AttemptOutcome {
  const mayBePaid = status !== 'waiting' || outcome.kind === 'paid' || outcome.kind === 'silent';
  return mayBePaid ? outcome : { kind: 'abandoned' };
}

/** What became of the attempt that a session was waiting for, when its buyer chose again. */
interface Release {
  kept: CheckoutAttempt | null;
  released: CheckoutAttempt | null;
}

/** Where an attempt and its session stand after an outcome was recorded. */
export interface AttemptReport {
  sessionId: string;
  mode: Mode;
  session: SessionStatus;
  attempt: AttemptStatus;
  method: PaymentMethod;
  authMode: AuthMode | null;
  gwRef: string | null;
  redirectUrl: string | null;
  instructions: KeptInstructions | null;
  expiresAt: Date | null;
  /** What the gateway is asked for. */
  charge: Money;
  /** What the card is charged, where that is another currency than the session's. */
  converted: Money | null;
  /** At which it was converted. */
  rate: number | null;
  failure: string | null;
  unapplied: UnappliedReason | null;
  /** What arrived; null: nothing has. */
  received: Money | null;
  /** Codes the buyer may still try. */
  triesLeft: number;
}

export function reportOf(session: CheckoutSession, attempt: CheckoutAttempt): AttemptReport {
  return {
    sessionId: session.sessionId,
    mode: session.mode,
    session: session.status,
    attempt: attempt.status,
    method: attempt.method,
    authMode: attempt.authMode,
    gwRef: attempt.gwRef,
    redirectUrl: attempt.redirectUrl,
    instructions: attempt.instructions,
    expiresAt: attempt.expiresAt,
    charge: attempt.chargeAmount,
    converted: attempt.chargeCurrency === session.currency ? null : attempt.chargeAmount,
    rate: attempt.chargeRate === null ? null : +attempt.chargeRate,
    failure: attempt.failure,
    unapplied: attempt.unappliedReason,
    received: attempt.received,
    triesLeft: attempt.charge.triesLeft,
  };
}

/** A step of an attempt, as the flow of charges wants it. */
export function begunStep(
  session: CheckoutSession,
  attempt: CheckoutAttempt,
  isRepeated: boolean,
): BegunStep<AttemptReport> {
  const { id, mode, reference, isInFlight } = attempt;
  return { id, mode, reference, isRepeated, isInFlight, report: reportOf(session, attempt) };
}

/** What an attempt's outcome means for the attempt and for its session: the rules of the contract's "Checkout", in one place. */
@Injectable()
export class AttemptOutcomesService {
  constructor(
    private readonly completion: SessionCompletionService,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly prices: CardPricesService,
    private readonly payees: PayeesQueries,
    private readonly admissions: PaymentAdmissions,
    private readonly times: Times,
  ) {}

  /** Whether the outcome changed anything. `now` is the real time, in which gateways are asked. */
  async apply(
    outcome: AttemptOutcome,
    attempt: CheckoutAttempt,
    session: CheckoutSession,
    now: Date,
  ): Promise<boolean> {
    if (outcome.kind === 'paid') return this.pay(outcome.payment, attempt, session, now);
    // Only money changes an attempt that has ended.
    if (!attempt.isInFlight) return false;
    switch (outcome.kind) {
      case 'waiting':
        if (attempt.status !== 'calling') return false;
        attempt.waitFor(outcome, now);
        return true;
      case 'failed':
        if (outcome.gatewayStatus === 'rejected') attempt.reject(outcome.reason, now);
        else attempt.fail(outcome.reason, now, outcome.gwRef);
        session.paymentFailed(attempt, outcome.gatewayStatus, outcome.reason);
        return true;
      case 'code-refused':
        if (attempt.status !== 'calling') return false;
        attempt.refuseCode(now);
        if (!attempt.isInFlight) session.paymentFailed(attempt, 'declined', outcome.reason);
        return true;
      case 'unknown':
        attempt.askNow(now);
        return true;
      case 'pending':
      case 'silent':
        attempt.askLater(now, session.expiresAt);
        return true;
      case 'not-found':
        if (attempt.isNotFound(now)) {
          attempt.fail(outcome.reason, now);
          session.paymentFailed(attempt, 'not_found', outcome.reason);
        } else attempt.askLater(now, session.expiresAt);
        return true;
      case 'abandoned':
        return this.abandon(attempt, session, now);
    }
  }

  /**
   * Frees a session from an attempt that waits for its buyer elsewhere; the caller saves both. A request for the same
   * payment keeps that attempt, and an attempt of any other kind is left alone. A released attempt keeps its reference,
   * so money that still arrives pays the session, or goes back where the session is paid.
   */
  async releaseOrKeep(
    session: CheckoutSession,
    now: Date,
    same: (attempt: CheckoutAttempt) => boolean = () => false,
  ): Promise<Release> {
    if (session.status !== 'processing') return { kept: null, released: null };
    const attempt = await this.attempts.byId(session.attemptId!);
    if (!attempt.isAwaitingAsyncPayment) return { kept: null, released: null };
    if (attempt.isStillValid(now) && same(attempt)) return { kept: attempt, released: null };
    attempt.abandon(now);
    session.releaseAttempt(attempt.id);
    return { kept: null, released: attempt };
  }

  private async pay(payment: ReceivedPayment, attempt: CheckoutAttempt, session: CheckoutSession, now: Date) {
    if (attempt.isSettled) return false;
    const [sessionTime, payee] = await Promise.all([this.times.of(session), this.payees.payeeOf(session)]);
    const refusal = payee.closed ? null : await this.completion.refusalOf(session);
    if (refusal) {
      this.refuse(payment, attempt, session, now);
      refusal.apply();
      return true;
    }
    const reason = whySetAside(payment, attempt, session, sessionTime, payee);
    if (reason) {
      attempt.setAside(payment, reason, session, now);
      if (reason === 'payee-closed') session.endUnpaid(attempt.id);
      else session.paymentFailed(attempt, 'amount_mismatch', 'The gateway took another amount');
      return true;
    }
    if (await this.isBelowPrice(attempt, session, now)) {
      attempt.setAside(payment, 'expired', session, now);
      session.paymentFailed(attempt, 'abandoned', 'The payment came after the end of its exchange rate');
      return true;
    }
    const entered = await this.admissions.complete(session, attempt.id);
    if (!entered) {
      this.refuse(payment, attempt, session, now);
      return true;
    }
    attempt.succeed(payment, now);
    const { gatewayTransactionId, amount: charged } = payment;
    const { id: attemptId, gateway, method, buyerEmail } = attempt;
    const card = consentedCard(payment, attempt);
    const certain = { attemptId, charged, gateway, method, gatewayTransactionId, buyerEmail, card };
    const completion = await this.completion.prepare(session, certain, sessionTime);
    entered.apply();
    completion.apply();
    return true;
  }

  /** The money goes back, and the session ends unless another attempt is in flight. */
  private refuse(payment: ReceivedPayment, attempt: CheckoutAttempt, session: CheckoutSession, now: Date) {
    attempt.setAside(payment, 'not-due', session, now);
    session.paymentFailed(attempt, 'abandoned', 'This is not to be paid any more');
    session.endUnpaid(attempt.id);
  }

  /** A late payment must not pay less than one that begins now, so that no buyer waits for the rate to move. */
  private async isBelowPrice(
    attempt: CheckoutAttempt,
    session: CheckoutSession,
    now: Date,
  ): Promise<boolean> {
    if (!isRateOver(attempt, now)) return false;
    const price = await this.prices.priceOf(session, false);
    return price === null || price.charge.minor > attempt.chargeMinor;
  }

  /** A session whose time is over ends together with the attempt that kept it open. */
  private async abandon(attempt: CheckoutAttempt, session: CheckoutSession, now: Date): Promise<boolean> {
    // The buyer has sent a code meanwhile: that one decides.
    if (attempt.status !== 'waiting') return false;
    attempt.abandon(now);
    session.paymentFailed(attempt, 'abandoned', null);
    if (session.status !== 'pending' || !session.isOver(await this.times.of(session))) return true;
    if (!isWhileFrozen(session, await this.payees.payeeOf(session))) session.expire();
    return true;
  }
}

/** Why this money is not what the session is waiting for; null where it is. */
function whySetAside(
  { amount }: ReceivedPayment,
  attempt: CheckoutAttempt,
  session: CheckoutSession,
  now: Date,
  { closed }: Payee,
): SetAsideReason | null {
  if (session.status === 'completed') return 'already-paid';
  if (closed) return 'payee-closed';
  if (!session.canTakePayment(now)) return 'expired';
  // A deposit credits whatever arrives.
  return session.origin === 'deposit' || amount.equals(attempt.chargeAmount) ? null : 'amount-mismatch';
}

/** The card that paid, where its payer agreed to further charges of it. */
function consentedCard(
  { card }: ReceivedPayment,
  { consentTerms: terms, consentAddress: address, createdAt: at }: CheckoutAttempt,
): ConsentedCard | null {
  return card && terms !== null ? { ...card, consent: { at, address, terms } } : null;
}
