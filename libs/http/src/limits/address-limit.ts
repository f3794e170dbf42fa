import { RATE_CLASSES } from './rate-classes';
import type { RateLimitRecord, RateLimitStorage } from './rate-limit.storage';

/** Counts a request that never reaches the guards, because it is malformed, by its client address as `general`. */
export function countByAddress(storage: RateLimitStorage, address: string): Promise<RateLimitRecord> {
  const { limit, ttl } = RATE_CLASSES.general;
  return storage.increment(`general ${address}`, ttl, limit);
}
