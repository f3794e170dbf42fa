import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Mode } from '@app/kernel';
import { sessionExpired } from '../checkout.errors';
import { CheckoutSessions } from '../checkout-sessions';
import { SessionTokens } from '../session-token';
import { type SessionView, sessionView } from '../session.view';

/** Closes a session that nobody is paying, at its merchant's wish. */
export class ExpireSession extends Command<SessionView> {
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
    private readonly sessions: CheckoutSessions,
    private readonly tokens: SessionTokens,
    private readonly clock: Clock,
  ) {}

  async execute({ ownerId, mode, sessionId }: ExpireSession): Promise<SessionView> {
    const session = await this.sessions.ofOwner(ownerId, mode, sessionId);
    const now = this.clock.now();
    if (session.isOver(now)) throw sessionExpired();
    session.expire();
    this.sessions.save(session);
    return sessionView(session, this.tokens.urlOf(session), now);
  }
}
