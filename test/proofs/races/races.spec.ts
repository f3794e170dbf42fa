import type { Platform } from '../../support/platform';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import { openShop, type Shop } from '../support/shop';
import { type Operation, Rush } from './rush';
import { type Booked, historiesOf, isSerial, outOfTime, wasShort } from './serial-order';
import { TwoProcesses } from './two-processes';

const CLIENTS = 16;
const EACH = amountOf('OPERATIONS', { short: 40, long: 200 });
const SEEDS = amountOf('SEEDS', { short: 1, long: 20 });
const RIVALS = 64;
const LIMIT_SEEDS = amountOf('LIMIT_SEEDS', { short: 4, long: 1000, least: 2 });
/** Of an account of level 1, in US cents. */
const DAILY_LIMIT = 500_000;
const SHOPS = 10;
const FUNDS = 50_000n;

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

/** Two processes of the product that share only the database. */
describe(`${CLIENTS} clients at once over two processes (SEED=${seed})`, () => {
  let platform: Platform;
  let processes: TwoProcesses;

  beforeAll(async () => {
    processes = await TwoProcesses.start();
    ({ platform } = processes);
  });
  afterAll(() => processes?.stop());

  it.each(Array.from({ length: SEEDS }, (_, i) => seed + i))(
    'lead to the result of some sequential order (seed %i)',
    async (ofSeed) => {
      const shops: Shop[] = [];
      // The last two have wallets in another currency, so their receipts are converted.
      for (let i = 0; i < SHOPS; i++) shops.push(await openShop(platform, i < SHOPS - 2 ? 'NGN' : 'USD'));
      for (const [i, shop] of shops.entries())
        await platform.fund(shop, i < SHOPS - 2 ? 'NGN' : 'USD', '500.00');
      const rush = new Rush(...([processes.urls, shops, new Random(ofSeed)] as const));
      await rush.run(CLIENTS, EACH);
      await judge(rush.operations, shops);
      const made = rush.operations.filter(({ status }) => status === 200).length;
      report(
        `races: SEED=${ofSeed}, ${rush.operations.length} operations of ${CLIENTS} clients, ${made} made`,
      );
    },
  );

  it(`withdraw up to the daily limit and no further, ${RIVALS} at once`, async () => {
    const random = new Random(seed);
    for (let round = 0; round < LIMIT_SEEDS; round++) await rivals(random.branch());
    report(`races: SEED=${seed}, ${LIMIT_SEEDS} times ${RIVALS} withdrawals at once against the daily limit`);
  });

  async function rivals(random: Random): Promise<void> {
    const shop = await openShop(platform, 'USD');
    await platform.fund(shop, 'USD', '1000000.00');
    const amounts = Array.from({ length: RIVALS }, () => random.between(10_000, 30_000));
    const answers = await Promise.all(
      amounts.map((minor, i) =>
        platform.post(
          processes.urls[i % processes.urls.length]!,
          'payout.php?action=initiate',
          { method: 'extwallet', amount: minor / 100, details: { extwallet_email: 'ada@example.com' } },
          { key: shop.key },
        ),
      ),
    );
    const refused = amounts.filter((_, i) => answers[i]!.body.error_code === 'DAILY_LIMIT_EXCEEDED');
    const made = amounts.filter((_, i) => answers[i]!.status === 200);
    expect([made.length + refused.length, made.length > 0, refused.length > 0]).toEqual([RIVALS, true, true]);
    const sent = made.reduce((sum, minor) => sum + minor, 0);
    expect(sent).toBeLessThanOrEqual(DAILY_LIMIT);
    // What was refused did not fit.
    expect(refused.filter((minor) => sent + minor <= DAILY_LIMIT)).toEqual([]);
    const [counted] = await platform.sql<{ used: string; rows: number; balance: string }>(
      `SELECT d.used_minor AS used, (SELECT count(*)::int FROM withdrawals WHERE owner_id = d.owner_id) AS rows, b.balance_minor AS balance
         FROM ledger.outgoing_days d JOIN wallets w ON w.owner_id = d.owner_id AND w.is_primary
         JOIN ledger.balances b ON b.account_id = w.id WHERE d.owner_id = $1`,
      [shop.id],
    );
    const fees = made.reduce((sum, minor) => sum + Math.ceil(minor / 100), 0);
    const balance = String(100_000_000 - sent - fees);
    expect(counted).toEqual({ used: String(sent), rows: made.length, balance });
  }

  async function judge(operations: Operation[], shops: Shop[]): Promise<void> {
    // Each request succeeded or was refused for lack of funds.
    const answers = new Set(operations.map(({ status, code }) => `${status} ${code ?? ''}`.trim()));
    expect([...answers].filter((answer) => !['200', '400 INSUFFICIENT_FUNDS'].includes(answer))).toEqual([]);
    // One key sent to both processes has one response.
    expect(operations.filter((operation) => new Set(operation.answers).size > 1)).toEqual([]);

    const accounts = await accountsOf(shops);
    const booked = await bookedOn([...accounts.values()]);
    const made = new Map(operations.flatMap((done) => (done.id ? [[done.id, done]] : [])));
    expect(made.size).toBe(operations.filter(({ status }) => status === 200).length);
    // Each acknowledged transfer and payroll is booked once, and nothing else is.
    expect(booked.map(({ id }) => id).sort()).toEqual([...made.keys()].sort());
    expect(isSerial(booked)).toBe(true);

    const histories = historiesOf(booked);
    for (const [index, shop] of shops.entries()) {
      const account = accounts.get(shop.id)!;
      const history = histories.get(account) ?? [];
      let balance = FUNDS;
      for (const [i, leg] of history.entries()) {
        balance += leg.change;
        // The first entry of each history is its opening balance.
        expect({ seq: leg.seq, after: leg.after }).toEqual({ seq: BigInt(i + 2), after: balance });
        expect(balance).toBeGreaterThanOrEqual(0n);
        const operation = made.get(leg.id)!;
        const isLast = history[i + 1]?.id !== leg.id;
        if (operation.from === index && isLast) expect(operation.newBalance).toBe(Number(balance) / 100);
      }
      expect(outOfTime(history, made)).toEqual([]);
      const refused = operations.filter(({ from, status }) => from === index && status === 400);
      const unjust = refused.filter((refusal) => !wasShort(refusal, refusal.needed, FUNDS, history, made));
      expect(unjust).toEqual([]);
    }
    await platform.verifyBooks();
  }

  async function accountsOf(shops: Shop[]): Promise<Map<string, string>> {
    const rows = await platform.sql<{ id: string; owner_id: string }>(
      'SELECT id, owner_id FROM wallets WHERE owner_id = ANY ($1) AND is_primary',
      [shops.map(({ id }) => id)],
    );
    return new Map(rows.map(({ id, owner_id }) => [owner_id, id]));
  }

  async function bookedOn(accounts: string[]): Promise<Booked[]> {
    const rows = await platform.sql<{
      id: string;
      account: string;
      seq: string;
      change: string;
      after: string;
    }>(
      `SELECT CASE l.type WHEN 'payroll' THEN j.related_id ELSE j.id::text END AS id, l.account_id AS account, l.seq,
              l.amount_minor AS change, l.balance_after_minor AS after
         FROM ledger.legs l JOIN ledger.journals j ON j.id = l.journal_id
        WHERE l.account_id = ANY ($1) AND l.type IN ('transfer', 'payroll')`,
      [accounts],
    );
    const byId = new Map<string, Booked>();
    for (const { id, account, ...leg } of rows) {
      const journal = byId.get(id) ?? { id, legs: [] };
      journal.legs.push({
        account,
        seq: BigInt(leg.seq),
        change: BigInt(leg.change),
        after: BigInt(leg.after),
      });
      byId.set(id, journal);
    }
    return [...byId.values()];
  }
});
