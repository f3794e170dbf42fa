import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { SessionStatus } from '../../sessions/session.states';
import { paymentUnderWay } from '../../common/checkout.errors';
import { CheckoutAttemptRepository } from '../checkout-attempt.repository';
import { CheckoutSessionRepository } from '../../sessions/checkout-session.repository';
import { AttemptOutcomesService } from '../attempt-outcomes.service';

/** The buyer comes back from wherever they were sent to pay, without having chosen another way yet. */
export class AbandonAttempt extends Command<{ sessionId: string; status: SessionStatus }> {
  constructor(readonly checkoutSessionId: string) {
    super();
  }
}

@CommandHandler(AbandonAttempt)
export class AbandonAttemptHandler implements ICommandHandler<AbandonAttempt> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly outcomes: AttemptOutcomesService,
    private readonly clock: Clock,
  ) {}

  async execute({ checkoutSessionId }: AbandonAttempt) {
    const session = await this.sessions.byId(checkoutSessionId);
    const { released } = await this.outcomes.releaseOrKeep(session, this.clock.now());
    if (session.status === 'processing') throw paymentUnderWay();
    if (released) {
      this.sessions.save(session);
      this.attempts.save(released);
    }
    return { sessionId: session.sessionId, status: session.status };
  }
}
