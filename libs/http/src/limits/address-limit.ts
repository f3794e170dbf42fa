import { networksOf } from './address-networks';
import { RATE_CLASSES } from './rate-classes';
import type { RateLimitRecord, RateLimitStorage } from './rate-limit.storage';

/** Counts a request of an unknown caller by its client address, as `general`. */
export async function countByAddress(storage: RateLimitStorage, address: string): Promise<RateLimitRecord> {
  const { limit, ttl } = RATE_CLASSES.general;
  const [first, ...narrower] = networksOf(address);
  let record = await storage.increment(`general ${first!.key}`, ttl, limit * first!.factor);
  for (const { key, factor } of narrower) {
    if (record.isBlocked) break;
    record = await storage.increment(`general ${key}`, ttl, limit * factor);
  }
  return record;
}
