import { DomainError } from '@app/kernel';
import type { RateLimitRecord } from './rate-limit.storage';

type Blocked = RateLimitRecord | Pick<RateLimitRecord, 'timeToBlockExpire'>;

/** A request is over a limit, which its response shows in `X-RateLimit-*`, whichever other limits counted it. */
export class RateLimited extends DomainError {
  /** Null: a limit that is not counted in a window. */
  readonly record: RateLimitRecord | null;

  constructor(blocked: Blocked) {
    super('rate-limited', 'RATE_LIMITED', 'Too many requests; slow down.', {
      retry_after: blocked.timeToBlockExpire,
    });
    this.record = 'limit' in blocked ? blocked : null;
  }
}

export const rateLimited = (blocked: Blocked) => new RateLimited(blocked);
