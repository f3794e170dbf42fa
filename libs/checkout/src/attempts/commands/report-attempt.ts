import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AttemptReport, reportOf } from '../attempt-outcomes.service';
import { CheckoutAttemptRepository } from '../checkout-attempt.repository';
import { CheckoutSessionRepository } from '../../sessions/checkout-session.repository';

/** Changes nothing: a request that asks for what stands already is answered, and remembered, through it. */
export class ReportAttempt extends Command<AttemptReport> {
  constructor(readonly attemptId: string) {
    super();
  }
}

@CommandHandler(ReportAttempt)
export class ReportAttemptHandler implements ICommandHandler<ReportAttempt> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
  ) {}

  async execute({ attemptId }: ReportAttempt): Promise<AttemptReport> {
    const attempt = await this.attempts.byId(attemptId);
    return reportOf(await this.sessions.byId(attempt.checkoutSessionId), attempt);
  }
}
