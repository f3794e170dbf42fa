import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BillSubscriptions } from '@app/subscriptions';
import { OutboxRelay } from '@app/write-path';
import { type Autopaid, AutopayDesk } from '../../e2e/subscriptions/autopay-desk';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { SeveringProxy } from '../../support/severing-proxy';
import { appEnvironment, AppProcess } from '../support/app-process';
import { furtherScheduler } from '../support/further-scheduler';
import { amountOf, isLong, report, seed } from '../support/proof';
import { Random } from '../support/random';

const DUE = amountOf('DUE', { short: 3, long: 40, least: 2 });
const PRICE = 5000;

/** The round trips of a scheduler that charges wallets: `turn` counts from the first one that contains `from`. */
const LOCK = 'JOIN subscriptions t ON t.id = r.id';
const MARK = 'UPDATE outbox SET relayed_at';
const STEPS = {
  'notes the run': { from: 'charge_heartbeat', turn: 1 },
  'lists what is due': { from: 'FROM subscriptions s', turn: 1 },
  'reads the wallets': { from: 'wallet_lists', turn: 1 },
  'locks the subscriptions': { from: LOCK, turn: 1 },
  'books the charges': { from: LOCK, turn: 2 },
  'writes the invoices': { from: LOCK, turn: 3 },
  'writes the subscriptions': { from: LOCK, turn: 4 },
  'commits the charges': { from: LOCK, turn: 5 },
  'marks the events': { from: MARK, turn: 1 },
  'commits the events': { from: MARK, turn: 2 },
} as const;
type StepName = keyof typeof STEPS;
type Kill = [step: StepName, side: 'before' | 'after'];

jest.setTimeout(isLong ? 1_200_000 : 240_000);

/** Of the short form: both sides of the commit, and one other step that the seed chooses. */
function kills(random: Random): Kill[] {
  const all = (Object.keys(STEPS) as StepName[]).flatMap((step): Kill[] => [
    [step, 'before'],
    [step, 'after'],
  ]);
  if (isLong) return all;
  const isCommit = ([step]: Kill) => step === 'commits the charges';
  return [...all.filter(isCommit), random.of(all.filter((kill) => !isCommit(kill)))];
}

describe(`kill -9 of a scheduler that charges wallets (SEED=${seed})`, () => {
  const random = new Random(seed);
  const closes = mkdtempSync(path.join(os.tmpdir(), 'payments-closes-'));
  let platform: Platform;
  let desk: AutopayDesk;
  let payer: TestUser;
  let proxy: SeveringProxy;
  let plan: string;
  const all: Autopaid[] = [];

  beforeAll(async () => {
    // No scheduler but those that are killed.
    platform = await startPlatform({
      apps: ['business', 'checkout', 'sandbox', 'app'],
      env: { RATE_LIMITS: 'false' },
    });
    proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
    desk = new AutopayDesk(platform, await platform.merchant());
    payer = await platform.signUp();
    plan = await desk.plan();
  });
  afterAll(async () => {
    await proxy?.close();
    await platform?.proveAndStop();
    rmSync(closes, { recursive: true, force: true });
  });

  /** Subscriptions that were authorised 31 days ago. */
  async function due(): Promise<Autopaid[]> {
    await platform.fund(payer, 'NGN', 2 * PRICE * DUE);
    platform.clock.advance({ days: -31 });
    const made: Autopaid[] = [];
    for (let i = 0; i < DUE; i++) made.push(await desk.authorized(payer, plan));
    platform.clock.advance({ days: 31 });
    all.push(...made);
    return made;
  }

  /** A scheduler that is killed at its next such round trip. Resolves when it has ended. */
  async function killedAt([step, side]: Kill): Promise<void> {
    const bases = Object.entries(platform.urls).map(([host, url]) => [`${host.toUpperCase()}_BASE_URL`, url]);
    const env = appEnvironment({
      DATABASE_URL: proxy.url,
      DATABASE_POOL_SIZE: '6',
      REDIS_URL: '',
      CLOCK_GUARD: 'on',
      CLOSES_DIR: closes,
      ...(Object.fromEntries(bases) as Record<string, string>),
    });
    await platform.sql('UPDATE scheduled_jobs SET started_at = NULL');
    const scheduler = await AppProcess.at('scheduler', env);
    const killed = new Promise<void>((resolve, reject) => {
      proxy.onBreak = () => void scheduler.kill().then(resolve, reject);
    });
    const { from, turn } = STEPS[step];
    proxy.armFrom(from, turn, side);
    scheduler.launch();
    await killed;
    proxy.disarm();
    expect(scheduler.isRunning).toBe(false);
  }

  /** Two other processes bill at once. */
  async function bill(): Promise<void> {
    const jobs = (['checkout', 'app'] as const).map((host) => platform.inside(host, BillSubscriptions));
    await Promise.all(jobs.map((job) => job.run()));
  }

  /** How many cycles of each are billed, paid and booked. */
  async function states(made: readonly Autopaid[]): Promise<string[]> {
    const rows = await platform.sql<{ state: string }>(
      `SELECT count(*) || ' billed, ' || count(*) FILTER (WHERE i.status = 'paid') || ' paid, '
              || sum((SELECT count(*) FROM ledger.journals j WHERE j.related_id = i.invoice_id)) || ' booked, cycle ' || s.cycle AS state
         FROM subscriptions s JOIN subscription_invoices i ON i.subscription_key = s.id
        WHERE s.subscription_id = ANY ($1) GROUP BY s.id`,
      [made.map(({ subscription_id }) => subscription_id)],
    );
    return rows.map(({ state }) => state);
  }
  const UNBILLED = '1 billed, 1 paid, 1 booked, cycle 0';
  const RENEWED = '2 billed, 2 paid, 2 booked, cycle 1';

  it.each(kills(random))(
    'that %s, %s the database has done it, neither loses nor repeats a charge',
    async (...kill) => {
      const made = await due();
      // The events to relay are those of charges.
      if (STEPS[kill[0]].from === MARK) await bill();
      await killedAt(kill);
      const left = await states(made);
      // Whatever was done was done completely.
      expect([...new Set(left)].filter((state) => state !== UNBILLED && state !== RENEWED)).toEqual([]);
      await platform.verifyBooks();
      if (kill[0] === 'commits the charges') expect(left.includes(RENEWED)).toBe(kill[1] === 'after');
      // At once, instead of when its claims end.
      await platform.sql('UPDATE subscriptions SET claimed_until = NULL');
      await bill();
      expect(await states(made)).toEqual(made.map(() => RENEWED));
    },
  );

  it('leaves the wallet debited once for each cycle, and each event for its app once', async () => {
    const token = { token: await desk.signIn(payer) };
    expect(await platform.balanceOf(token)).toBe('0.00');
    const scheduler = await furtherScheduler(platform, platform.clock);
    await scheduler.get(OutboxRelay, { strict: false }).drain();
    await scheduler.close();
    const events = await platform.sql<{ event: string; count: number }>(
      `SELECT event, count(*)::int AS count FROM app_events
        WHERE app_id = $1 AND event IN ('subscription_invoice.created', 'subscription_invoice.paid') GROUP BY event ORDER BY event`,
      [desk.merchant.live.app_id],
    );
    expect(events.map(({ count }) => count)).toEqual([2 * all.length, 2 * all.length]);
    report(
      `renewals: SEED=${seed}, ${kills(random).length} kills of a scheduler, ${all.length} renewals, each charged once`,
    );
  });
});
