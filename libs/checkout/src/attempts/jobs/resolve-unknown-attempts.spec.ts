import { ManualClock } from '@app/kernel';
import { ResolveUnknownAttempts } from './resolve-unknown-attempts';

describe('asking about attempts whose outcome nobody told', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `attempt ${n}`);

  /** The job over so many attempts that are due; `settles` says whether asking about one ends it. */
  function jobOver(count: number, settles: boolean) {
    const due = new Set(ids(count));
    const asked: string[] = [];
    const attempts = {
      toWatch: () => Promise.resolve([]),
      toAsk: (_now: Date, limit: number) => Promise.resolve([...due].slice(0, limit)),
    };
    const settle = {
      settle(id: string) {
        asked.push(id);
        if (!settles) return Promise.reject(new Error('away'));
        due.delete(id);
        return Promise.resolve({ attempt: 'failed' });
      },
    };
    const log = { error: () => undefined };
    const job = new ResolveUnknownAttempts(
      attempts as never,
      settle as never,
      new ManualClock(),
      log as never,
    );
    return { job, asked };
  }

  it('goes on until none is due, however many an outage has left', async () => {
    const { job, asked } = jobOver(250, true);
    expect(await job.run()).toBe(250);
    expect(asked).toEqual(ids(250));
  });

  it('leaves those it could not ask about for the next time', async () => {
    const { job, asked } = jobOver(150, false);
    expect(await job.run()).toBe(0);
    expect(asked).toHaveLength(150);
  });
});
