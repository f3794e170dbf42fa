import type { Mode, Money } from '@app/kernel';
import type { GatewayStatus } from '../checkout.events';
import type { AttemptStatus, SessionStatus, UnappliedReason } from '../checkout.states';
import type { AuthMode, CheckoutAttempt, ReceivedPayment, WaitingStep } from './checkout-attempt.aggregate';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';
import type { KeptInstructions } from '../methods/async/instructions.view';
import type { PaymentMethod } from '../methods/payment-methods.policy';

/** What became of an attempt, as far as anybody knows. */
export type AttemptOutcome =
  /** Confirmed by the gateway itself, asked by reference. */
  | { kind: 'paid'; payment: ReceivedPayment }
  | ({ kind: 'waiting' } & WaitingStep)
  | { kind: 'failed'; gatewayStatus: GatewayStatus; reason: string; gwRef?: string }
  /** The code was not taken; the charge still waits for a right one. */
  | { kind: 'code-refused'; reason: string }
  /** Nobody heard the gateway's answer. */
  | { kind: 'unknown' }
  /** The gateway was asked, and the end is not known yet. */
  | { kind: 'open' }
  /** The buyer did not finish, and the gateway has no money. */
  | { kind: 'abandoned' };

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
    charge: attempt.charge,
    converted: attempt.chargeCurrency === session.currency ? null : attempt.charge,
    rate: attempt.chargeRate === null ? null : +attempt.chargeRate,
    failure: attempt.failure,
    unapplied: attempt.unappliedReason,
    triesLeft: attempt.triesLeft,
  };
}
