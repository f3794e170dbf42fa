import { BatchLoader, inOrder } from './batch-loader';

describe('Gathered reads', () => {
  it('of one turn go together, and so do those that come while they are under way, each with its own answer', async () => {
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

  it('fail together, and the next ones are read anew', async () => {
    let broken = true;
    const reads = new BatchLoader<number, number>((keys) =>
      broken ? Promise.reject(new Error('away')) : Promise.resolve(keys),
    );
    const answers = await Promise.allSettled([reads.read(1), reads.read(2), reads.read(3)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    broken = false;
    expect(await reads.read(5)).toBe(5);
  });

  it('keep rows with their keys, whatever order they come in', () => {
    expect(
      inOrder(3, [
        { ord: '3', x: 'c' },
        { ord: 1, x: 'a' },
      ]),
    ).toEqual([{ ord: 1, x: 'a' }, null, { ord: '3', x: 'c' }]);
  });
});
