import { VerifyLedger } from '@app/ledger';
import { WorkQueue } from '@app/queue';
import { eventually } from '../../support/eventually';
import { HeldLock } from '../../support/held-lock';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Program } from '../../support/program';

const NEVER = new AbortController().signal;

describe('A verification of the ledger that staff request', () => {
  let platform: Platform;
  let support: TestStaff;
  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business', 'scheduler'], env: { RATE_LIMITS: 'false' } });
    support = await platform.staff('support');
    await platform.fund(await platform.signUp(), 'NGN', '100.00');
    await platform.sealJournals();
  });
  afterAll(() => platform.proveAndStop());

  const verify = (id?: string, token = support.token) =>
    platform.get('business', `admin.php?section=ledger&action=verify${id ? `&id=${id}` : ''}`, { token });
  /** The verification once it has ended. */
  const ended = (id?: string) =>
    eventually(async () => {
      const { body } = await verify(id);
      id = body.verification_id as string;
      return body.finished_at && (body as Record<string, unknown>);
    });
  /** The verification reads this table, and nothing else does now. */
  const hold = () =>
    HeldLock.take(platform.config.env.DATABASE_URL, 'LOCK TABLE ledger.closes IN ACCESS EXCLUSIVE MODE');
  const runs = () =>
    platform.sql(
      `SELECT attempts, started_at IS NOT NULL AS begun, finished_at IS NOT NULL AS finished
         FROM ledger_verifications ORDER BY requested_at DESC, id DESC`,
    );
  const runHere = () => platform.inside('scheduler', VerifyLedger).run(NEVER);

  it('returns the report, is read again by its id, and leaves an audit entry each time', async () => {
    const report = await ended();
    expect(report).toMatchObject({
      status: 'finished',
      proved: true,
      faults: [],
      journals: 1,
      legs: 2,
      error: null,
    });
    expect(report.checks).toContain('each daily close is signed and follows the one before');
    const id = report.verification_id as string;
    expect((await verify(id)).body).toEqual({ success: true, ...report });
    const [entry] = await platform.sql(
      `SELECT staff_id, after FROM audit_log WHERE action = 'ledger.verify' AND subject = $1 ORDER BY id DESC`,
      [id],
    );
    expect(entry).toEqual({ staff_id: support.id, after: { status: 'finished', proved: true, faults: 0 } });
    expect((await verify('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await verify(undefined, (await platform.merchant()).token)).status).toBe(403);
  });

  it('runs once for all who request it meanwhile, whichever schedulers look for work', async () => {
    const held = await hold();
    const asked = Array.from({ length: 12 }, () => verify());
    await held.awaited();
    // Other schedulers find it taken.
    await Promise.all([runHere(), runHere()]);
    expect(await held.waiting()).toHaveLength(1);
    await held.release();
    const ids = new Set((await Promise.all(asked)).map(({ body }) => body.verification_id as string));
    expect(ids.size).toBe(1);
    expect(await ended([...ids][0])).toMatchObject({ proved: true });
    expect((await runs())[0]).toEqual({ attempts: 1, begun: true, finished: true });
    // The next request is answered by a verification of its own.
    expect((await ended()).verification_id).not.toBe([...ids][0]);
  });

  it('is started by a sweep where the wake-up is lost, as it is while Redis is away', async () => {
    const lost = jest.spyOn(platform.inside('business', WorkQueue as never) as WorkQueue, 'add');
    lost.mockImplementation(() => undefined);
    expect(await ended()).toMatchObject({ proved: true });
    expect(lost).toHaveBeenCalledWith('scheduled-job', 'verify the ledger on request');
    lost.mockRestore();
  });

  it('fails after three interrupted attempts', async () => {
    await platform.sql(
      `INSERT INTO ledger_verifications (id, requested_by, requested_at, attempts) VALUES (gen_random_uuid(), $1, now(), 3)`,
      [support.id],
    );
    expect(await ended()).toMatchObject({
      status: 'failed',
      proved: null,
      error: expect.stringMatching('interrupted 3 times'),
    });
  });

  describe('a verification without this scheduler', () => {
    beforeAll(() => platform.holdJobs());

    it('is finished by another scheduler if the one that runs it is killed, and by one at a time', async () => {
      const { env } = platform.config;
      const closesOf = async () => {
        const [row] = await platform.sql<{ runs: string; done: boolean }>(
          `SELECT runs, finished_at > started_at AS done FROM scheduled_jobs WHERE name = 'close the books of each day'`,
        );
        return row!;
      };
      const before = await closesOf();
      const other = Program.run('dist/apps/scheduler/src/main.js', [], {
        NODE_ENV: 'test',
        DATABASE_URL: env.DATABASE_URL,
        CLOSES_DIR: env.CLOSES_DIR,
        SCHEDULER_PORT: '0',
        LOG_LEVEL: 'info',
        REDIS_URL: '',
      });
      await other.says('listening');
      // Its first run of that job reads the same table.
      await eventually(async () => {
        const { runs, done } = await closesOf();
        return runs !== before.runs && done;
      });
      const held = await hold();
      const asked = verify();
      await held.awaited();
      other.child.kill('SIGKILL');
      await other.ended;
      // The database still works for the killed process, so no other process begins.
      await runHere();
      expect((await runs())[0]).toEqual({ attempts: 1, begun: true, finished: false });
      await held.release();
      await eventually(async () => {
        await runHere();
        return (await runs())[0]!.finished;
      });
      expect((await runs())[0]!.attempts).toBe(2);
      expect((await verify((await asked).body.verification_id as string)).body.proved).toBe(true);
    });

    it('is given back at once by a scheduler that shuts down, and the attempt does not count', async () => {
      const held = await hold();
      const stop = new AbortController();
      const asked = verify();
      await eventually(async () => !(await runs())[0]!.finished);
      const run = platform.inside('scheduler', VerifyLedger).run(stop.signal);
      await held.awaited();
      stop.abort();
      await run;
      expect((await runs())[0]).toEqual({ attempts: 0, begun: false, finished: false });
      await held.release();
      await runHere();
      const { verification_id: id } = (await asked).body;
      expect(await ended(id as string)).toMatchObject({ status: 'finished', proved: true });
    });

    it('names the row of a fault', async () => {
      const shift = async (minor: number) => {
        await platform.sql(`SET session_replication_role = 'replica'`);
        await platform.sql(
          `UPDATE ledger.balances SET balance_minor = balance_minor + $1 WHERE balance_minor BETWEEN 10000 AND 10001`,
          [minor],
        );
        await platform.sql(`SET session_replication_role = 'origin'`);
      };
      await shift(1);
      const asked = verify();
      await eventually(async () => !(await runs())[0]!.finished);
      await runHere();
      await shift(-1);
      const { verification_id: id } = (await asked).body;
      const { faults, proved } = await ended(id as string);
      expect(proved).toBe(false);
      expect(faults).toContainEqual({
        check: 'each balance is what the last leg left',
        row: expect.stringMatching(/^account /),
        detail: 'balance 10001, leg 1 left 10000',
      });
    });
  });
});
