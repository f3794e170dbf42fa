import { ManualClock } from '@app/kernel';
import { ResolveUnknownCharges } from './resolve-unknown-charges';

describe('asking about charges whose end is not known', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `charge ${n}`);

  /** The job over so many charges that are due; `answers`: whether asking about one ends it. */
  function jobOver(count: number, answers: boolean) {
    const due = new Set(ids(count));
    const asked: string[] = [];
    const job = new ResolveUnknownCharges(new ManualClock(), { error: () => undefined } as never);
    job.register({
      due: (_now, limit) => Promise.resolve([...due].slice(0, limit)),
      resolve: (id) => {
        asked.push(id);
        if (!answers) return Promise.reject(new Error('away'));
        return Promise.resolve(due.delete(id));
      },
    });
    return { job, asked };
  }

  it('continues until none is due, however many an outage has left', async () => {
    const { job, asked } = jobOver(250, true);
    expect(await job.run()).toBe(250);
    expect(asked).toEqual(ids(250));
  });

  it('leaves those it could not ask about for the next time', async () => {
    const { job, asked } = jobOver(150, false);
    expect(await job.run()).toBe(0);
    expect(asked).toHaveLength(150);
  });

  it('asks about charges of every kind, also where those of one cannot be asked about', async () => {
    const { job, asked } = jobOver(2, false);
    const resolve = jest.fn(() => Promise.resolve(true));
    job.register({ due: () => Promise.resolve(['other']), resolve });
    expect(await job.run()).toBe(1);
    expect([asked, resolve.mock.calls]).toEqual([ids(2), [['other']]]);
  });
});
