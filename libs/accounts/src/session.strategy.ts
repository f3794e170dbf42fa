import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Config } from '@app/config';
import { invalidToken, SESSION_STRATEGY, tokenExpired, type UserCaller } from '@app/http';
import { Clock, isUuid } from '@app/kernel';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { ACCESS_TOKEN, accessTokenKey } from './access-tokens';
import { SessionQueries } from './session.queries';

interface Claims {
  typ?: unknown;
  sub?: unknown;
  sid?: unknown;
  iat?: unknown;
  exp?: unknown;
}

/**
 * Who an access token speaks for. The signature, issuer and audience are passport's to check; the rest of the claims,
 * and that the session still stands, are checked here, on every request.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, SESSION_STRATEGY) {
  constructor(
    config: Config,
    private readonly sessions: SessionQueries,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // Typed before the library took key objects; the verifier below it does.
      secretOrKey: accessTokenKey(config) as unknown as string,
      algorithms: [ACCESS_TOKEN.algorithm],
      issuer: ACCESS_TOKEN.issuer,
      audience: ACCESS_TOKEN.audience,
      // Against our own clock, below.
      ignoreExpiration: true,
    });
  }

  async validate({ typ, sub, sid, iat, exp }: Claims): Promise<UserCaller> {
    const wellFormed =
      typ === ACCESS_TOKEN.typ && isUuid(sub) && isUuid(sid) && isSeconds(iat) && isSeconds(exp);
    if (!wellFormed || exp - iat > ACCESS_TOKEN.seconds) throw invalidToken();
    if (exp <= this.clock.unixSeconds()) throw tokenExpired();
    const caller = await this.sessions.callerOf(sid, sub);
    if (!caller) throw invalidToken();
    return caller;
  }
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
