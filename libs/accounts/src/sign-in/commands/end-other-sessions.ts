import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SessionRepository } from '../../sessions/session.repository';

/** Ends all sessions of a person except the one that asks for it. */
export class EndOtherSessions extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
  ) {
    super();
  }
}

@CommandHandler(EndOtherSessions)
export class EndOtherSessionsHandler implements ICommandHandler<EndOtherSessions> {
  constructor(private readonly sessions: SessionRepository) {}

  execute({ userId, sessionId }: EndOtherSessions): Promise<void> {
    this.sessions.endAll(userId, 'ended-by-owner', sessionId);
    return Promise.resolve();
  }
}
