import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addSeconds, Clock, type DomainError } from '@app/kernel';
import { accountFrozen, invalidRefreshToken, refreshTokenReused } from '../../common/account.errors';
import { DeviceTokensService } from '../../sessions/device-tokens.service';
import type { Client } from '../../sessions/session.aggregate';
import { type RefreshToken, SessionRepository } from '../../sessions/session.repository';
import { SessionIssuerService, type Tokens } from '../../sessions/session-issuer.service';
import { UserRepository } from '../../people/user.repository';

/** Tabs of one browser exchange the same token at about the same time, and a client whose response was lost repeats. */
const REPEAT_SECONDS = 20;

/**
 * Exchanges a refresh token for a new pair. The device or address that exchanged it gets the newest pair that followed
 * from it again for 20 seconds, at the same moment too. Any other token that was exchanged before may be stolen, so its
 * session ends and the result says so.
 */
export class RefreshSession extends Command<Tokens | DomainError> {
  constructor(
    readonly refreshToken: string,
    readonly client: Client,
    /** From the header `X-Device-Token`. */
    readonly deviceToken?: string,
  ) {
    super();
  }
}

@CommandHandler(RefreshSession)
export class RefreshSessionHandler implements ICommandHandler<RefreshSession> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly users: UserRepository,
    private readonly sessionIssuer: SessionIssuerService,
    private readonly deviceTokens: DeviceTokensService,
    private readonly clock: Clock,
  ) {}

  async execute({ refreshToken, client, deviceToken }: RefreshSession): Promise<Tokens | DomainError> {
    const now = this.clock.now();
    let text = refreshToken;
    let token = await this.sessions.findToken(text);
    const session = token && (await this.sessions.findOneBy({ id: token.sessionId }));
    if (!session?.isOpen(now) || token!.expiresAt <= now) throw invalidRefreshToken();
    const device = deviceToken === undefined ? null : this.deviceTokens.deviceOf(session.userId, deviceToken);
    let issuedAt: Date | null = null;
    // Another tab may have exchanged the next token too, which would end the session if it were sent again later.
    while (token?.rotatedAt) {
      if (addSeconds(token.rotatedAt, REPEAT_SECONDS) <= now || !isSameClient(token, client, device)) {
        session.end('token-reuse', now);
        this.sessions.save(session);
        return refreshTokenReused();
      }
      issuedAt = token.rotatedAt;
      text = this.sessions.nextOf(text);
      token = await this.sessions.findToken(text);
    }
    if (!token) throw invalidRefreshToken();
    const user = await this.users.findOneBy({ id: session.userId });
    if (!user || user.frozenAt) throw accountFrozen();
    if (issuedAt) return this.sessionIssuer.pairOf(session, text, issuedAt);
    this.sessions.spendToken(token, { at: now, ip: client.ip, device });
    session.extend(client, now);
    this.sessions.save(session);
    const next = this.sessions.issueToken(session, this.sessions.nextOf(text));
    return this.sessionIssuer.pairOf(session, next, now);
  }
}

/** Whether the client that exchanged the token sends it again, by its address or by the device token sent with both. */
function isSameClient(token: RefreshToken, { ip }: Client, device: string | null): boolean {
  return token.rotatedIp === ip || (device !== null && token.rotatedDevice === device);
}
