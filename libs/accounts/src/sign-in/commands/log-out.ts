import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { Sessions } from '../session.repository';

/** Ends the session of a refresh token, with its access tokens. An unknown token changes nothing. */
export class LogOut extends Command<void> {
  constructor(readonly refreshToken: string) {
    super();
  }
}

@CommandHandler(LogOut)
export class LogOutHandler implements ICommandHandler<LogOut> {
  constructor(
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  async execute({ refreshToken }: LogOut): Promise<void> {
    const token = await this.sessions.findToken(refreshToken);
    const session = token && (await this.sessions.findOneBy({ id: token.sessionId }));
    if (!session?.isOpen(this.clock.now())) return;
    session.end('logout', this.clock.now());
    this.sessions.save(session);
  }
}
