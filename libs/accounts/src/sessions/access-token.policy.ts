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
  cs?: unknown;
}

/** The claims that each request needs. */
export interface KnownToken {
  userId: string;
  sessionId: string;
  /** Seconds since 1970. */
  expires: number;
  /** The only checkout session that the token pays, by its public id; null for a token of an ordinary session. */
  paysOnly: string | null;
}

/** The claims of an access token; null where they do not have the form of our own. */
export function knownToken({ typ, sub, sid, iat, exp, cs }: Claims): KnownToken | null {
  const paysOnly = typ === CHECKOUT_TOKEN_TYPE && typeof cs === 'string' ? cs : null;
  const isKnownType = typ === ACCESS_TOKEN.typ || paysOnly !== null;
  const wellFormed = isKnownType && isUuid(sub) && isUuid(sid) && isSeconds(iat) && isSeconds(exp);
  if (!wellFormed || exp - iat > ACCESS_TOKEN.seconds) return null;
  return { userId: sub, sessionId: sid, expires: exp, paysOnly };
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
