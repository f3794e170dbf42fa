import { ManualClock } from '@app/kernel';
import { MemoryRateLimitStore } from './rate-limit-store';

describe('Counting hits', () => {
  const clock = new ManualClock();
  clock.freeze();
  let store: MemoryRateLimitStore;
  beforeEach(() => (store = new MemoryRateLimitStore(clock)));

  const hit = async (key: string, unique?: string) => (await store.hit(key, 60, unique)).count;

  it('counts each key by itself', async () => {
    expect([await hit('a'), await hit('a'), await hit('b')]).toEqual([1, 2, 1]);
  });

  it('counts a repeated name once', async () => {
    expect([await hit('a', 'x'), await hit('a', 'x'), await hit('a', 'y'), await hit('a')]).toEqual([
      1, 1, 2, 3,
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
