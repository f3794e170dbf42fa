import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type DomainError } from '@app/kernel';
import { accountFrozen, invalidRefreshToken, refreshTokenReused } from '../../account.errors';
import type { Client } from '../session.aggregate';
import { Sessions } from '../session.repository';
import { SessionIssuer, type Tokens } from '../session-issuer.service';
import { Users } from '../../people/user.repository';

/**
 * Exchanges a refresh token for a new pair. A token that was exchanged before may be stolen, so its session ends and
 * the result says so. Of two concurrent exchanges the second one ends the session too; clients with several tabs have
 * to share one exchange.
 */
export class RefreshSession extends Command<Tokens | DomainError> {
  constructor(
    readonly refreshToken: string,
    readonly client: Client,
  ) {
    super();
  }
}

@CommandHandler(RefreshSession)
export class RefreshSessionHandler implements ICommandHandler<RefreshSession> {
  constructor(
    private readonly sessions: Sessions,
    private readonly users: Users,
    private readonly sessionIssuer: SessionIssuer,
    private readonly clock: Clock,
  ) {}

  async execute({ refreshToken, client }: RefreshSession): Promise<Tokens | DomainError> {
    const now = this.clock.now();
    const token = await this.sessions.findToken(refreshToken);
    const session = token && (await this.sessions.findOneBy({ id: token.sessionId }));
    if (!session?.isOpen(now) || token!.expiresAt <= now) throw invalidRefreshToken();
    if (token!.rotatedAt) {
      session.end('token-reuse', now);
      this.sessions.save(session);
      return refreshTokenReused();
    }
    const user = await this.users.findOneBy({ id: session.userId });
    if (!user || user.frozenAt) throw accountFrozen();
    this.sessions.spendToken(token!);
    session.extend(client, now);
    this.sessions.save(session);
    return this.sessionIssuer.tokensOf(session);
  }
}
