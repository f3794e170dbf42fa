import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { AccessTokensService } from '../../sessions/access-tokens.service';
import { SessionRepository } from '../../sessions/session.repository';

/**
 * Ends the session of a refresh token, and the one that an access token names, with all their access tokens. Unknown
 * and expired tokens change nothing.
 */
export class LogOut extends Command<void> {
  constructor(
    readonly refreshToken: string,
    readonly accessToken: string | null,
  ) {
    super();
  }
}

@CommandHandler(LogOut)
export class LogOutHandler implements ICommandHandler<LogOut> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly accessTokens: AccessTokensService,
    private readonly clock: Clock,
  ) {}

  async execute({ refreshToken, accessToken }: LogOut): Promise<void> {
    const refresh = await this.sessions.findToken(refreshToken);
    const access = accessToken === null ? null : this.accessTokens.read(accessToken);
    const named = [refresh?.sessionId, access?.sessionId].filter((id) => id !== undefined);
    for (const id of new Set(named)) await this.end(id);
  }

  private async end(sessionId: string): Promise<void> {
    const now = this.clock.now();
    const session = await this.sessions.findOneBy({ id: sessionId });
    if (!session?.isOpen(now)) return;
    session.end('logout', now);
    this.sessions.save(session);
  }
}
