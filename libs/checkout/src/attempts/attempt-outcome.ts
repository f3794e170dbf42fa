import type { AuthMode, BegunStep, ChargeOutcome } from '@app/charges';
import type { Mode, Money } from '@app/kernel';
import type { AttemptStatus, SessionStatus, UnappliedReason } from '../checkout.states';
import type { WaitingStep } from './attempt-terms';
import type { CheckoutAttempt } from './checkout-attempt.aggregate';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';
import type { KeptInstructions } from '../methods/async/instructions.view';
import type { PaymentMethod } from '../methods/payment-methods.policy';

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
    charge: attempt.chargeAmount,
    converted: attempt.chargeCurrency === session.currency ? null : attempt.chargeAmount,
    rate: attempt.chargeRate === null ? null : +attempt.chargeRate,
    failure: attempt.failure,
    unapplied: attempt.unappliedReason,
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
