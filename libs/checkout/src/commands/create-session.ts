import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type NewSession, SessionOpening } from '../session-opening';
import { SessionTokens } from '../session-token';
import { type SessionView, sessionView } from '../session.view';

/** Opens a session for a buyer to pay. */
export class CreateSession extends Command<SessionView> {
  constructor(readonly wish: NewSession) {
    super();
  }
}

@CommandHandler(CreateSession)
export class CreateSessionHandler implements ICommandHandler<CreateSession> {
  constructor(
    private readonly opening: SessionOpening,
    private readonly tokens: SessionTokens,
  ) {}

  execute({ wish }: CreateSession): Promise<SessionView> {
    const session = this.opening.open(wish);
    return Promise.resolve(sessionView(session, this.tokens.urlOf(session), session.createdAt));
  }
}
