import type { Pool } from 'pg';
import { QuestionPaceService } from './question-pace.service';

/** A database that grants the turns of processes when the test says so. */
function turns() {
  const waiting: ((waitMs: number) => void)[] = [];
  const pool = {
    query: () => new Promise((resolve) => waiting.push((waitMs) => resolve({ rows: [{ waitMs }] }))),
  } as unknown as Pool;
  /** Answers the next question for a turn: 0 grants it. */
  const answer = async (waitMs: number) => {
    while (waiting.length === 0) await new Promise(setImmediate);
    waiting.shift()!(waitMs);
  };
  return { pool, answer };
}

describe('QuestionPaceService', () => {
  it('asks once for all who wait, and again for those who come after the question began', async () => {
    const { pool, answer } = turns();
    const pace = new QuestionPaceService(pool);
    let asked = 0;
    const question = () => Promise.resolve(++asked);
    const first = Array.from({ length: 10 }, () => pace.ask('deposit 1', 'outcome', question));
    await answer(0);
    expect(await Promise.all(first)).toEqual(Array<number>(10).fill(1));
    const later = [1, 2].map(() => pace.ask('deposit 1', 'outcome', question));
    // Another process has asked less than a second ago.
    await answer(1);
    await answer(0);
    expect(await Promise.all(later)).toEqual([2, 2]);
  });

  it('asks different questions about one subject in turn, five at most', async () => {
    const { pool, answer } = turns();
    const pace = new QuestionPaceService(pool);
    const ask = (about: string) => pace.ask('deposit 1', about, () => Promise.resolve(about));
    const asked = ['a', 'b', 'c', 'd', 'e'].map(ask);
    await expect(ask('f')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    for (let i = 0; i < 5; i++) await answer(0);
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('passes an error to all who wait, and continues with the next question', async () => {
    const { pool, answer } = turns();
    const pace = new QuestionPaceService(pool);
    const failed = [1, 2].map(() =>
      pace.ask('deposit 1', 'outcome', () => Promise.reject(new Error('down'))),
    );
    const outcomes = Promise.allSettled(failed);
    await answer(0);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = pace.ask('deposit 1', 'outcome', () => Promise.resolve('up'));
    await answer(0);
    expect(await next).toBe('up');
  });
});
