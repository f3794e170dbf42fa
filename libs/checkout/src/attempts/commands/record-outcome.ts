import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CardLimitsService, WaitingCardsStore } from '@app/charges';
import { Clock } from '@app/kernel';
import {
  type AttemptOutcome,
  type AttemptReport,
  reportOf,
  AttemptOutcomesService,
} from '../attempt-outcomes.service';
import type { CheckoutAttempt } from '../checkout-attempt.aggregate';
import { CheckoutAttemptRepository } from '../checkout-attempt.repository';
import type { CheckoutSession } from '../../sessions/checkout-session.aggregate';
import { CheckoutSessionRepository } from '../../sessions/checkout-session.repository';

/**
 * Records the outcome of an attempt, with its effects on the session. An outcome that is already known, or arrives too
 * late, changes nothing; the result is the current state in either case.
 */
export class RecordOutcome extends Command<AttemptReport> {
  constructor(
    readonly attemptId: string,
    readonly outcome: AttemptOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordOutcome)
export class RecordOutcomeHandler implements ICommandHandler<RecordOutcome> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly outcomes: AttemptOutcomesService,
    private readonly cards: CardLimitsService,
    private readonly waiting: WaitingCardsStore,
    private readonly clock: Clock,
  ) {}

  async execute({ attemptId, outcome }: RecordOutcome): Promise<AttemptReport> {
    const attempt = await this.attempts.byId(attemptId);
    const session = await this.sessions.byId(attempt.checkoutSessionId);
    const before = session.status;
    const wasCalling = attempt.status === 'calling';
    const waitsForPin = [attempt, outcome].some((step) => 'authMode' in step && step.authMode === 'pin');
    if (await this.outcomes.apply(outcome, attempt, session, this.clock.now())) {
      const hasFailed = attempt.status === 'failed';
      if (attempt.method === 'card' && (hasFailed || isNoLongerCounted(attempt, session, wasCalling)))
        await this.cards.conclude(attempt.reference, hasFailed, session.cardPayee, session.ownerId);
      if (session.status !== before) this.sessions.save(session);
      this.attempts.save(attempt);
    }
    if (waitsForPin && !attempt.isInFlight) this.waiting.erase(attempt.reference);
    return reportOf(session, attempt);
  }
}

/**
 * Whether a card that has not failed is no longer counted as a try. The card of a stranger is counted for their network until
 * it is paid, because its holder may have got a code from the bank; any other one only until the company has answered.
 */
function isNoLongerCounted(
  attempt: CheckoutAttempt,
  { cardPayee: { kind } }: CheckoutSession,
  wasCalling: boolean,
): boolean {
  if (kind === 'public-key' || kind === 'page') return attempt.isSettled;
  return wasCalling && attempt.status !== 'calling';
}
