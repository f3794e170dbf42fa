import { setImmediate as later } from 'node:timers/promises';
import { FairLimit } from './fair-limit';

describe('a fair limit', () => {
  /** The work that has begun, in its order, and what ends each piece. */
  function works(limit: FairLimit) {
    const began: string[] = [];
    const ends = new Map<string, (error?: Error) => void>();
    const start = (name: string) =>
      limit.schedule(name[0]!, () => {
        began.push(name);
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (error) => (error ? reject(error) : resolve(name))),
        );
      });
    const end = async (name: string, error?: Error) => {
      ends.get(name)!(error);
      await later();
    };
    return { began, start, end };
  }

  it('gives a turn to each holder that waits, whatever becomes of the work', async () => {
    const limit = new FairLimit(1);
    const { began, start, end } = works(limit);
    const done = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(start);
    await later();
    expect([began, limit.waiting]).toEqual([['a1'], 5]);
    const failed = expect(done[0]).rejects.toThrow('failed');
    await end('a1', new Error('failed'));
    await failed;
    for (const name of ['a2', 'b1', 'c1', 'a3']) await end(name);
    await end('b2');
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(await Promise.all(done.slice(1))).toEqual(['a2', 'a3', 'b1', 'c1', 'b2']);
    expect(limit.waiting).toBe(0);
  });

  it('runs no more of one holder than it may have, and leaves the rest to others', async () => {
    const { began, start, end } = works(new FairLimit(3, 2));
    const done = ['a1', 'a2', 'a3', 'a4'].map(start);
    await later();
    expect(began).toEqual(['a1', 'a2']);
    done.push(start('b1'), start('b2'));
    await later();
    expect(began).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(began).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('a1');
    await end('a2');
    for (const name of ['a3', 'a4', 'b2']) await end(name);
    await Promise.all(done);
    expect(began).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4']);
  });
});
