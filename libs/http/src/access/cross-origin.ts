import type { FastifyReply } from 'fastify';
import type { WireRequest } from '../wire/request';
import type { Caller } from './caller';

/** Response headers that pages of other origins may read. */
const READABLE = 'X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
const SENT = 'Content-Type, X-API-Key, X-Checkout-Key, X-Request-Id';
const PREFLIGHT_SECONDS = '600';

/** Whether pages of this origin may use the caller's public key. A key without a list allows all origins. */
export function isAllowedOrigin(caller: Caller, origin: string | undefined): boolean {
  if (caller.kind !== 'public-key' || caller.allowedOrigins.length === 0) return true;
  return origin !== undefined && caller.allowedOrigins.includes(origin);
}

/** Sets the CORS headers that let an allowed origin read the response, errors included. */
export function allowOrigin({ headers, caller }: WireRequest, reply: FastifyReply): void {
  const { origin } = headers;
  void reply.header('vary', 'Origin');
  if (origin === undefined || !isAllowedOrigin(caller, origin)) return;
  void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE });
}

/**
 * Answers a CORS preflight. Preflights carry no key, so all origins are allowed here; the request that follows
 * is refused if its key does not allow the origin. No request is authenticated by cookies.
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
