import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Config } from '@app/config';
import { invalidToken, type VerifiedTokenCache, tokenExpired, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { ACCESS_TOKEN, type Claims, type KnownToken, knownToken } from './access-token.policy';
import { accessTokenKey } from './access-tokens.service';
import { SessionQueries } from './session.queries';

type Request = Parameters<Strategy['authenticate']>[0];

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();
const REMEMBERED_TOKENS = 20_000;

/**
 * The caller of an access token. Passport checks signature, issuer and audience; this class checks the other claims,
 * once per token, and on every request that neither token nor session has ended.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy) implements VerifiedTokenCache {
  /** Tokens that were checked before: a signature stays valid, whatever the state of the session. */
  private readonly known = new Map<string, KnownToken>();

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
    const known = knownToken(claims);
    if (!known) throw invalidToken();
    const oldest = this.known.size < REMEMBERED_TOKENS ? undefined : this.known.keys().next().value;
    if (oldest !== undefined) this.known.delete(oldest);
    this.known.set(bearerOf(request)!, known);
    return this.callerWith(known);
  }

  private async callerWith({ userId, sessionId, expires, paysOnly }: KnownToken): Promise<UserCaller> {
    if (expires <= this.clock.unixSeconds()) throw tokenExpired();
    const caller = await this.sessions.callerOf(sessionId, userId);
    if (!caller) throw invalidToken();
    return paysOnly === null ? caller : { ...caller, paysOnly };
  }
}
