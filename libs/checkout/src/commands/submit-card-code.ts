import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { type AttemptReport, reportOf } from '../attempt-outcome';
import { sessionExpired, sessionPaid } from '../checkout.errors';
import { CheckoutAttempts } from '../checkout-attempts';
import { CheckoutSessions } from '../checkout-sessions';

/** The intent to send the buyer's PIN or OTP: counted and claimed before the gateway is called. */
export class SubmitCardCode extends Command<{
  attemptId: string;
  reference: string;
  report: AttemptReport;
}> {
  constructor(
    readonly checkoutSessionId: string,
    readonly gwRef: string,
  ) {
    super();
  }
}

@CommandHandler(SubmitCardCode)
export class SubmitCardCodeHandler implements ICommandHandler<SubmitCardCode> {
  constructor(
    private readonly sessions: CheckoutSessions,
    private readonly attempts: CheckoutAttempts,
    private readonly clock: Clock,
  ) {}

  async execute({ checkoutSessionId, gwRef }: SubmitCardCode) {
    const attempt = await this.attempts.byGwRef(checkoutSessionId, gwRef);
    const session = await this.sessions.byId(checkoutSessionId);
    const now = this.clock.now();
    if (session.isOver(now)) throw sessionExpired();
    if (session.status === 'completed') throw sessionPaid();
    attempt.submitCode(now);
    this.attempts.save(attempt);
    return { attemptId: attempt.id, reference: attempt.reference, report: reportOf(session, attempt) };
  }
}
