import { Injectable } from '@nestjs/common';
import type { ReceivedPayment } from '@app/charges';
import type { PaymentUnapplied } from '@app/ledger';
import type { AttemptOutcome } from './attempt-outcome';
import type { CheckoutAttempt } from './checkout-attempt.aggregate';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';
import { SessionCompletion } from '../sessions/session-completion.service';

/** What an attempt's outcome means for the attempt and for its session: the rules of the contract's "Checkout", in one place. */
@Injectable()
export class AttemptOutcomes {
  constructor(private readonly completion: SessionCompletion) {}

  /** Whether the outcome was news. */
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

  private async pay(payment: ReceivedPayment, attempt: CheckoutAttempt, session: CheckoutSession, now: Date) {
    if (attempt.isSettled) return false;
    const reason = whySetAside(payment, attempt, session, now);
    if (reason) {
      attempt.setAside(payment, reason, session.sessionId, now);
      session.paymentFailed(attempt, 'amount_mismatch', 'The gateway took another amount');
      return true;
    }
    attempt.succeed(payment, now);
    const { gatewayTransactionId, amount: charged } = payment;
    const { id: attemptId, gateway } = attempt;
    const certain = { attemptId, charged, gateway, gatewayTransactionId };
    (await this.completion.prepare(session, certain, now)).apply();
    return true;
  }

  /** A session whose time is over ends together with the attempt that kept it open. */
  private abandon(attempt: CheckoutAttempt, session: CheckoutSession, now: Date): boolean {
    // The buyer has sent a code meanwhile: that one decides.
    if (attempt.status !== 'waiting') return false;
    attempt.abandon(now);
    session.paymentFailed(attempt, 'abandoned', null);
    if (session.status === 'pending' && session.isOver(now)) session.expire();
    return true;
  }
}

/** Why this money is not what the session is waiting for; null where it is. */
function whySetAside(
  { amount }: ReceivedPayment,
  attempt: CheckoutAttempt,
  session: CheckoutSession,
  now: Date,
): PaymentUnapplied['data']['reason'] | null {
  if (session.status === 'completed') return 'already-paid';
  if (!session.canTakePayment(now)) return 'expired';
  // A deposit credits whatever arrives.
  return session.origin === 'deposit' || amount.equals(attempt.chargeAmount) ? null : 'amount-mismatch';
}
