import type { Clock } from '@app/kernel';
import type Redis from 'ioredis';

export interface Hits {
  count: number;
  /** Unix milliseconds at which the window ends. */
  resetsAtMs: number;
  /** Whether a hit of the same name came before in the window, so that this one was not counted. */
  repeated: boolean;
}

/** Counts hits in fixed windows. */
export abstract class RateLimitStore {
  /** Counts one hit; `unique` makes a repeated hit of the same name in a window count once. */
  abstract hit(key: string, windowSeconds: number, unique?: string): Promise<Hits>;
  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface Window {
  count: number;
  resetsAtMs: number;
  seen: Set<string> | null;
}

/** Counts in this process: enough where one process of each app runs and no Redis is configured. */
export class MemoryRateLimitStore extends RateLimitStore {
  private readonly windows = new Map<string, Window>();
  private sweptAtMs = 0;

  constructor(private readonly clock: Clock) {
    super();
  }

  hit(key: string, windowSeconds: number, unique?: string): Promise<Hits> {
    const now = this.clock.now().getTime();
    this.sweep(now);
    let window = this.windows.get(key);
    if (!window || window.resetsAtMs <= now) {
      window = { count: 0, resetsAtMs: now + windowSeconds * 1000, seen: null };
      this.windows.set(key, window);
    }
    const repeated = unique !== undefined && window.seen?.has(unique) === true;
    if (!repeated) window.count += 1;
    if (unique) (window.seen ??= new Set()).add(unique);
    // As it is now: hits that come before this one is looked at are not its own.
    return Promise.resolve({ count: window.count, resetsAtMs: window.resetsAtMs, repeated });
  }

  private sweep(now: number): void {
    if (now - this.sweptAtMs < 60_000) return;
    this.sweptAtMs = now;
    for (const [key, window] of this.windows) if (window.resetsAtMs <= now) this.windows.delete(key);
  }
}

const SCRIPT = `
local seen = ARGV[2] ~= '' and redis.call('SET', KEYS[1] .. ':' .. ARGV[2], 1, 'NX', 'PX', ARGV[1]) == false
local count
if seen then count = tonumber(redis.call('GET', KEYS[1]) or '0') else count = redis.call('INCR', KEYS[1]) end
local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]); ttl = tonumber(ARGV[1]) end
return {count, ttl, seen and 1 or 0}`;

/** So long Redis is not asked again after it failed to answer: requests wait behind the question. */
const LEFT_ALONE_MS = 1000;

/** Counts in Redis, for all processes together. While Redis is away or slow, each process counts for itself. */
export class RedisRateLimitStore extends RateLimitStore {
  private readonly fallback: MemoryRateLimitStore;
  private leftAloneUntil = 0;

  constructor(
    private readonly redis: Redis,
    private readonly clock: Clock,
  ) {
    super();
    this.fallback = new MemoryRateLimitStore(clock);
    redis.on('error', () => undefined);
  }

  async hit(key: string, windowSeconds: number, unique?: string): Promise<Hits> {
    if (performance.now() < this.leftAloneUntil) return this.fallback.hit(key, windowSeconds, unique);
    try {
      const name = `{limit:${key}}`;
      const reply = await this.redis.eval(SCRIPT, 1, name, windowSeconds * 1000, unique ?? '');
      const [count, ttl, repeated] = reply as [number, number, number];
      return { count, resetsAtMs: this.clock.now().getTime() + ttl, repeated: repeated === 1 };
    } catch {
      this.leftAloneUntil = performance.now() + LEFT_ALONE_MS;
      return this.fallback.hit(key, windowSeconds, unique);
    }
  }

  override close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }
}
