import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Clock } from '@app/kernel';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

export interface RateLimitRecord extends ThrottlerStorageRecord {
  limit: number;
  /** Unix milliseconds at which the window ends. */
  resetsAtMs: number;
  /** Whether a hit with the same id came before in this window, so that this one was not counted. */
  isRepeat: boolean;
}

type Counted = Pick<RateLimitRecord, 'totalHits' | 'resetsAtMs' | 'isRepeat'>;

/**
 * Counts hits in fixed windows. A key over its limit is blocked until its window ends, so `blockDuration` is not used.
 * Where limits are not enforced, hits are counted and no key is blocked.
 */
export abstract class RateLimitStorage implements ThrottlerStorage {
  constructor(
    protected readonly clock: Clock,
    protected readonly isEnforced: boolean,
  ) {}

  /** Counts one hit. `ttl` is in milliseconds. Hits with the same `hitId` count once in a window. */
  abstract increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration?: number,
    throttlerName?: string,
    hitId?: string,
  ): Promise<RateLimitRecord>;

  /**
   * The record of a key that this process has seen over its limit in the current window, without counting a hit.
   * Null: unknown, or not over its limit.
   */
  abstract blocked(key: string): RateLimitRecord | null;

  /** Takes one hit back, so that a limit counts failures only. A window that has ended is not changed. */
  abstract release(key: string): Promise<void>;

  /** Lists each property, because a spread takes longer than the rest of the count. */
  protected recordOf(
    { totalHits, resetsAtMs, isRepeat }: Counted,
    limit: number,
    now: number,
  ): RateLimitRecord {
    const isBlocked = this.isEnforced && totalHits > limit;
    const timeToExpire = Math.max(1, Math.ceil((resetsAtMs - now) / 1000));
    const timeToBlockExpire = isBlocked ? timeToExpire : 0;
    return { totalHits, timeToExpire, isBlocked, timeToBlockExpire, limit, resetsAtMs, isRepeat };
  }
}
