import { APPS, type Platform, startPlatform } from '../../support/platform';
import { AppProcess, appEnvironment } from '../support/app-process';
import { amountOf, isLong, report, seed } from '../support/proof';
import { Random } from '../support/random';
import { openShop, type Shop } from '../support/shop';
import { type Operation, Rush } from './rush';
import { type Booked, historiesOf, isSerial, outOfTime, wasShort } from './serial-order';

const CLIENTS = 16;
const EACH = amountOf('OPERATIONS', { short: 40, long: 200 });
const SEEDS = amountOf('SEEDS', { short: 1, long: 20 });
const SHOPS = 10;
const FUNDS = 50_000n;

jest.setTimeout(isLong ? 3_600_000 : 120_000);

/** Two processes of the product that share only the database. */
describe(`${CLIENTS} clients at once over two processes (SEED=${seed})`, () => {
  let platform: Platform;
  let apps: AppProcess[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
    const env = appEnvironment({ DATABASE_URL: platform.config.env.DATABASE_URL, DATABASE_POOL_SIZE: '8' });
    apps = await Promise.all([1, 2].map(() => AppProcess.at('business-api', env)));
    for (const app of apps) app.launch();
    await Promise.all(apps.map((app) => app.ready()));
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await platform?.stop();
  });

  it.each(Array.from({ length: SEEDS }, (_, i) => seed + i))(
    'lead to the result of some sequential order (seed %i)',
    async (ofSeed) => {
      const shops: Shop[] = [];
      // The last two have wallets in another currency, so their receipts are converted.
      for (let i = 0; i < SHOPS; i++) shops.push(await openShop(platform, i < SHOPS - 2 ? 'NGN' : 'USD'));
      for (const [i, shop] of shops.entries())
        await platform.fund(shop, i < SHOPS - 2 ? 'NGN' : 'USD', '500.00');
      const rush = new Rush(...([apps.map(({ url }) => url), shops, new Random(ofSeed)] as const));
      await rush.run(CLIENTS, EACH);
      await judge(rush.operations, shops);
      const made = rush.operations.filter(({ status }) => status === 200).length;
      report(
        `races: SEED=${ofSeed}, ${rush.operations.length} operations of ${CLIENTS} clients, ${made} made`,
      );
    },
  );

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
