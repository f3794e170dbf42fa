import { BillSubscriptions, ChargeCards } from '@app/subscriptions';
import { OutboxRelay } from '@app/write-path';
import { type Autopaid, AutopayDesk } from '../../e2e/subscriptions/autopay-desk';
import { CardDesk, type CardPaid } from '../../e2e/subscriptions/card-desk';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { stopProviderEvents } from '../../support/provider-events';
import { SeveringProxy } from '../../support/severing-proxy';
import { furtherScheduler } from '../support/further-scheduler';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import { schedulerProcess } from '../support/scheduler-process';

const DUE = amountOf('DUE', { short: 3, long: 40, least: 2 });
const PRICE = 5000;

/** A round trip: the `turn`-th on its connection from the one that contains `from`, of those that contain `counted`. */
interface Place {
  from: string;
  turn: number;
  counted?: string;
}

/** Round trips of a scheduler that charges wallets. */
const CLAIM = 'INSERT INTO subscription_claims';
const LOCK = 'JOIN subscriptions t ON t.id = r.id';
const MARK = 'UPDATE outbox SET relayed_at';
const STEPS = {
  'notes the run': { from: 'INSERT INTO charge_heartbeat', turn: 1 },
  'claims what is due': { from: CLAIM, turn: 1 },
  'commits the claims': { from: CLAIM, turn: 1, counted: 'COMMIT' },
  'reads the wallets': { from: 'wallet_lists', turn: 1 },
  'locks the subscriptions': { from: LOCK, turn: 1 },
  'writes the invoices': { from: LOCK, turn: 2 },
  'writes the subscriptions': { from: LOCK, turn: 3 },
  'books the charges': { from: LOCK, turn: 4 },
  'commits the charges': { from: LOCK, turn: 1, counted: 'COMMIT' },
  'marks the events': { from: MARK, turn: 1 },
  'commits the events': { from: MARK, turn: 1, counted: 'COMMIT' },
} as const satisfies Record<string, Place>;
/** The same of a scheduler that charges saved cards. The request to the company is sent between claims and answers. */
const INTENT = 'insert_CardCharge';
const REQUEST = 'JOIN card_charges t ON t.id = r.id';
const ANSWER = 'UPDATE saved_cards t SET';
const CARD_STEPS = {
  'stores the intents': { from: INTENT, turn: 1 },
  'commits the intents': { from: INTENT, turn: 1, counted: 'COMMIT' },
  'claims the requests': { from: REQUEST, turn: 3 },
  'commits the requests': { from: REQUEST, turn: 1, counted: 'COMMIT' },
  'stores the answers': { from: ANSWER, turn: 1 },
  'commits the answers': { from: ANSWER, turn: 1, counted: 'COMMIT' },
} as const satisfies Record<string, Place>;
type Kill<Step extends string = string> = [step: Step, side: 'before' | 'after'];
type StepName = keyof typeof STEPS;
type CardStep = keyof typeof CARD_STEPS;

jest.setTimeout(isLong ? 1_200_000 : SHORT_LIMIT_MS);

/** Of the short form: both sides of the commit, and one other step that the seed chooses. */
function kills(random: Random): Kill<StepName>[] {
  const all = sidesOf(STEPS);
  if (isLong) return all;
  const isCommit = ([step]: Kill) => step === 'commits the charges';
  return [...all.filter(isCommit), random.of(all.filter((kill) => !isCommit(kill)))];
}

/** Of the short form: one that the seed chooses. */
function cardKills(random: Random): Kill<CardStep>[] {
  const all = sidesOf(CARD_STEPS);
  return isLong ? all : [random.of(all)];
}

const sidesOf = <Step extends string>(steps: Record<Step, unknown>) =>
  (Object.keys(steps) as Step[]).flatMap((step): Kill<Step>[] => [
    [step, 'before'],
    [step, 'after'],
  ]);

describe(`kill -9 of a scheduler that charges wallets and cards (SEED=${seed})`, () => {
  const random = new Random(seed);
  let platform: Platform;
  let desk: AutopayDesk;
  let cards: CardDesk;
  let payer: TestUser;
  let proxy: SeveringProxy;
  let done = 0;
  let plan: string;
  const all: (Autopaid | CardPaid)[] = [];

  beforeAll(async () => {
    // No scheduler but those that are killed.
    platform = await startPlatform({
      apps: ['business', 'checkout', 'sandbox', 'app'],
      env: { RATE_LIMITS: 'false' },
    });
    proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
    desk = new AutopayDesk(platform, await platform.merchant());
    cards = new CardDesk(platform, desk.merchant.live);
    payer = await platform.signUp();
    plan = await desk.plan();
    await stopProviderEvents(platform);
  });
  afterAll(async () => {
    await proxy?.close();
    await platform?.proveAndStop();
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
  async function killedAt({ from, turn, counted }: Place, side: Kill[1]): Promise<void> {
    await platform.sql('UPDATE scheduled_jobs SET started_at = NULL');
    const scheduler = await schedulerProcess(platform, { DATABASE_URL: proxy.url, CLOCK_GUARD: 'on' });
    let isBroken = false;
    proxy.onBreak = () => {
      isBroken = true;
      void scheduler.kill();
    };
    proxy.armFrom(from, turn, side, counted);
    scheduler.launch();
    await scheduler.ended();
    proxy.disarm();
    if (!isBroken) throw new Error(`The scheduler ended by itself:\n${scheduler.output.slice(-4000)}`);
    done += 1;
  }

  /** Two other processes bill at once. */
  async function bill(): Promise<void> {
    const jobs = (['checkout', 'app'] as const).map((host) => platform.inside(host, BillSubscriptions));
    await Promise.all(jobs.map((job) => job.run()));
  }

  /** How many cycles of each are billed, paid and booked. */
  async function states(made: readonly { subscription_id: string }[]): Promise<string[]> {
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
    'neither loses nor repeats a charge of a wallet when it %s, %s the database has done it',
    async (...kill) => {
      const made = await due();
      // The events to relay are those of charges.
      if (STEPS[kill[0]].from === MARK) await bill();
      await killedAt(STEPS[kill[0]], kill[1]);
      const left = await states(made);
      // Whatever was done was done completely.
      expect([...new Set(left)].filter((state) => state !== UNBILLED && state !== RENEWED)).toEqual([]);
      await platform.verifyBooks();
      if (kill[0] === 'commits the charges') expect(left.includes(RENEWED)).toBe(kill[1] === 'after');
      // At once, instead of when its claims end.
      await platform.sql('DELETE FROM subscription_claims');
      await bill();
      expect(await states(made)).toEqual(made.map(() => RENEWED));
    },
  );

  /** Two other processes send charges of cards at once, and ask about them. */
  async function collect(): Promise<void> {
    const jobs = (['checkout', 'app'] as const).map((host) => platform.inside(host, ChargeCards));
    await Promise.all(jobs.map((job) => job.run()));
  }

  /** Requests that the company has taken for the last cycle, and what it took money for. */
  async function taken(made: readonly CardPaid[]): Promise<string[]> {
    const charges = await Promise.all(made.map((one) => cards.charges(one)));
    return charges.map((of) => {
      expect(of.filter(({ sent }) => sent > 1)).toEqual([]);
      return of.map((one) => `${one.status} ${one.taken}`).join(', ');
    });
  }

  it.each(cardKills(random))(
    'charges no card twice and loses no charge of one when it %s, %s the database has done it',
    async (step, side) => {
      platform.clock.advance({ days: -31 });
      const made: CardPaid[] = [];
      for (let i = 0; i < DUE; i++) made.push(await cards.attached(plan));
      platform.clock.advance({ days: 31 });
      all.push(...made);
      await killedAt(CARD_STEPS[step], side);
      const left = await states(made);
      const BILLED = '2 billed, 1 paid, 1 booked, cycle 1';
      expect([...new Set(left)].filter((state) => ![UNBILLED, BILLED, RENEWED].includes(state))).toEqual([]);
      const known = await taken(made);
      if (step === 'commits the requests' && side === 'after') expect(known).toContain('sent 0');
      if (step === 'stores the answers') expect(known).toContain('sent 1');
      if (step === 'commits the answers')
        expect(known).toContain(side === 'after' ? 'succeeded 1' : 'sent 1');
      await platform.verifyBooks();
      await platform.sql('DELETE FROM subscription_claims');
      // What the company never got counts as failed after a day of questions, and is charged a day later.
      const waits = [0, 1, 12, 13, 25];
      for (const hours of waits) {
        platform.clock.advance({ hours });
        await bill();
        await collect();
      }
      platform.clock.advance({ hours: -waits.reduce((sum, hours) => sum + hours, 0) });
      expect(await states(made)).toEqual(made.map(() => RENEWED));
      // A charge whose request was never sent has failed, instead of being sent by the process that goes on.
      const isUnsent = step === 'commits the requests' && side === 'after';
      for (const [i, charges] of (await taken(made)).entries()) {
        const ends = ['failed 0, succeeded 1', ...(isUnsent && known[i] === 'sent 0' ? [] : ['succeeded 1'])];
        expect(ends).toContain(charges);
      }
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
    report(`renewals: SEED=${seed}, ${done} kills of a scheduler, ${all.length} renewals, each charged once`);
  });
});
