import { Injectable } from '@nestjs/common';
import { Clock, uuidv7 } from '@app/kernel';
import { ACCESS_TOKEN } from './access-token.policy';
import { AccessTokensService } from './access-tokens.service';
import { DeviceTokensService } from './device-tokens.service';
import { type Client, Session } from './session.aggregate';
import { SessionRepository } from './session.repository';

export interface AccessToken {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
}

export interface Tokens extends AccessToken {
  refresh_token: string;
  /** Shows at later sign-ins that this device was signed in before; it gives no access. */
  device_token: string;
}

/** Opens sessions and issues their tokens within a command. */
@Injectable()
export class SessionIssuerService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly accessTokens: AccessTokensService,
    private readonly deviceTokens: DeviceTokensService,
    private readonly clock: Clock,
  ) {}

  /** `proved`: whether the user has just sent a code of the second factor. */
  issue(userId: string, client: Client, { proved }: { proved: boolean }): Tokens {
    const now = this.clock.now();
    const session = Session.open(uuidv7(now), userId, client, now);
    if (proved) session.prove(now);
    this.sessions.add(session);
    return this.pairOf(session, this.sessions.issueToken(session), now);
  }

  /** A further session of the sign-in of `from` that acts for an account; null: the person's own. */
  switchTo(accountId: string | null, from: Session, client: Client): Tokens {
    const now = this.clock.now();
    const session = Session.switchedFrom(from, uuidv7(now), accountId, client, now);
    this.sessions.add(session);
    return this.pairOf(session, this.sessions.issueToken(session), now);
  }

  /** A session that ends after `seconds` and has no refresh token. */
  openFor(seconds: number, userId: string, client: Client, { proved }: { proved: boolean }): Session {
    const now = this.clock.now();
    const session = Session.openFor(seconds, uuidv7(now), userId, client, now);
    if (proved) session.prove(now);
    this.sessions.add(session);
    return session;
  }

  /** A session without a refresh token that takes the place of `from`, for an account; null: the person's own. */
  replace(from: Session, accountId: string | null, client: Client): Session {
    const now = this.clock.now();
    const session = Session.switchedWithin(from, uuidv7(now), accountId, client, now);
    this.sessions.add(session);
    from.end('switched', now);
    this.sessions.save(from);
    return session;
  }

  /** A session that ends with its only token, which pays one checkout session and opens nothing else. */
  issueToPay(checkoutSession: string, userId: string, client: Client): AccessToken {
    const now = this.clock.now();
    const session = this.openFor(ACCESS_TOKEN.seconds, userId, client, { proved: false });
    return {
      access_token: this.accessTokens.issueToPay(checkoutSession, userId, session.id, now),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN.seconds,
    };
  }

  /**
   * The pair with this refresh token, the same at each repetition, so that the access token of a repeated pair may live up to
   * 20 seconds less than `expires_in`. It depends on nothing but the session and the second of issue.
   */
  pairOf(session: Session, refreshToken: string, issuedAt: Date): Tokens {
    return {
      access_token: this.accessTokens.issue(session.userId, session.id, issuedAt),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN.seconds,
      device_token: this.deviceTokens.tokenOf(session.userId, session.id),
    };
  }
}
