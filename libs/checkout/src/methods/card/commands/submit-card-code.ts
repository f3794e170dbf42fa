import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { type AttemptReport, reportOf } from '../../../attempts/attempt-outcome';
import { sessionExpired, sessionPaid } from '../../../checkout.errors';
import type { CheckoutAttempt } from '../../../attempts/checkout-attempt.aggregate';
import { CheckoutAttempts } from '../../../attempts/checkout-attempt.repository';
import type { CheckoutSession } from '../../../sessions/checkout-session.aggregate';
import { CheckoutSessions } from '../../../sessions/checkout-session.repository';

/** The intent to send the buyer's PIN or OTP: counted and claimed before the gateway is called. */
export class SubmitCardCode extends Command<{
  attemptId: string;
  reference: string;
  report: AttemptReport;
  /** The same request sent the code before: the gateway may have it already. */
  isRepeated: boolean;
}> {
  constructor(
    readonly checkoutSessionId: string,
    readonly gwRef: string,
    /** Payer and idempotency key of the request; null where it came without a key. */
    readonly requestKey: string | null,
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

  async execute({ checkoutSessionId, gwRef, requestKey }: SubmitCardCode) {
    const now = this.clock.now();
    const session = await this.sessions.byId(checkoutSessionId);
    const earlier = requestKey && (await this.attempts.begunBy(checkoutSessionId, requestKey, now));
    if (earlier) return begun(session, earlier, true);
    const attempt = await this.attempts.byGwRef(checkoutSessionId, gwRef);
    if (session.isOver(now)) throw sessionExpired();
    if (session.status === 'completed') throw sessionPaid();
    attempt.submitCode(now, requestKey);
    this.attempts.save(attempt);
    return begun(session, attempt, false);
  }
}

function begun(session: CheckoutSession, attempt: CheckoutAttempt, isRepeated: boolean) {
  const { id: attemptId, reference } = attempt;
  return { attemptId, reference, report: reportOf(session, attempt), isRepeated };
}
