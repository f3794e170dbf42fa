import type { FastifyReply } from 'fastify';
import type { RateLimitRecord } from './rate-limit.storage';

/** Sets the headers of a limit, unless those of a tighter one are set. */
export function setRateHeaders(reply: FastifyReply, record: RateLimitRecord): void {
  const headers = rateHeaders(record);
  const shown = reply.getHeader('x-ratelimit-remaining');
  if (shown !== undefined && Number(shown) <= Number(headers['x-ratelimit-remaining'])) return;
  void reply.headers(headers);
}

/** The end of the window is in Unix seconds. */
export function rateHeaders({ limit, totalHits, resetsAtMs }: RateLimitRecord) {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - totalHits)),
    'x-ratelimit-reset': String(Math.ceil(resetsAtMs / 1000)),
  };
}
