import { EventEmitter, once } from 'node:events';
import { JobTurnsStore, type WakeHandler, type WorkQueue } from '@app/queue';
import type { Logger } from 'pino';
import { JobRunner } from '../../../apps/scheduler/src/job-runner';
import type { Job, Timetable } from '../../../apps/scheduler/src/timetable';
import { Books } from '../../support/books';

const SILENT = { error: () => undefined, warn: () => undefined } as unknown as Logger;
const SCHEDULERS = 3;

interface Turn {
  /** Counted from 1. */
  number: number;
  /** When it was claimed, by the clock of the database. */
  microseconds: number;
}

describe('jobs on several schedulers', () => {
  let books: Books;
  let runners: JobRunner[] = [];
  let wakes: WakeHandler[] = [];
  const ran = new EventEmitter().setMaxListeners(0);

  beforeAll(async () => (books = await Books.open()));
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.onModuleDestroy()));
    [runners, wakes] = [[], []];
    await books.owner.query('DELETE FROM scheduled_jobs');
  });
  afterAll(() => books.close());

  function start(jobs: Job[]): JobRunner {
    const queue = { process: (_: string, __: number, wake: WakeHandler) => wakes.push(wake) };
    const turns = new JobTurnsStore(books.app);
    const runner = new JobRunner(
      { jobs } as unknown as Timetable,
      turns,
      queue as unknown as WorkQueue,
      SILENT,
    );
    runners.push(runner);
    runner.onApplicationBootstrap();
    return runner;
  }

  /** A job that notes the turns in which it ran, and does what it is given beside. */
  function noting(name: string, everySeconds: number, also: () => Promise<void> = () => Promise.resolve()) {
    const turns: Turn[] = [];
    const run = async () => {
      const { rows } = await books.owner.query<{ number: string; microseconds: string }>(
        `SELECT runs AS number, (1000000 * extract(epoch FROM started_at))::bigint AS microseconds
           FROM scheduled_jobs WHERE name = $1`,
        [name],
      );
      turns.push({ number: Number(rows[0]!.number), microseconds: Number(rows[0]!.microseconds) });
      ran.emit(name);
      await also();
    };
    const times = async (wanted: number) => {
      while (turns.length < wanted) await once(ran, name);
    };
    return { job: { name, everySeconds, run } as Job, turns, times };
  }

  /** Each turn is claimed a second or more after the one before it. */
  function expectSecondsBetween(turns: Turn[]): void {
    const [first] = turns as [Turn];
    for (const { number, microseconds } of turns)
      expect(microseconds - first.microseconds).toBeGreaterThanOrEqual((number - first.number) * 1_000_000);
    expect(turns.at(-1)!.number).toBeGreaterThan(first.number);
  }

  const rowOf = async (name: string) => {
    const { rows } = await books.owner.query<{ runs: string; failures: string; last_error: string | null }>(
      'SELECT runs, failures, last_error FROM scheduled_jobs WHERE name = $1',
      [name],
    );
    return rows[0]!;
  };

  it('runs each once for each of its turns, together with the others’', async () => {
    const often = noting('often', 1);
    const seldom = noting('seldom', 3600);
    for (let n = 0; n < SCHEDULERS; n++) start([often.job, seldom.job]);
    await often.times(4);
    expectSecondsBetween(often.turns);
    expect(seldom.turns).toHaveLength(1);
  });

  it('continues with the other schedulers when one has ended', async () => {
    const { job, turns, times } = noting('handed over', 1);
    const [first] = [start([job]), start([job])];
    await times(1);
    await first.onModuleDestroy();
    await times(3);
    expectSecondsBetween(turns);
  });

  it('never overlaps itself in one scheduler, and waits for the running one when it ends', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const { job, turns, times } = noting('long', 1, () => gate);
    const runner = start([job]);
    await times(1);
    await books.owner.query('UPDATE scheduled_jobs SET started_at = NULL');
    const woken = wakes[0]!('long');
    let ended = false;
    const ending = runner.onModuleDestroy().then(() => (ended = true));
    await new Promise(setImmediate);
    expect([turns.length, ended]).toEqual([1, false]);
    open();
    await Promise.all([ending, woken]);
    expect(turns).toHaveLength(1);
  });

  it('signals a running job that the scheduler stops', async () => {
    const begun = new EventEmitter();
    const run = async (signal: AbortSignal) => {
      begun.emit('begun');
      await once(signal, 'abort');
    };
    const runner = start([{ name: 'long', everySeconds: 1, run }]);
    await once(begun, 'begun');
    await runner.onModuleDestroy();
    expect((await rowOf('long')).failures).toBe('0');
  });

  it('runs one at once when staff ask for it, on one scheduler alone', async () => {
    const { job, turns, times } = noting('wanted', 3600);
    for (let n = 0; n < SCHEDULERS; n++) start([job]);
    await times(1);
    while ((await rowOf('wanted')).runs !== '1') continue;
    await books.owner.query(`UPDATE scheduled_jobs SET started_at = NULL WHERE name = 'wanted'`);
    await Promise.all(wakes.map((wake) => wake('wanted')));
    expect(turns).toHaveLength(2);
    await Promise.all(wakes.map((wake) => wake('wanted')));
    await Promise.all(wakes.map((wake) => wake('unheard of')));
    expect(turns).toHaveLength(2);
  });

  it('keeps what went wrong, and comes back at the next turn', async () => {
    const { job, times } = noting('faulty', 1, () => Promise.reject(new Error('no such luck')));
    start([job]);
    await times(2);
    expect(await rowOf('faulty')).toMatchObject({
      failures: expect.stringMatching(/^[12]$/),
      last_error: 'no such luck',
    });
  });
});
