import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BillSubscriptions, ChargeCards } from '@app/subscriptions';
import { type Autopaid, AutopayDesk } from '../../e2e/subscriptions/autopay-desk';
import type { HttpAnswer } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS, cardOf } from '../../support/test-cards';
import { furtherScheduler } from '../support/further-scheduler';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import { type CardRacer, CardRacers } from './card-racers';

const ROUNDS = amountOf('ROUNDS', { short: 4, long: 300, least: 2 });
const PRICE = 5000;
const CHARGES = "j.type = 'subscription' AND i.is_silent AND i.mandate_id IS NOT NULL";

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

/** What is due when the rivals begin. */
type Kind = 'renewal' | 'last renewal' | 'retry' | 'first link';
type Rival =
  'cancel' | 'cancel at end' | 'resume' | 'stop autopay' | 'pay by wallet' | 'pay by card' | 'none';

const RIVALS: Record<Kind, readonly Rival[]> = {
  renewal: ['cancel', 'cancel at end', 'stop autopay', 'none'],
  'last renewal': ['resume', 'cancel', 'stop autopay', 'none'],
  retry: ['cancel', 'stop autopay', 'pay by wallet', 'pay by card', 'none'],
  'first link': ['pay by wallet', 'pay by card', 'cancel', 'none'],
};

interface Racer extends Autopaid {
  kind: Kind;
  rival: Rival;
  payer: TestUser;
  /** Of the link that can be paid. */
  session: string | null;
  answer?: HttpAnswer;
  /** Charges that were booked when the answer arrived. */
  chargedBefore?: number;
}

/** Two checkout hosts, an app host and two schedulers that share only the database. */
describe(`renewals and what changes their subscriptions at once (SEED=${seed})`, () => {
  const random = new Random(seed);
  let platform: Platform;
  let desk: AutopayDesk;
  let cards: CardRacers;
  let hosts: string[];
  let other: NestFastifyApplication;
  let payers: TestUser[];
  let funded = 0;
  let paidByCard = 0;
  const everyRacer: Racer[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' }, secondCheckout: true });
    await platform.holdJobs();
    other = await furtherScheduler(platform, platform.clock);
    hosts = [platform.urls.checkout, await platform.secondCheckoutUrl()];
    desk = new AutopayDesk(platform, await platform.merchant());
    cards = new CardRacers(platform, desk.merchant.live, random);
    payers = [await platform.signUp()];
  });
  afterAll(async () => {
    await other?.close();
    await platform?.proveAndStop();
  });

  const bill = async () => {
    const jobs = [
      platform.inside('scheduler', BillSubscriptions),
      other.get(BillSubscriptions, { strict: false }),
    ];
    await Promise.all(jobs.map((job) => job.run()));
  };
  const collect = () =>
    cards.collect([platform.inside('scheduler', ChargeCards), other.get(ChargeCards, { strict: false })]);
  const fund = async (payer: TestUser, amount: number) => {
    funded += amount;
    await platform.fund(payer, 'NGN', amount);
  };
  const server = (racer: Autopaid, action: string, fields: object = {}) => {
    const { subscription_id } = racer;
    const { secret_key: key } = desk.merchant.live;
    const path = `subscriptions.php?action=${action}`;
    return platform.post(random.of(hosts), path, { subscription_id, ...fields }, { key });
  };

  async function racer(kind: Kind, payer: TestUser, plan: string): Promise<Racer> {
    const made = await (kind === 'first link' ? desk.subscribed(plan) : desk.authorized(payer, plan));
    if (kind === 'last renewal')
      expect((await server(made, 'cancel', { at_period_end: true })).status).toBe(200);
    const session = (await desk.invoices(made))[0]!.checkout_session_id;
    return { ...made, kind, rival: random.of(RIVALS[kind]), payer, session };
  }

  /** Subscriptions of every kind that fall due at one time. */
  async function prepare(): Promise<{ racers: Racer[]; ofCards: CardRacer[] }> {
    // A new one each time, whose wallet holds nothing of the round before.
    const [rich, poor] = [payers[0]!, await platform.signUp()];
    payers.push(poor);
    const [daily, monthly] = [await desk.plan({ interval: 'daily' }), await desk.plan()];
    const overdue: Racer[] = [];
    await fund(rich, 8 * PRICE);
    await fund(poor, 3 * PRICE);
    for (let i = 0; i < 3; i++) overdue.push(await racer('retry', poor, monthly));
    const ofCards = [await cards.racer('retry', monthly)];
    platform.clock.advance({ days: 31 });
    await bill();
    await collect();
    for (const made of ofCards)
      expect(await cards.desk.latest(made)).toMatchObject({ status: 'failed', attempt_count: 1 });
    for (let i = 0; i < 2; i++) ofCards.push(await cards.racer('renewal', daily));
    const racers: Racer[] = [];
    for (const kind of ['renewal', 'renewal', 'last renewal', 'first link', 'first link'] as const)
      racers.push(await racer(kind, rich, daily));
    for (const made of overdue)
      expect((await desk.invoices(made))[0]).toMatchObject({ status: 'failed', attempt_count: 1 });
    await fund(rich, 10 * PRICE);
    await fund(poor, 3 * PRICE);
    platform.clock.advance({ days: 1, seconds: 1 });
    // A link that was opened before would have ended by now.
    for (const made of overdue) if (made.rival.startsWith('pay')) made.session = await openLink(made);
    return { racers: [...racers, ...overdue], ofCards };
  }

  /** The button of the customer's page. */
  async function openLink(made: Autopaid): Promise<string> {
    const { manage_url } = (await desk.one(made)) as { manage_url: string };
    const body = new URLSearchParams();
    const { status } = await fetch(`${manage_url}/pay`, { method: 'POST', body, redirect: 'manual' });
    expect(status).toBe(303);
    return (await desk.invoices(made))[0]!.checkout_session_id!;
  }

  function ask(made: Racer, tokens: Map<TestUser, string>): Promise<HttpAnswer> {
    const { subscription_id, payer, session: session_id } = made;
    const token = { token: tokens.get(payer)! };
    const { secret_key: key } = desk.merchant.live;
    switch (made.rival) {
      case 'cancel':
        return server(made, 'cancel');
      case 'cancel at end':
        return server(made, 'cancel', { at_period_end: true });
      case 'resume':
        return server(made, 'resume');
      case 'stop autopay':
        return platform.post('app', 'subscriptions.php?action=stop-autopay', { subscription_id }, token);
      case 'pay by wallet': {
        const body = { session_id, pin: payer.pin };
        return platform.post(random.of(hosts), 'sessions.php?action=pay-wallet', body, token);
      }
      default: {
        const body = { session_id, card: cardOf(CARDS.approved) };
        return platform.post(random.of(hosts), 'sessions.php?action=pay-card', body, { key });
      }
    }
  }

  async function charges({ subscription_id }: Autopaid): Promise<number> {
    const [row] = await platform.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM subscription_invoices i JOIN ledger.journals j ON j.related_id = i.invoice_id
        WHERE i.subscription_id = $1 AND ${CHARGES}`,
      [subscription_id],
    );
    return row!.count;
  }

  it('charge each cycle at most once, and nothing after an answer that ends the charges', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { racers, ofCards } = await prepare();
      const tokens = new Map<TestUser, string>();
      for (const { payer } of racers) if (!tokens.has(payer)) tokens.set(payer, await desk.signIn(payer));
      await Promise.all([
        bill().then(bill),
        // Some are charged as soon as their intent is there, others after the next billing.
        collect().then(collect).then(bill).then(collect),
        ...ofCards.map((made) => cards.ask(made)),
        ...random.shuffled(racers).map(async (made) => {
          if (made.rival === 'none') return;
          made.answer = await ask(made, tokens);
          made.chargedBefore = await charges(made);
        }),
      ]);
      await bill();
      await collect();
      for (const made of racers) await judge(made);
      for (const made of ofCards) await cards.judge(made);
      everyRacer.push(...racers);
      cards.everyOne.push(...ofCards);
      // What remains open takes no part in the next round.
      for (const made of [...racers, ...ofCards]) expect((await server(made, 'cancel')).status).toBe(200);
    }
    const balances = await Promise.all(
      payers.map(async (payer) => Number(await platform.balanceOf({ token: await desk.signIn(payer) }))),
    );
    const [row] = await platform.sql<{ paid: number }>(
      `SELECT count(*)::int AS paid FROM subscription_invoices WHERE status = 'paid' AND billing_mode <> 'card_token'`,
    );
    const debits = (funded - balances.reduce((sum, balance) => sum + balance, 0)) / PRICE;
    expect(debits + paidByCard).toBe(row!.paid);
    await platform.verifyBooks();
    const answers: Record<string, number> = {};
    const names = everyRacer.map(({ rival, kind, answer }) =>
      `${rival} of a ${kind} ${answer?.status ?? ''}`.trim(),
    );
    for (const name of [...names, ...cards.outcomes]) answers[name] = (answers[name] ?? 0) + 1;
    const counts = Object.entries(answers).map(([name, count]) => `${count} ${name}`);
    report(
      `races: SEED=${seed}, ${names.length + cards.everyOne.length} renewals and retries: ${counts.sort().join(', ')}`,
    );
  });

  async function judge(made: Racer): Promise<void> {
    const { kind, rival, answer } = made;
    const of = { kind, rival, answer: answer?.text };
    // 409 and 410: the charge or the end of the subscription came first.
    const isAnswer = [200, 409, 410].includes(answer?.status ?? 200);
    expect({ of, isAnswer }).toEqual({ of, isAnswer: true });
    const succeeded = answer?.status === 200;
    if (rival === 'pay by card' && succeeded) paidByCard += 1;
    const booked = await desk.booked(made);
    expect({ of, twice: booked.filter(({ count }) => count > 1) }).toMatchObject({ twice: [] });
    const invoices = await desk.invoices(made);
    for (const [i, { status, invoice_id }] of [...invoices].reverse().entries())
      expect({ of, invoice_id, count: booked[i]!.count }).toMatchObject({ count: status === 'paid' ? 1 : 0 });
    if (succeeded && (rival === 'cancel' || rival === 'stop autopay'))
      expect({ of, charged: await charges(made) }).toEqual({ of, charged: made.chargedBefore });

    const one = await desk.one(made);
    const [events] = await platform.sql<{ ends: number }>(
      `SELECT count(*)::int AS ends FROM outbox WHERE type = 'subscription.cancelled' AND payload->>'subscriptionId' = $1`,
      [made.subscription_id],
    );
    expect({ of, ends: events!.ends }).toEqual({ of, ends: one.status === 'cancelled' ? 1 : 0 });
    if (one.status === 'cancelled') {
      expect({ of, wallet: one.wallet_authorized }).toEqual({ of, wallet: false });
      const ends: Rival[] =
        kind === 'last renewal' ? ['cancel', 'stop autopay', 'resume', 'none'] : ['cancel'];
      expect(['cancel at end', ...ends]).toContain(rival);
    } else {
      // Billed for the cycle that has begun, unless it waits for the invoice before.
      const isOverdue = one.status === 'past_due';
      expect({ of, cycles: invoices.length >= 2 || isOverdue }).toEqual({ of, cycles: true });
      if (rival === 'stop autopay' && succeeded) expect(one.billing_mode).toBe('invoice');
      if (rival === 'pay by wallet' && succeeded) expect(one.wallet_authorized).toBe(true);
      if (kind === 'retry' && rival === 'none') expect(one.status).toBe('active');
    }
  }
});
