import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { Clock } from '@app/kernel';
import { sign, verify } from 'jsonwebtoken';
import {
  ACCESS_TOKEN,
  CHECKOUT_TOKEN_TYPE,
  type Claims,
  type KnownToken,
  knownToken,
} from './access-token.policy';

/** The key that signs access tokens. */
export function accessTokenKey({ env }: Config): KeyObject {
  return createSecretKey(derivedKey(env.JWT_SECRET, 'access token'));
}

/** Signs the access tokens of sessions. Whether the session has ended is checked on each request. */
@Injectable()
export class AccessTokensService {
  private readonly key: KeyObject;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    this.key = accessTokenKey(config);
  }

  issue(userId: string, sessionId: string, at: Date): string {
    return this.sign(userId, { typ: ACCESS_TOKEN.typ, sid: sessionId }, at);
  }

  /** For one checkout session, named by its public id. */
  issueToPay(checkoutSession: string, userId: string, sessionId: string, at: Date): string {
    return this.sign(userId, { typ: CHECKOUT_TOKEN_TYPE, sid: sessionId, cs: checkoutSession }, at);
  }

  /** The user and session of a token, whether or not the session is open; null for an expired token or any other text. */
  read(token: string): KnownToken | null {
    const { algorithm, issuer, audience } = ACCESS_TOKEN;
    const clockTimestamp = this.clock.unixSeconds();
    try {
      const options = { algorithms: [algorithm], issuer, audience, clockTimestamp };
      return knownToken(verify(token, this.key, options) as Claims);
    } catch {
      return null;
    }
  }

  private sign(subject: string, claims: Claims, at: Date): string {
    const { algorithm, issuer, audience, seconds } = ACCESS_TOKEN;
    const iat = Math.floor(at.getTime() / 1000);
    return sign({ ...claims, iat, exp: iat + seconds }, this.key, { algorithm, issuer, audience, subject });
  }
}
