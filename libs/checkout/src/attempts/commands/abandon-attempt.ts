import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { SessionStatus } from '../../checkout.states';
import { paymentUnderWay } from '../../checkout.errors';
import { CheckoutAttempts } from '../checkout-attempt.repository';
import { CheckoutSessions } from '../../sessions/checkout-session.repository';
import { ChangeOfMethod } from '../../methods/change-of-method.service';

/** The buyer comes back from wherever they were sent to pay, without having chosen another way yet. */
export class GiveUpWaiting extends Command<{ sessionId: string; status: SessionStatus }> {
  constructor(readonly checkoutSessionId: string) {
    super();
  }
}

@CommandHandler(GiveUpWaiting)
export class GiveUpWaitingHandler implements ICommandHandler<GiveUpWaiting> {
  constructor(
    private readonly sessions: CheckoutSessions,
    private readonly attempts: CheckoutAttempts,
    private readonly change: ChangeOfMethod,
    private readonly clock: Clock,
  ) {}

  async execute({ checkoutSessionId }: GiveUpWaiting) {
    const session = await this.sessions.byId(checkoutSessionId);
    const { givenUp } = await this.change.of(session, this.clock.now());
    if (session.status === 'processing') throw paymentUnderWay();
    if (givenUp) {
      this.sessions.save(session);
      this.attempts.save(givenUp);
    }
    return { sessionId: session.sessionId, status: session.status };
  }
}
