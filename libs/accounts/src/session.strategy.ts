import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Config } from '@app/config';
import { invalidToken, type KnownTokens, SESSION_STRATEGY, tokenExpired, type UserCaller } from '@app/http';
import { Clock, isUuid } from '@app/kernel';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { ACCESS_TOKEN, accessTokenKey, CHECKOUT_TOKEN_TYPE } from './access-tokens';
import { SessionQueries } from './session.queries';

interface Claims {
  typ?: unknown;
  sub?: unknown;
  sid?: unknown;
  iat?: unknown;
  exp?: unknown;
}

type Request = Parameters<Strategy['authenticate']>[0];

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();
const REMEMBERED_TOKENS = 20_000;

/**
 * Who an access token speaks for. The signature, issuer and audience are passport's to check; the rest of the claims,
 * and that the session still stands, are checked here, on every request.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, SESSION_STRATEGY) implements KnownTokens {
  /** Claims of tokens whose signature was checked before: a signature stays right, whatever becomes of the session. */
  private readonly known = new Map<string, Claims>();

  constructor(
    config: Config,
    private readonly sessions: SessionQueries,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: bearerOf,
      passReqToCallback: true,
      // Typed before the library took key objects; the verifier below it does.
      secretOrKey: accessTokenKey(config) as unknown as string,
      algorithms: [ACCESS_TOKEN.algorithm],
      issuer: ACCESS_TOKEN.issuer,
      audience: ACCESS_TOKEN.audience,
      // Against our own clock, below.
      ignoreExpiration: true,
    });
  }

  callerOf(token: string): Promise<UserCaller> | null {
    const claims = this.known.get(token);
    return claims ? this.callerWith(claims) : null;
  }

  validate(request: Request, claims: Claims): Promise<UserCaller> {
    const oldest = this.known.size < REMEMBERED_TOKENS ? undefined : this.known.keys().next().value;
    if (oldest !== undefined) this.known.delete(oldest);
    this.known.set(bearerOf(request)!, claims);
    return this.callerWith(claims);
  }

  private async callerWith({ typ, sub, sid, iat, exp }: Claims): Promise<UserCaller> {
    const isKnownType = typ === ACCESS_TOKEN.typ || typ === CHECKOUT_TOKEN_TYPE;
    const wellFormed = isKnownType && isUuid(sub) && isUuid(sid) && isSeconds(iat) && isSeconds(exp);
    if (!wellFormed || exp - iat > ACCESS_TOKEN.seconds) throw invalidToken();
    if (exp <= this.clock.unixSeconds()) throw tokenExpired();
    const caller = await this.sessions.callerOf(sid, sub);
    if (!caller) throw invalidToken();
    return typ === CHECKOUT_TOKEN_TYPE ? { ...caller, onlyOn: 'checkout' } : caller;
  }
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
