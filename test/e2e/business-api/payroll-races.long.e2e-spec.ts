import { randomUUID } from 'node:crypto';
import { Commands, EventHandlers, UnitOfWork, PendingWrites } from '@app/write-path';
import { TransactionCommitter } from '../../../libs/write-path/src/commit/transaction-committer';
import { RunPayroll, RunPayrollHandler } from '../../../libs/payroll/src/batches/commands/run-payroll';
import type { HttpAnswer } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Payrolls } from './payrolls';

/** Everything over HTTP here happens on two business-apis over one database, at once. */
describe('payrolls in parallel', () => {
  let platform: Platform;
  let payrolls: Payrolls;
  let hosts: string[];
  let staff: TestUser[];

  beforeAll(async () => {
    platform = await startPlatform({ secondBusiness: true, env: { RATE_LIMITS: 'false' } });
    hosts = [platform.urls.business, await platform.secondBusinessUrl()];
    payrolls = new Payrolls(platform);
    staff = await payrolls.people(4);
  });
  afterAll(() => platform?.proveAndStop());

  const rowsOf = (amount: number, people = staff) =>
    people.map(({ usertag }) => ({ recipient: usertag, amount }));
  const times = (count: number, make: (i: number, host: string) => Promise<HttpAnswer>) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i, hosts[i % hosts.length]!)));
  const codes = (answers: HttpAnswer[]) =>
    answers.map(({ status, body }) => body.error_code ?? status).sort();
  const batchesOf = async (employer: TestUser) =>
    (await payrolls.get(employer, 'list&per_page=100')).body.data.total as number;

  it('ten times under one key pay once, and each gets that answer; another request under it is refused', async () => {
    const employer = await payrolls.employer('1000.00');
    const idempotencyKey = randomUUID();
    const answers = await times(10, (_, host) =>
      payrolls.create(employer, rowsOf(10), {}, { host, idempotencyKey }),
    );
    expect(codes(answers)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const later = await payrolls.create(employer, rowsOf(10), {}, { idempotencyKey });
    expect([later.text, later.headers.get('idempotency-replayed')]).toEqual([answers[0]!.text, 'true']);
    const other = await payrolls.create(employer, rowsOf(11), {}, { idempotencyKey });
    expect([other.status, other.body.error_code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect([await payrolls.balanceOf(employer), await batchesOf(employer)]).toEqual(['960.00', 1]);
  });

  it('a refusal for lack of funds is remembered, one for its rows is not', async () => {
    const employer = await payrolls.employer('10.00');
    const idempotencyKey = randomUUID();
    const ask = (rows: object[], key: string) => payrolls.create(employer, rows, {}, { idempotencyKey: key });
    const first = await ask(rowsOf(10), idempotencyKey);
    expect(first.body).toMatchObject({ error_code: 'INSUFFICIENT_FUNDS', rows_refused: 3 });
    await platform.fund(employer, 'NGN', '100.00');
    expect((await ask(rowsOf(10), idempotencyKey)).text).toBe(first.text);
    const correctedKey = randomUUID();
    expect((await ask([...rowsOf(1), { recipient: 'unknown_x', amount: 1 }], correctedKey)).status).toBe(404);
    expect((await ask(rowsOf(1), correctedKey)).status).toBe(200);
  });

  it('twelve over one balance that covers one: exactly one is paid, the rest change nothing', async () => {
    const employer = await payrolls.employer('100.00');
    const answers = await times(12, (i, host) =>
      payrolls.create(employer, rowsOf(24 + i / 100), {}, { host }),
    );
    expect(codes(answers)).toEqual([200, ...Array<string>(11).fill('INSUFFICIENT_FUNDS')]);
    const paid = answers.find(({ status }) => status === 200)!;
    expect(await payrolls.balanceOf(employer)).toBe((100 - Number(paid.body.total_amount)).toFixed(2));
    expect(await batchesOf(employer)).toBe(1);
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(body.message).toMatch(/^Insufficient balance: (9[6-9]|100)\.\d\d NGN needed\.$/);
  });

  it('crosswise between all, in shuffled orders, never wait for each other in a circle', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => payrolls.employer('1000.00')));
    const answers = await times(48, (i, host) => {
      const employer = people[i % people.length]!;
      const others = people.filter((person) => person !== employer);
      const shuffled = [...others.slice(i % 5), ...others.slice(0, i % 5)];
      return payrolls.create(
        employer,
        rowsOf(1 + (i % 3), i % 2 ? shuffled : shuffled.toReversed()),
        {},
        { host },
      );
    });
    expect(codes(answers)).toEqual(Array(48).fill(200));
    const balances = await Promise.all(people.map((person) => payrolls.balanceOf(person)));
    expect(balances.reduce((sum, balance) => sum + Number(balance), 0)).toBe(6000);
  });

  it('a thousand rows are exact to the smallest unit, twice at once', async () => {
    const crowd = await payrolls.crowd(1000);
    const [one, two] = [await payrolls.employer('600000.00'), await payrolls.employer('600000.00')];
    const minors = crowd.map((_, i) => 10_001 + i * 97);
    const rows = crowd.map((recipient, i) => ({
      recipient,
      amount: minors[i]! / 100,
      note: `Salary of November, ${'x'.repeat(480)}`,
    }));
    expect(JSON.stringify(rows).length).toBeGreaterThan(500_000);
    const total = minors.reduce((sum, minor) => sum + minor, 0);
    const answers = await Promise.all([payrolls.create(one, rows), payrolls.create(two, rows.toReversed())]);
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([200, { total_amount: total / 100, recipient_count: 1000 }]);
      expect(Math.round(Number(body.new_balance) * 100)).toBe(60_000_000 - total);
    }
    const got = await platform.sql<{ balance_minor: string }>(
      `SELECT b.balance_minor FROM unnest($1::text[]) WITH ORDINALITY AS t(tag, ord) JOIN users u ON u.usertag = t.tag
         JOIN wallets w ON w.owner_id = u.id JOIN ledger.balances b ON b.account_id = w.id ORDER BY t.ord`,
      [crowd],
    );
    expect(got.map(({ balance_minor }) => Number(balance_minor))).toEqual(minors.map((minor) => 2 * minor));
    const { body } = await payrolls.get(one, `detail&id=${answers[0]!.body.batch_id}`);
    expect(body.rows).toHaveLength(1000);
    expect(body.rows[999]).toMatchObject({ row: 1000, recipient: { usertag: crowd[999] } });
  });

  describe('payrolls handed over in one turn of the event loop', () => {
    const workOf = (decide: () => unknown): PendingWrites => {
      const pendingWrites = new PendingWrites();
      platform.inside('business', UnitOfWork).runAtOnce(pendingWrites, () => {
        decide();
        platform.inside('business', EventHandlers).dispatchAtOnce(pendingWrites);
      });
      return pendingWrites;
    };
    /** What a payroll leaves behind when its handler has run. */
    const payrollOf = async (employer: TestUser, minor: bigint): Promise<PendingWrites> => {
      const rows = staff.map(({ usertag }) => ({ recipient: usertag, amountMinor: minor, note: null }));
      const request = { employerId: employer.id, name: null, rows };
      const decision = await platform.inside('business', RunPayrollHandler).execute(new RunPayroll(request));
      return workOf(() => decision.apply());
    };
    const committer = () => platform.inside('business', TransactionCommitter);

    it('share a transaction, and one that is refused takes nothing from the others', async () => {
      const [rich, poor] = [await payrolls.employer('1000.00'), await payrolls.employer('50.00')];
      const works = [
        ...[await payrollOf(rich, 1000n), await payrollOf(poor, 1000n)],
        ...[await payrollOf(poor, 1000n), await payrollOf(rich, 2000n)],
      ];
      const outcomes = await Promise.all(works.map((work) => committer().commit(work)));
      expect(outcomes).toEqual([
        { kind: 'committed', balanceMinor: 96_000n },
        { kind: 'committed', balanceMinor: 1000n },
        { kind: 'insufficient-funds' },
        { kind: 'committed', balanceMinor: 88_000n },
      ]);
      const written = await platform.sql<{ rows: string; xmin: string }>(
        `SELECT count(*) AS rows, i.xmin::text FROM payroll_items i WHERE owner_id = ANY ($1) GROUP BY i.xmin`,
        [[rich.id, poor.id]],
      );
      expect(written).toEqual([{ rows: '12', xmin: expect.any(String) }]);
    });

    it('state the whole sum where the balance shrank after it was read', async () => {
      const employer = await payrolls.employer('50.00');
      const commands = platform.inside('business', Commands);
      const run = commands as unknown as {
        handle(command: unknown, pendingWrites: PendingWrites): Promise<unknown>;
      };
      const first = await payrollOf(employer, 1000n);
      const handle = run.handle.bind(commands);
      // Between reading and posting, another employer's payroll posts first.
      jest.spyOn(run, 'handle').mockImplementationOnce(async (command, work) => {
        const result = await handle(command, work);
        await committer().commit(first);
        return result;
      });
      const rows = staff.map(({ usertag }) => ({ recipient: usertag, amountMinor: 1100n, note: null }));
      const again = commands.execute(new RunPayroll({ employerId: employer.id, name: null, rows }));
      await expect(again).rejects.toMatchObject({
        code: 'INSUFFICIENT_FUNDS',
        message: 'Insufficient balance: 44.00 NGN needed.',
      });
      expect(await batchesOf(employer)).toBe(1);
    });
  });
});
