import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ThrottlerModule } from '@nestjs/throttler';
import { ManualClock } from '@app/kernel';
import type Redis from 'ioredis';
import { MemoryRateLimitStorage } from './memory-rate-limit.storage';
import { RedisRateLimitStorage } from './redis-rate-limit.storage';

const LIMIT = 3;

describe('Counting hits', () => {
  const clock = new ManualClock();
  clock.freeze();
  let storage: MemoryRateLimitStorage;
  beforeEach(() => (storage = new MemoryRateLimitStorage(clock, true)));

  const increment = (key: string, hitId?: string) =>
    storage.increment(key, 60_000, LIMIT, 60_000, 'general', hitId);
  const hit = async (key: string, hitId?: string) => (await increment(key, hitId)).totalHits;

  it('counts each key by itself', async () => {
    expect([await hit('a'), await hit('a'), await hit('b')]).toEqual([1, 2, 1]);
  });

  it('gives each of several concurrent hits its own count', async () => {
    expect(await Promise.all([hit('a'), hit('a'), hit('a')])).toEqual([1, 2, 3]);
  });

  it('counts a repeated hit id once', async () => {
    expect([await hit('a', 'x'), await hit('a', 'x'), await hit('a', 'y'), await hit('a')]).toEqual([
      1, 1, 2, 3,
    ]);
    const repeated = async (hitId?: string) => (await increment('b', hitId)).isRepeat;
    expect([await repeated('x'), await repeated('x'), await repeated('y'), await repeated()]).toEqual([
      ...[false, true, false, false],
    ]);
  });

  it('removes a released hit, and never more than there were', async () => {
    await hit('a');
    await storage.release('a');
    await storage.release('a');
    await storage.release('unknown');
    expect([await hit('a'), await hit('a'), await hit('unknown')]).toEqual([1, 2, 1]);
  });

  it('starts a new window when the old one ends, and gives its end', async () => {
    const start = clock.now().getTime();
    expect((await increment('a')).resetsAtMs).toBe(start + 60_000);
    clock.advance({ seconds: 59 });
    expect(await hit('a')).toBe(2);
    clock.advance({ seconds: 1 });
    expect(await hit('a')).toBe(1);
  });

  it('starts a new window where an ended one has not been swept yet', async () => {
    await hit('swept first');
    clock.advance({ seconds: 30 });
    expect(await hit('a')).toBe(1);
    clock.advance({ seconds: 30 });
    await hit('swept again');
    clock.advance({ seconds: 30 });
    expect(await hit('a')).toBe(1);
  });

  it('blocks a key above its limit until the window ends', async () => {
    for (let n = 0; n < LIMIT; n++) expect(await increment('a')).toMatchObject({ isBlocked: false });
    clock.advance({ ms: 20_500 });
    expect(await increment('a')).toMatchObject({
      totalHits: 4,
      limit: LIMIT,
      isBlocked: true,
      timeToExpire: 40,
      timeToBlockExpire: 40,
    });
    clock.advance({ ms: 39_499 });
    expect(await increment('a')).toMatchObject({ isBlocked: true, timeToBlockExpire: 1 });
    clock.advance({ ms: 1 });
    expect(await increment('a')).toMatchObject({ totalHits: 1, isBlocked: false, timeToBlockExpire: 0 });
  });

  it('shows which keys are over their limit, without counting', async () => {
    for (let n = 0; n < LIMIT; n++) await increment('a');
    expect(storage.blocked('a')).toBeNull();
    const record = await increment('a');
    expect([storage.blocked('a'), storage.blocked('a')]).toEqual([record, record]);
    expect(storage.blocked('b')).toBeNull();
    clock.advance({ seconds: 60 });
    expect(storage.blocked('a')).toBeNull();
  });

  it('blocks no key where limits are not enforced', async () => {
    storage = new MemoryRateLimitStorage(clock, false);
    for (let n = 0; n < LIMIT; n++) await increment('a');
    expect(await increment('a')).toMatchObject({ totalHits: 4, isBlocked: false });
    expect(storage.blocked('a')).toBeNull();
  });
});

describe('Counting hits in Redis', () => {
  const clock = new ManualClock();
  const storageOf = (redis: object) =>
    new RedisRateLimitStorage({ on: () => undefined, ...redis } as unknown as Redis, clock, true);

  it('counts in the process while Redis does not answer, and asks Redis again after a second', async () => {
    let asked = 0;
    const storage = storageOf({
      eval: () =>
        ++asked === 1 ? Promise.resolve([7, 60_000, 0]) : Promise.reject(new Error('Command timed out')),
    });
    const counts = [];
    for (let n = 0; n < 5; n++) counts.push((await storage.increment('a', 60_000, 10)).totalHits);
    expect([counts, asked]).toEqual([[7, 1, 2, 3, 4], 2]);
    const later = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1001);
    await storage.increment('a', 60_000, 10);
    expect(asked).toBe(3);
    later.mockRestore();
  });

  it('reads count, remaining time and repetition from the reply', async () => {
    clock.freeze();
    const storage = storageOf({ eval: () => Promise.resolve([11, 1500, 1]) });
    expect(await storage.increment('a', 60_000, 10, 60_000, 'money', 'x')).toEqual({
      totalHits: 11,
      limit: 10,
      isRepeat: true,
      isBlocked: true,
      timeToExpire: 2,
      timeToBlockExpire: 2,
      resetsAtMs: clock.now().getTime() + 1500,
    });
  });

  it('refuses a key over its limit without a query until its window ends', async () => {
    let [asked, hits] = [0, 10];
    const storage = storageOf({ eval: () => Promise.resolve([(asked++, ++hits), 1500, 0]) });
    expect(storage.blocked('a')).toBeNull();
    const refused = await storage.increment('a', 60_000, 10);
    expect([storage.blocked('a'), await storage.increment('a', 60_000, 10), asked]).toEqual([
      ...[refused, refused, 1],
    ]);
    // A limit that was raised since.
    expect(await storage.increment('a', 60_000, 20)).toMatchObject({ totalHits: 12, isBlocked: false });
    clock.advance({ ms: 1500 });
    expect(storage.blocked('a')).toBeNull();
    await storage.increment('a', 60_000, 10);
    expect(asked).toBe(3);
  });

  /** Redis with one counter, as the two scripts use it. */
  const counter = (hits: number) => {
    const redis = {
      hits,
      queries: 0,
      eval: (script: string) => {
        redis.queries++;
        if (script.includes('INCR')) return Promise.resolve([++redis.hits, 60_000, 0]);
        if (redis.hits > 0) redis.hits--;
        return Promise.resolve(null);
      },
    };
    return redis;
  };

  it('removes a released hit in Redis, and never more than there were', async () => {
    const redis = counter(0);
    const storage = storageOf(redis);
    await storage.increment('a', 60_000, 3);
    await storage.release('a');
    await storage.release('a');
    expect([redis.hits, redis.queries]).toEqual([0, 3]);
    expect(await storage.increment('a', 60_000, 3)).toMatchObject({ totalHits: 1, isBlocked: false });
  });

  it('asks Redis again for a key over its limit once one of its hits was removed', async () => {
    const redis = counter(3);
    const storage = storageOf(redis);
    expect(await storage.increment('a', 60_000, 3)).toMatchObject({ totalHits: 4, isBlocked: true });
    expect(storage.blocked('a')).not.toBeNull();
    await storage.release('a');
    await storage.release('a');
    expect(storage.blocked('a')).toBeNull();
    expect(await storage.increment('a', 60_000, 3)).toMatchObject({ totalHits: 3, isBlocked: false });
  });

  it('removes hits in the process while Redis does not answer', async () => {
    const storage = storageOf({ eval: () => Promise.reject(new Error('Command timed out')) });
    for (let n = 0; n < 3; n++) await storage.increment('a', 60_000, 2);
    expect(storage.blocked('a')).toMatchObject({ totalHits: 3 });
    await storage.release('a');
    expect(storage.blocked('a')).toBeNull();
    expect(await storage.increment('b', 60_000, 2)).toMatchObject({ totalHits: 1 });
  });

  it('releases in the process where Redis fails at the release', async () => {
    const storage = storageOf({ eval: () => Promise.reject(new Error('Connection is closed')) });
    await expect(storage.release('a')).resolves.toBeUndefined();
  });

  it('remembers a bounded number of keys over their limit', async () => {
    const storage = storageOf({ eval: () => Promise.resolve([11, 60_000, 0]) });
    for (let n = 0; n <= 10_000; n++) await storage.increment(`key ${n}`, 60_000, 10);
    expect(storage.blocked('key 0')).toBeNull();
    expect(storage.blocked('key 10000')).toMatchObject({ isBlocked: true });
  });

  it('disconnects when the application closes', async () => {
    const disconnect = jest.fn();
    class App {}
    Module({
      imports: [
        ThrottlerModule.forRootAsync({
          useFactory: () => ({ throttlers: [], storage: storageOf({ disconnect }) }),
        }),
      ],
    })(App);
    const app = await Test.createTestingModule({ imports: [App] }).compile();
    await app.init();
    await app.close();
    expect(disconnect).toHaveBeenCalledTimes(1);
  });
});
