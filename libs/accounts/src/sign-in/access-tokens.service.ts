import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { Clock } from '@app/kernel';
import { sign } from 'jsonwebtoken';

export const ACCESS_TOKEN = {
  algorithm: 'HS256',
  issuer: 'payments-platform',
  audience: 'payments-api',
  typ: 'access',
  seconds: 900,
} as const;

/** The type of tokens that a payment page issues and only the checkout accepts. */
export const CHECKOUT_TOKEN_TYPE = 'checkout';

/** The key that signs access tokens. */
export function accessTokenKey({ env }: Config): KeyObject {
  return createSecretKey(derivedKey(env.JWT_SECRET, 'access token'));
}

/** Signs the access tokens of sessions. Whether the session has ended is checked on each request. */
@Injectable()
export class AccessTokens {
  private readonly key: KeyObject;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    this.key = accessTokenKey(config);
  }

  issue(userId: string, sessionId: string, typ: string = ACCESS_TOKEN.typ): string {
    const { algorithm, issuer, audience, seconds } = ACCESS_TOKEN;
    const iat = this.clock.unixSeconds();
    const claims = { typ, sid: sessionId, iat, exp: iat + seconds };
    return sign(claims, this.key, { algorithm, issuer, audience, subject: userId });
  }
}
