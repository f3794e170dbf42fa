import { BatchLoader, inOrder, SharedRead } from './batch-loader';

describe('BatchLoader', () => {
  it('reads keys of the same tick together, and those added during a query together afterwards', async () => {
    const batches: number[][] = [];
    const later: Promise<string>[] = [];
    const reads = new BatchLoader<number, string>(async (keys) => {
      batches.push(keys);
      if (batches.length === 1) later.push(reads.read(4), reads.read(5));
      await Promise.resolve();
      return keys.map((key) => `value ${key}`);
    });
    const first = await Promise.all([1, 2, 3, 2].map((key) => reads.read(key)));
    expect(first).toEqual(['value 1', 'value 2', 'value 3', 'value 2']);
    expect(await Promise.all(later)).toEqual(['value 4', 'value 5']);
    expect(batches).toEqual([
      [1, 2, 3, 2],
      [4, 5],
    ]);
  });

  it('rejects all loads of a failed query, and queries again for later ones', async () => {
    let broken = true;
    const reads = new BatchLoader<number, number>((keys) =>
      broken ? Promise.reject(new Error('away')) : Promise.resolve(keys),
    );
    const answers = await Promise.allSettled([reads.read(1), reads.read(2), reads.read(3)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    broken = false;
    expect(await reads.read(5)).toBe(5);
  });

  it('returns each row with its key, in any order of rows', () => {
    expect(
      inOrder(3, [
        { ord: '3', x: 'c' },
        { ord: 1, x: 'a' },
      ]),
    ).toEqual([{ ord: 1, x: 'a' }, null, { ord: '3', x: 'c' }]);
  });
});

describe('SharedRead', () => {
  it('gives requests of one tick one result, and those made during a query the result of the next', async () => {
    let queries = 0;
    const later: Promise<number>[] = [];
    const value = new SharedRead(async () => {
      const query = ++queries;
      if (query === 1) later.push(value.read(), value.read());
      await Promise.resolve();
      return query;
    });
    expect(await Promise.all([value.read(), value.read()])).toEqual([1, 1]);
    expect(await Promise.all(later)).toEqual([2, 2]);
    expect(await value.read()).toBe(3);
  });
});
