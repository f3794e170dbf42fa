import { setImmediate as later } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit';

describe('a limit of concurrency', () => {
  it('lets so many work at once, in the order in which they came, whatever becomes of each', async () => {
    const limit = new ConcurrencyLimit(2);
    const began: number[] = [];
    const end: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((n) =>
      limit.schedule(() => {
        began.push(n);
        return new Promise<number>((resolve, reject) =>
          end.push(() => (n === 0 ? reject(new Error('failed')) : resolve(n))),
        );
      }),
    );
    await later();
    expect([began, limit.waiting]).toEqual([[0, 1], 2]);
    end[0]!();
    await expect(works[0]).rejects.toThrow('failed');
    await later();
    expect(began).toEqual([0, 1, 2]);
    end[1]!();
    end[2]!();
    await later();
    end[3]!();
    expect(await Promise.all(works.slice(1))).toEqual([1, 2, 3]);
    const after = limit.schedule(() => Promise.resolve('at once'));
    expect(await after).toBe('at once');
  });
});
