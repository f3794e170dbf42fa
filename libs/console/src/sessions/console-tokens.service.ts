import { Injectable } from '@nestjs/common';
import { ACCESS_TOKEN, AccessTokensService, SessionQueries } from '@app/accounts';
import { Config } from '@app/config';
import { assertStaffAddress, rateLimited, RateLimitStorage, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { notSignedIn } from './console-session.errors';
import { CONSOLE_RATE } from './console-session.policy';
import { ConsoleSessionsStore, type ConsoleVisit } from './console-sessions.store';

/** An access token for the pages of the console, which keep it in memory only. */
export interface ConsoleToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

/** Finds the person of a console cookie and issues their access tokens. */
@Injectable()
export class ConsoleTokensService {
  constructor(
    private readonly browsers: ConsoleSessionsStore,
    private readonly sessions: SessionQueries,
    private readonly accessTokens: AccessTokensService,
    private readonly limits: RateLimitStorage,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Throws UNAUTHENTICATED without a signed-in browser, IP_NOT_ALLOWED for staff elsewhere, and RATE_LIMITED. */
  async visitorOf(cookie: string, address: string): Promise<UserCaller> {
    const visit = await this.browsers.find(cookie);
    if (!visit) throw notSignedIn();
    const { limit, ttl } = CONSOLE_RATE;
    const record = await this.limits.increment(`console ${visit.sessionId}`, ttl, limit);
    if (record.isBlocked) throw rateLimited(record);
    if (visit.isStaff) assertStaffAddress(address, this.config);
    const caller = await this.sessions.callerOf(visit.sessionId, visit.userId);
    if (!caller) throw notSignedIn();
    await this.browsers.touch(visit);
    return caller;
  }

  tokenOf({ userId, sessionId }: Pick<ConsoleVisit, 'userId' | 'sessionId'>): ConsoleToken {
    return {
      access_token: this.accessTokens.issue(userId, sessionId, this.clock.now()),
      expires_in: ACCESS_TOKEN.seconds,
    };
  }
}
