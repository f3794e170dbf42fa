import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { SessionRepository } from '../../sessions/session.repository';

/** Ends one open session of a person. */
export class EndSession extends Command<void> {
  constructor(
    readonly userId: string,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, id }: EndSession): Promise<void> {
    const now = this.clock.now();
    const session = await this.sessions.findOneBy({ id, userId });
    if (!session?.isOpen(now)) throw notFound('Session');
    session.end('ended-by-owner', now);
    this.sessions.save(session);
  }
}
