import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Mode, Times } from '@app/kernel';
import { sessionExpired } from '../../common/checkout.errors';
import { CheckoutSessionRepository } from '../checkout-session.repository';
import type { CheckoutSession } from '../checkout-session.aggregate';

/** Closes a session without an attempt in flight, as its merchant requests. */
export class ExpireSession extends Command<CheckoutSession> {
  constructor(
    readonly ownerId: string,
    readonly mode: Mode,
    readonly sessionId: string,
  ) {
    super();
  }
}

@CommandHandler(ExpireSession)
export class ExpireSessionHandler implements ICommandHandler<ExpireSession> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly times: Times,
  ) {}

  async execute({ ownerId, mode, sessionId }: ExpireSession): Promise<CheckoutSession> {
    const session = await this.sessions.ofOwner(ownerId, mode, sessionId);
    if (session.isOver(await this.times.of(session))) throw sessionExpired();
    session.expire();
    this.sessions.save(session);
    return session;
  }
}
