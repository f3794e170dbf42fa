import { isUuid } from '@app/kernel';

export const ACCESS_TOKEN = {
  algorithm: 'HS256',
  issuer: 'payments-platform',
  audience: 'payments-api',
  typ: 'access',
  seconds: 900,
} as const;

/** The type of tokens that a payment page issues and only the checkout accepts. */
export const CHECKOUT_TOKEN_TYPE = 'checkout';

/** The content of a token whose signature, issuer and audience are right. */
export interface Claims {
  typ?: unknown;
  sub?: unknown;
  sid?: unknown;
  iat?: unknown;
  exp?: unknown;
}

/** The claims that each request needs. */
export interface KnownToken {
  userId: string;
  sessionId: string;
  /** Seconds since 1970. */
  expires: number;
  isForCheckout: boolean;
}

/** The claims of an access token; null where they do not have the form of our own. */
export function knownToken({ typ, sub, sid, iat, exp }: Claims): KnownToken | null {
  const isKnownType = typ === ACCESS_TOKEN.typ || typ === CHECKOUT_TOKEN_TYPE;
  const wellFormed = isKnownType && isUuid(sub) && isUuid(sid) && isSeconds(iat) && isSeconds(exp);
  if (!wellFormed || exp - iat > ACCESS_TOKEN.seconds) return null;
  return { userId: sub, sessionId: sid, expires: exp, isForCheckout: typ === CHECKOUT_TOKEN_TYPE };
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
