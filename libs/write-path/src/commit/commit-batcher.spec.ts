import { PendingWrites } from '../unit-of-work/pending-writes';
import { Batch } from './commit-batcher';

const workOf = (journals: number): PendingWrites => {
  const pendingWrites = new PendingWrites();
  pendingWrites.journals.push(
    ...Array.from({ length: journals }, () => ({}) as PendingWrites['journals'][number]),
  );
  return pendingWrites;
};
const batchOf = (...journals: number[]): Batch => {
  const batch = new Batch();
  for (const count of journals) {
    expect(batch.takes(workOf(count))).toBe(true);
    batch.add({ pendingWrites: workOf(count), resolve: () => undefined, reject: () => undefined });
  }
  return batch;
};

describe('a batch', () => {
  it('takes units up to 2,048 journals, and small units beside a large one', () => {
    const batch = batchOf(1000, 1000, 48);
    expect([batch.takes(workOf(1)), batch.takes(workOf(0))]).toEqual([false, true]);
  });

  it('takes a single unit with any number of journals', () => {
    expect(batchOf(5000).takes(workOf(1))).toBe(false);
  });

  it('takes 512 units', () => {
    expect(batchOf(...Array<number>(512).fill(1)).takes(workOf(1))).toBe(false);
  });
});
