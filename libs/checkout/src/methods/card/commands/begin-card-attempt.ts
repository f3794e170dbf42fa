import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Money, uuidv7 } from '@app/kernel';
import { type AttemptReport, reportOf } from '../../../attempts/attempt-outcome';
import { rateMissing } from '../../../checkout.errors';
import { CardAttemptLimits } from '../card-attempt-limits.service';
import { CardPrices } from '../card-prices.service';
import { CheckoutAttempt } from '../../../attempts/checkout-attempt.aggregate';
import { CheckoutAttempts, newReference } from '../../../attempts/checkout-attempt.repository';
import type { CheckoutSession } from '../../../sessions/checkout-session.aggregate';
import { CheckoutSessions } from '../../../sessions/checkout-session.repository';
import { MethodChange } from '../../method-change.service';

export interface BegunAttempt {
  attemptId: string;
  /** Its name at the gateway. */
  reference: string;
  charge: Money;
  /** The same request began it before: the gateway may already have been asked for the money. */
  isRepeated: boolean;
  report: AttemptReport;
}

/** The intent to charge a card, committed before the gateway hears of it. */
export class BeginCardAttempt extends Command<BegunAttempt> {
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
    private readonly change: MethodChange,
    private readonly limits: CardAttemptLimits,
    private readonly clock: Clock,
  ) {}

  async execute({ checkoutSessionId, gateway, requestKey }: BeginCardAttempt): Promise<BegunAttempt> {
    const now = this.clock.now();
    const earlier = requestKey && (await this.attempts.begunBy(checkoutSessionId, requestKey, now));
    const session = await this.sessions.byId(checkoutSessionId);
    if (earlier) return begun(session, earlier, true);
    const id = uuidv7(now);
    session.assertOffers('card');
    await this.limits.check(session, now);
    const { released } = await this.change.releaseOrKeep(session, now);
    session.startPayment(id, now);
    const price = await this.prices.priceOf(session);
    if (!price) throw rateMissing(session.currency);
    const { ownerId, mode } = session;
    const attempt = CheckoutAttempt.start(
      { id, checkoutSessionId, ownerId, mode, reference: newReference(), requestKey, gateway },
      price,
      now,
    );
    this.sessions.save(session);
    if (released) this.attempts.save(released);
    this.attempts.add(attempt);
    return begun(session, attempt, false);
  }
}

function begun(session: CheckoutSession, attempt: CheckoutAttempt, isRepeated: boolean): BegunAttempt {
  const { id: attemptId, reference, charge } = attempt;
  return { attemptId, reference, charge, isRepeated, report: reportOf(session, attempt) };
}
