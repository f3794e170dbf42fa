import type { FastifyReply } from 'fastify';
import type { WireRequest } from '../wire/request';
import type { Caller } from './caller';

/** What a page of another origin may read beside the body. */
const READABLE = 'X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
const SENT = 'Content-Type, X-API-Key, X-Checkout-Key, X-Request-Id';
const PREFLIGHT_SECONDS = '600';

/** Whether pages of this origin may use the caller's public key; a key without a list may be used anywhere. */
export function isAllowedOrigin(caller: Caller, origin: string | undefined): boolean {
  if (caller.kind !== 'public-key' || caller.allowedOrigins.length === 0) return true;
  return origin !== undefined && caller.allowedOrigins.includes(origin);
}

/** Lets the page that asks read the answer, refusals included, unless its origin may not use the key. */
export function letOriginRead({ headers, caller }: WireRequest, reply: FastifyReply): void {
  const { origin } = headers;
  void reply.header('vary', 'Origin');
  if (origin === undefined || !isAllowedOrigin(caller, origin)) return;
  void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE });
}

/**
 * Answers a browser that asks whether it may send. It names no key yet, so that every origin is told yes; what it then
 * sends is refused where the key says so. Nothing here goes by cookies.
 */
export function answerPreflight({ headers }: WireRequest, reply: FastifyReply): void {
  void reply
    .status(204)
    .headers({
      vary: 'Origin',
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': SENT,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .send();
}
