import { VerifyLedger } from '@app/ledger';
import { WorkQueue } from '@app/queue';
import { eventually } from '../../support/eventually';
import { HeldLock } from '../../support/held-lock';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Program } from '../../support/program';

const NEVER = new AbortController().signal;

/** What `npm run ledger:verify` and staff read, in alphabetical order. Operators watch for these names: a check keeps its name. */
const CHECKS = [
  'a refund through a company has ended if and only if its end is booked, once',
  'a refund to an account was paid from the float of that account',
  'a reversal takes back exactly what it names, once',
  'a withdrawal has ended if and only if its end is booked, once',
  'an invoice is paid if and only if nothing of it is due',
  'balance-after of each leg follows from the leg before',
  'each balance equals the sum of its legs',
  'each balance is what the last leg left',
  'each charge to a card is one that succeeded, of a card that its holder has saved',
  'each charge to a wallet is one that its payer has authorised',
  'each chargeback has ended if and only if its end is booked, once, as it ended',
  'each chargeback took from its owner what it says',
  'each close kept outside the database is in it, and its journals are',
  'each credit of a subscription is the rest of a paid period, and is used once',
  'each credit of an account number is a transfer that was confirmed',
  'each customer account has one balance, in its currency',
  'each daily close is signed and follows the one before',
  'each daily close is what the seals and journals say',
  'each invoice counts its payments and credit notes',
  'each invoice counts what was booked for it',
  'each invoice of a subscription asks for the price of its plan less a credit',
  'each invoice of a subscription is settled once, by a link or a charge',
  'each journal sums to zero in each currency',
  'each journal touches known accounts',
  'each leg a journal names exists as named',
  'each leg belongs to a journal that names it',
  'each payment of a live invoice is booked',
  'each payment of a payroll is a row of it',
  'each payment of an invoice is one of its history',
  'each payroll is what its rows were booked as',
  'each payroll was booked',
  'each refund took from its merchant what it says',
  'each transfer to an account number was credited',
  'each withdrawal took its amount and fee from its wallet',
  'every audit entry before the last seal is sealed',
  'every journal before the last seal is sealed',
  'folded balances of the service equal its sealed legs',
  'legs of a customer account are numbered without gaps',
  'locked funds equal the open holds they stand for',
  'no account is live and test at once',
  'no customer account is below zero',
  'no payment goes back beyond what was paid',
  'no payment is refunded beyond what was paid',
  'no payment link has more completed payments than max_uses',
  'payments in flight of an invoice are at most what is due',
  'the credit notes of refunds come to at most what was refunded of the invoice',
  'the hash chain holds',
  'the hash chain of the audit log holds',
  'the numbers CN-… have no gap',
  'the numbers INV-… have no gap',
  'the outgoing money of a day is that of its withdrawals that did not fail',
  'what is held equals the open chargebacks',
  'what is in transit equals the pending refunds of merchants',
  'what is owed equals what chargebacks say',
  'what is owed for withdrawals equals those without an end',
];

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

  it('names every check, as the command does', async () => {
    const report = await ended();
    expect((report.checks as string[]).toSorted()).toEqual(CHECKS);
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
