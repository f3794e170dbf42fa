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

/** Of tokens that only the checkout takes: a payment page hands them out. */
export const CHECKOUT_TOKEN_TYPE = 'checkout';

/** The key that signs access tokens. */
export function accessTokenKey({ env }: Config): KeyObject {
  return createSecretKey(derivedKey(env.JWT_SECRET, 'access token'));
}

/** Writes the tokens that sessions are used with. They name the session; whether it stands is asked each time. */
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
