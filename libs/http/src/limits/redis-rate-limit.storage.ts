import type { OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from '@app/kernel';
import type Redis from 'ioredis';
import { MemoryRateLimitStorage } from './memory-rate-limit.storage';
import { type RateLimitRecord, RateLimitStorage } from './rate-limit.storage';

const SCRIPT = `
local seen = ARGV[2] ~= '' and redis.call('SET', KEYS[1] .. ':' .. ARGV[2], 1, 'NX', 'PX', ARGV[1]) == false
local count
if seen then count = tonumber(redis.call('GET', KEYS[1]) or '0') else count = redis.call('INCR', KEYS[1]) end
local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]); ttl = tonumber(ARGV[1]) end
return {count, ttl, seen and 1 or 0}`;

const RELEASE = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end`;

/** Time without queries after a failed one, because requests wait for the answer. */
const RETRY_AFTER_MS = 1000;

/** Number of keys over their limit that a process remembers, to refuse their requests without a query. */
const MAX_BLOCKED = 10_000;

/** Counts in Redis, for all processes together. While Redis is down or slow, each process counts by itself. */
export class RedisRateLimitStorage extends RateLimitStorage implements OnApplicationShutdown {
  private readonly fallback: MemoryRateLimitStorage;
  private readonly overLimit = new Map<string, RateLimitRecord>();
  private retryAt = 0;

  constructor(
    private readonly redis: Redis,
    clock: Clock,
    isEnforced: boolean,
  ) {
    super(clock, isEnforced);
    this.fallback = new MemoryRateLimitStorage(clock, isEnforced);
    redis.on('error', () => undefined);
  }

  override async increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration?: number,
    throttlerName?: string,
    hitId?: string,
  ): Promise<RateLimitRecord> {
    const inMemory = () => this.fallback.increment(key, ttl, limit, blockDuration, throttlerName, hitId);
    if (performance.now() < this.retryAt) return inMemory();
    const known = this.blocked(key);
    if (known?.limit === limit) return known;
    try {
      const reply = await this.redis.eval(SCRIPT, 1, `{limit:${key}}`, ttl, hitId ?? '');
      const [totalHits, msLeft, repeats] = reply as [number, number, number];
      const now = this.clock.now().getTime();
      const counted = { totalHits, resetsAtMs: now + msLeft, isRepeat: repeats === 1 };
      const record = this.recordOf(counted, limit, now);
      if (record.isBlocked) this.remember(key, record);
      return record;
    } catch {
      this.retryAt = performance.now() + RETRY_AFTER_MS;
      return inMemory();
    }
  }

  override blocked(key: string): RateLimitRecord | null {
    if (performance.now() < this.retryAt) return this.fallback.blocked(key);
    const record = this.overLimit.get(key);
    if (!record) return null;
    const now = this.clock.now().getTime();
    if (record.resetsAtMs > now) return this.recordOf(record, record.limit, now);
    this.overLimit.delete(key);
    return null;
  }

  override async release(key: string): Promise<void> {
    if (performance.now() < this.retryAt) return this.fallback.release(key);
    try {
      await this.redis.eval(RELEASE, 1, `{limit:${key}}`);
      // Another process may hold the key below its limit again.
      this.overLimit.delete(key);
    } catch {
      this.retryAt = performance.now() + RETRY_AFTER_MS;
      await this.fallback.release(key);
    }
  }

  private remember(key: string, record: RateLimitRecord): void {
    if (this.overLimit.size >= MAX_BLOCKED) this.overLimit.delete(this.overLimit.keys().next().value!);
    this.overLimit.set(key, record);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
