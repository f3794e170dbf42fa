import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CardLimits, WaitingCards } from '@app/charges';
import { Clock } from '@app/kernel';
import {
  type AttemptOutcome,
  type AttemptReport,
  reportOf,
  AttemptOutcomes,
} from '../attempt-outcomes.service';
import { CheckoutAttempts } from '../checkout-attempt.repository';
import { CheckoutSessions } from '../../sessions/checkout-session.repository';

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
    private readonly sessions: CheckoutSessions,
    private readonly attempts: CheckoutAttempts,
    private readonly outcomes: AttemptOutcomes,
    private readonly cards: CardLimits,
    private readonly waiting: WaitingCards,
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
      if (attempt.method === 'card' && (hasFailed || (wasCalling && attempt.status !== 'calling')))
        await this.cards.conclude(attempt.reference, hasFailed, session.cardPayee, session.ownerId);
      if (session.status !== before) this.sessions.save(session);
      this.attempts.save(attempt);
    }
    if (waitsForPin && !attempt.isInFlight) this.waiting.erase(attempt.reference);
    return reportOf(session, attempt);
  }
}
