import { ManualClock } from '@app/kernel';
import type Redis from 'ioredis';
import { MemoryRateLimitStore, RedisRateLimitStore } from './rate-limit-store';

describe('Counting hits', () => {
  const clock = new ManualClock();
  clock.freeze();
  let store: MemoryRateLimitStore;
  beforeEach(() => (store = new MemoryRateLimitStore(clock)));

  const hit = async (key: string, unique?: string) => (await store.hit(key, 60, unique)).count;

  it('counts each key by itself', async () => {
    expect([await hit('a'), await hit('a'), await hit('b')]).toEqual([1, 2, 1]);
  });

  it('tells each of many that come at once which one it is', async () => {
    expect(await Promise.all([hit('a'), hit('a'), hit('a')])).toEqual([1, 2, 3]);
  });

  it('counts a repeated name once', async () => {
    expect([await hit('a', 'x'), await hit('a', 'x'), await hit('a', 'y'), await hit('a')]).toEqual([
      1, 1, 2, 3,
    ]);
    const repeated = async (unique?: string) => (await store.hit('b', 60, unique)).repeated;
    expect([await repeated('x'), await repeated('x'), await repeated('y'), await repeated()]).toEqual([
      ...[false, true, false, false],
    ]);
  });

  it('starts over when the window ends, and says when that is', async () => {
    const start = clock.now().getTime();
    expect((await store.hit('a', 60)).resetsAtMs).toBe(start + 60_000);
    clock.advance({ seconds: 59 });
    expect(await hit('a')).toBe(2);
    clock.advance({ seconds: 1 });
    expect(await hit('a')).toBe(1);
  });
});

describe('Counting hits in Redis', () => {
  const clock = new ManualClock();

  it('goes on in the process while Redis does not answer, and leaves it alone for a second', async () => {
    let asked = 0;
    const redis = {
      on: () => undefined,
      disconnect: () => undefined,
      eval: () =>
        ++asked === 1 ? Promise.resolve([7, 60_000, 0]) : Promise.reject(new Error('Command timed out')),
    };
    const store = new RedisRateLimitStore(redis as unknown as Redis, clock);
    const counts = [];
    for (let n = 0; n < 5; n++) counts.push((await store.hit('a', 60)).count);
    expect([counts, asked]).toEqual([[7, 1, 2, 3, 4], 2]);
    const later = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1001);
    await store.hit('a', 60);
    expect(asked).toBe(3);
    later.mockRestore();
  });
});
