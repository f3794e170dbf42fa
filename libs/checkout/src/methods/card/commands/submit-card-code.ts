import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BegunStep, SubmittedCode } from '@app/charges';
import { Clock, Times } from '@app/kernel';
import { type AttemptReport, begunStep } from '../../../attempts/attempt-outcomes.service';
import { rateOver, sessionExpired, sessionPaid } from '../../../common/checkout.errors';
import { CheckoutAttemptRepository } from '../../../attempts/checkout-attempt.repository';
import { CheckoutSessionRepository } from '../../../sessions/checkout-session.repository';

/** The intent to send the buyer's PIN or OTP: counted and claimed before the gateway is called. */
export class SubmitCardCode extends Command<BegunStep<AttemptReport>> {
  constructor(
    readonly checkoutSessionId: string,
    readonly code: SubmittedCode,
    /** Payer and idempotency key of the request; null where it came without a key. */
    readonly requestKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(SubmitCardCode)
export class SubmitCardCodeHandler implements ICommandHandler<SubmitCardCode> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  /** A code for a step that has passed is not sent: the caller gets the current state, as for a repeated request. */
  async execute({ checkoutSessionId, code, requestKey }: SubmitCardCode) {
    const now = this.clock.now();
    const session = await this.sessions.byId(checkoutSessionId);
    const earlier = requestKey && (await this.attempts.begunBy(checkoutSessionId, requestKey, now));
    if (earlier) return begunStep(session, earlier, true);
    const attempt = await this.attempts.byGwRef(checkoutSessionId, code.gwRef);
    if (session.isOver(await this.times.of(session))) throw sessionExpired();
    if (session.status === 'completed') throw sessionPaid();
    if (attempt.charge.isPast(code, attempt.id)) return begunStep(session, attempt, true);
    if (!attempt.isStillValid(now)) throw rateOver();
    attempt.submitCode(now, requestKey);
    this.attempts.save(attempt);
    return begunStep(session, attempt, false);
  }
}
