import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Config } from '@app/config';
import {
  invalidToken,
  type VerifiedTokenCache,
  SESSION_STRATEGY,
  tokenExpired,
  type UserCaller,
} from '@app/http';
import { Clock, isUuid } from '@app/kernel';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { ACCESS_TOKEN, accessTokenKey, CHECKOUT_TOKEN_TYPE } from './access-tokens.service';
import { SessionQueries } from './session.queries';

interface Claims {
  typ?: unknown;
  sub?: unknown;
  sid?: unknown;
  iat?: unknown;
  exp?: unknown;
}

/** The claims that each request needs. */
interface Known {
  userId: string;
  sessionId: string;
  /** Seconds since 1970. */
  expires: number;
  isForCheckout: boolean;
}

type Request = Parameters<Strategy['authenticate']>[0];

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();
const REMEMBERED_TOKENS = 20_000;

/**
 * The caller of an access token. Passport checks signature, issuer and audience; this class checks the other claims,
 * once per token, and on every request that neither token nor session has ended.
 */
@Injectable()
export class SessionStrategy
  extends PassportStrategy(Strategy, SESSION_STRATEGY)
  implements VerifiedTokenCache
{
  /** Tokens that were checked before: a signature stays valid, whatever the state of the session. */
  private readonly known = new Map<string, Known>();

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
    const known = this.known.get(token);
    return known ? this.callerWith(known) : null;
  }

  validate(request: Request, claims: Claims): Promise<UserCaller> {
    const known = checked(claims);
    const oldest = this.known.size < REMEMBERED_TOKENS ? undefined : this.known.keys().next().value;
    if (oldest !== undefined) this.known.delete(oldest);
    this.known.set(bearerOf(request)!, known);
    return this.callerWith(known);
  }

  private async callerWith({ userId, sessionId, expires, isForCheckout }: Known): Promise<UserCaller> {
    if (expires <= this.clock.unixSeconds()) throw tokenExpired();
    const caller = await this.sessions.callerOf(sessionId, userId);
    if (!caller) throw invalidToken();
    return isForCheckout ? { ...caller, onlyOn: 'checkout' } : caller;
  }
}

/** Throws INVALID_TOKEN where they do not have the form of our own. */
function checked({ typ, sub, sid, iat, exp }: Claims): Known {
  const isKnownType = typ === ACCESS_TOKEN.typ || typ === CHECKOUT_TOKEN_TYPE;
  const wellFormed = isKnownType && isUuid(sub) && isUuid(sid) && isSeconds(iat) && isSeconds(exp);
  if (!wellFormed || exp - iat > ACCESS_TOKEN.seconds) throw invalidToken();
  return { userId: sub, sessionId: sid, expires: exp, isForCheckout: typ === CHECKOUT_TOKEN_TYPE };
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
