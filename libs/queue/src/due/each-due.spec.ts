import { eachDue } from './each-due';

describe('eachDue', () => {
  const upTo = new Date();
  const logged: string[] = [];
  const log = { error: ({ id }: { id: string }) => logged.push(id) } as never;
  beforeEach(() => logged.splice(0));

  /** A queue of `count` due items, of which some always fail; records the order of work. */
  function queueOf(count: number, fails: (n: number) => boolean = () => false) {
    const waiting = new Map(Array.from({ length: count }, (_, n) => [`work ${n}`, fails(n)]));
    const worked: string[] = [];
    return {
      worked,
      due: (limit: number) => Promise.resolve([...waiting.keys()].slice(0, limit)),
      work(id: string) {
        worked.push(id);
        if (waiting.get(id)) return Promise.reject(new Error('away'));
        waiting.delete(id);
        return Promise.resolve(true);
      },
    };
  }

  it.each([0, 1, 99, 100, 101, 250])('works on all of %d items once', async (count) => {
    const queue = queueOf(count);
    expect(await eachDue(queue, upTo, log)).toBe(count);
    expect(queue.worked).toHaveLength(count);
    expect(await queue.due(1)).toEqual([]);
  });

  it('continues after more failures than a batch holds, tries each item once and logs it', async () => {
    const queue = queueOf(400, (n) => n < 150);
    expect(await eachDue(queue, upTo, log)).toBe(250);
    expect(queue.worked).toHaveLength(400);
    expect(logged).toEqual(queue.worked.slice(0, 150));
    expect(await queue.due(400)).toHaveLength(150);
  });

  it('leaves the rest to the next run when everything fails', async () => {
    const queue = queueOf(1000, () => true);
    expect(await eachDue(queue, upTo, log)).toBe(0);
    expect(queue.worked).toHaveLength(200);
  });

  it('does not repeat an item that is still due in the same run', async () => {
    const queue = queueOf(150);
    const open = { ...queue, work: (id: string) => Promise.resolve(Boolean(queue.worked.push(id) && false)) };
    expect(await eachDue(open, upTo, log)).toBe(0);
    expect(queue.worked).toHaveLength(150);
  });

  it('lists what is due at the time it is given', async () => {
    const due = jest.fn(() => Promise.resolve([]));
    await eachDue({ due, work: () => Promise.resolve(true) }, upTo, log);
    expect(due.mock.calls).toEqual([[expect.any(Number), upTo]]);
  });

  it('works on as many items at once as `concurrency` says', async () => {
    let now = 0;
    const most: number[] = [];
    const queue = queueOf(20);
    const work = async (id: string) => {
      most.push((now += 1));
      await Promise.resolve();
      now -= 1;
      return queue.work(id);
    };
    await eachDue({ ...queue, work, concurrency: 8 }, upTo, log);
    expect(Math.max(...most)).toBe(8);
  });
});
