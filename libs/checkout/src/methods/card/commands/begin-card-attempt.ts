import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BegunStep } from '@app/charges';
import { Clock, uuidv7 } from '@app/kernel';
import { type AttemptReport, begunStep, AttemptOutcomes } from '../../../attempts/attempt-outcomes.service';
import { rateMissing } from '../../../checkout.errors';
import { CardAttemptLimits } from '../card-attempt-limits.service';
import { CardPrices } from '../card-prices.service';
import { CheckoutAttempt } from '../../../attempts/checkout-attempt.aggregate';
import { CheckoutAttempts, newReference } from '../../../attempts/checkout-attempt.repository';
import { CheckoutSessions } from '../../../sessions/checkout-session.repository';

/** The intent to charge a card, committed before the gateway is called. */
export class BeginCardAttempt extends Command<BegunStep<AttemptReport>> {
  constructor(
    /** Internal id of the session. */
    readonly checkoutSessionId: string,
    readonly gateway: string,
    /** Payer and idempotency key of the request; null where it came without a key. */
    readonly requestKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(BeginCardAttempt)
export class BeginCardAttemptHandler implements ICommandHandler<BeginCardAttempt> {
  constructor(
    private readonly sessions: CheckoutSessions,
    private readonly attempts: CheckoutAttempts,
    private readonly prices: CardPrices,
    private readonly outcomes: AttemptOutcomes,
    private readonly limits: CardAttemptLimits,
    private readonly clock: Clock,
  ) {}

  async execute({
    checkoutSessionId,
    gateway,
    requestKey,
  }: BeginCardAttempt): Promise<BegunStep<AttemptReport>> {
    const now = this.clock.now();
    const earlier = requestKey && (await this.attempts.begunBy(checkoutSessionId, requestKey, now));
    const session = await this.sessions.byId(checkoutSessionId);
    if (earlier) return begunStep(session, earlier, true);
    const id = uuidv7(now);
    session.assertOffers('card');
    await this.limits.check(session, now);
    const { released } = await this.outcomes.releaseOrKeep(session, now);
    session.startPayment(id, now);
    const price = await this.prices.priceOf(session, session.origin === 'deposit');
    if (!price) throw rateMissing(session.currency);
    const reference = newReference();
    const attempt = new CheckoutAttempt({ id, session, reference, requestKey, gateway, price, now });
    this.sessions.save(session);
    if (released) this.attempts.save(released);
    this.attempts.add(attempt);
    return begunStep(session, attempt, false);
  }
}
