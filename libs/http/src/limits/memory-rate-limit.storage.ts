import { type RateLimitRecord, RateLimitStorage } from './rate-limit.storage';

interface Window {
  totalHits: number;
  resetsAtMs: number;
  /** That of the last hit; the limit of an app can change. */
  limit: number;
  hitIds: Set<string> | null;
}

const SWEEP_INTERVAL_MS = 60_000;

/** Counts in this process. Exact where each app runs as one process. */
export class MemoryRateLimitStorage extends RateLimitStorage {
  private readonly windows = new Map<string, Window>();
  private sweptAtMs = 0;

  override increment(
    key: string,
    ttl: number,
    limit: number,
    _blockDuration?: number,
    _throttlerName?: string,
    hitId?: string,
  ): Promise<RateLimitRecord> {
    const now = this.clock.now().getTime();
    this.sweep(now);
    let window = this.windows.get(key);
    if (!window || window.resetsAtMs <= now) {
      window = { totalHits: 0, resetsAtMs: now + ttl, limit, hitIds: null };
      this.windows.set(key, window);
    }
    window.limit = limit;
    const isRepeat = hitId !== undefined && window.hitIds?.has(hitId) === true;
    if (!isRepeat) window.totalHits += 1;
    if (hitId) (window.hitIds ??= new Set()).add(hitId);
    // Copied at once: hits that arrive before the caller reads the record must not change it.
    const { totalHits, resetsAtMs } = window;
    return Promise.resolve(this.recordOf({ totalHits, resetsAtMs, isRepeat }, limit, now));
  }

  override blocked(key: string): RateLimitRecord | null {
    const window = this.windows.get(key);
    if (!window) return null;
    const now = this.clock.now().getTime();
    const { totalHits, resetsAtMs, limit } = window;
    if (resetsAtMs <= now || totalHits <= limit) return null;
    const record = this.recordOf({ totalHits, resetsAtMs, isRepeat: false }, limit, now);
    return record.isBlocked ? record : null;
  }

  override release(key: string): Promise<void> {
    const window = this.windows.get(key);
    if (window && window.totalHits > 0) window.totalHits -= 1;
    return Promise.resolve();
  }

  private sweep(now: number): void {
    if (now - this.sweptAtMs < SWEEP_INTERVAL_MS) return;
    this.sweptAtMs = now;
    for (const [key, window] of this.windows) if (window.resetsAtMs <= now) this.windows.delete(key);
  }
}
