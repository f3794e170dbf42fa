import { eventually } from '../../support/eventually';
import type { HttpAnswer } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS, cardOf } from '../../support/test-cards';
import { amountOf, isLong, report, SHORT_LIMIT_MS } from '../support/proof';
import { Space } from './space';
import { SpaceReceiver } from './space-receiver';
import { liveRows, settled } from './live-rows';

const SPACES = amountOf('SPACES', { short: 20, long: 60, least: 10 });
/** Subscriptions of a space that fills its quota. */
const DAILY = isLong ? 60 : 20;
/** Events that a test app keeps. */
const QUOTA = 20_000;
const DAYS = isLong ? 366 : 65;
const DAY_MS = 86_400_000;

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

describe('the spaces of test clocks', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let receiver: SpaceReceiver;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', WEBHOOK_TIMEOUT_SECONDS: '30' } });
    merchant = await platform.merchant();
    receiver = await SpaceReceiver.start();
  });
  afterAll(async () => {
    await receiver?.stop();
    await platform?.proveAndStop();
  });

  const open = (place: number, owner = merchant) => Space.open(platform, owner, receiver, place);

  it('side by side leave live rows as they were', async () => {
    const live = await liveObjects();
    const spaces: Space[] = [];
    // An account has twenty test apps; one comes with it.
    for (let place = 0, owner = merchant; place < SPACES; place++) {
      if (place > 0 && place % 18 === 0) owner = await platform.merchant();
      spaces.push(await open(place, owner));
    }
    const waiting = await appsWithRetries();
    await platform.holdJobs();
    await settled(platform);
    const [before, retries] = [await liveRows(platform), await deliveries(waiting)];
    const from = nextEndOfJanuary();
    const began = performance.now();
    const states = await Promise.all(spaces.map((space) => space.story(from, DAYS)));
    const took = performance.now() - began;
    await settled(platform);
    // Each space lived through the same, at its own time.
    expect(states.flatMap(({ outstanding }) => outstanding)).toEqual([]);
    expect(receiver.faults).toEqual([]);
    const [log, ...others] = await Promise.all(spaces.map((space) => space.log()));
    for (const other of others) expect(other).toEqual(log);
    expect(await liveRows(platform)).toEqual(before);
    expect(await deliveries(waiting)).toEqual(retries);
    expect(retries.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual([
      'pending 1',
      'pending 1',
    ]);
    expect(before.size).toBeGreaterThan(20);
    expect(live.every((table) => before.get(table)!.count > 0)).toBe(true);

    report(
      `test clock: ${SPACES} spaces of ${DAYS} days side by side, live rows of ${before.size} tables the same, ` +
        `${Math.round(took)} ms`,
    );
  });

  it('do nothing for the time that they show already', async () => {
    const space = await open(100, await platform.merchant());
    const { now } = await space.story(nextEndOfJanuary(), 20);
    const [log, state] = [await space.log(), await space.clock()];
    const again = await space.advance({ to: now });
    expect([again.now, again.ran, again.timeline, await space.log()]).toEqual([now, 0, [], log]);
    expect(state.ran).toBeGreaterThan(0);
  });

  it('stop after 10,000 steps, and go on with the next advance', async () => {
    const space = await open(102, await platform.merchant());
    const { now } = await space.advance({ hours: 1 });
    const expiries = [];
    for (const hours of [1, 2, 3]) {
      const { expires_at } = await space.post('sessions.php?action=create', {
        amount: 100,
        expires_in: hours * 60,
      });
      expiries.push(expires_at as string);
    }
    // An advance that another process left after 9,998 steps.
    await platform.sql(
      `UPDATE test_clocks SET status = 'advancing', target = frozen_at + interval '1 day', steps = 9998, freezes = true,
              version = version + 1 WHERE id = $1`,
      [space.app.app_id],
    );
    let state = await space.clock();
    while (state.status === 'advancing') state = await space.clock();
    expect([state.steps, state.now]).toEqual([10_000, expiries[1]]);
    const rest = await space.advance({ to: new Date(Date.parse(now) + DAY_MS).toISOString() });
    expect(rest.timeline.at(-1)).toEqual({ at: expiries[2], kind: 'session_expired', count: 1 });
  });

  it('stop at the quota of events, however many subscriptions and years are asked for', async () => {
    const space = await open(103, await platform.merchant());
    const { app_id } = space.app;
    const plan = await space.plan({ interval: 'daily' });
    const { now } = await space.advance({ hours: 0 });
    for (let i = 0; i < DAILY; i++) {
      const customer = { email: `cy${i}x103@example.com` };
      const request = { plan_id: plan, customer, billing_mode: 'wallet_auto' };
      await space.post('subscriptions.php?action=subscribe', request);
    }
    await space.advance({ hours: 0 });
    const kept = async () =>
      +(
        await platform.sql<{ last: string }>('SELECT last FROM app_event_counters WHERE app_id = $1', [
          app_id,
        ])
      )[0]!.last;
    // The short form begins with a feed that is nearly full.
    if (!isLong)
      await platform.sql('UPDATE app_event_counters SET last = last + 19500 WHERE app_id = $1', [app_id]);
    const [before, rows] = [await kept(), await countBills(app_id)];
    const state = await space.advance({ days: 3640 });
    expect(state).toMatchObject({ status: 'idle', stopped: 'quota' });
    const [events, bills] = [await kept(), (await countBills(app_id)) - rows];
    // A day of bills more at most.
    expect([before < QUOTA, events >= QUOTA, events < QUOTA + 4 * DAILY]).toEqual([true, true, true]);
    expect(bills).toBeLessThanOrEqual(QUOTA - before + 4 * DAILY);
    const again = await space.advance({ days: 3640 });
    expect([again.stopped, again.now, again.ran]).toEqual(['quota', state.now, 0]);
    // Of many requests at once none finds room.
    const made = await Promise.all(
      Array.from({ length: 40 }, () => space.try('sessions.php?action=create', { amount: 100 })),
    );
    expect(new Set(made.map(({ status, body }) => `${status} ${body.error_code}`))).toEqual(
      new Set(['400 LIMIT_REACHED']),
    );
    report(
      `test clock: ${DAILY} daily subscriptions stopped after ${days(now, state.now)} days with ${events} events and ${bills} bills`,
    );
  });

  const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

  const countBills = async (appId: string) =>
    (
      await platform.sql<{ count: number }>(
        'SELECT count(*)::int AS count FROM subscription_invoices WHERE app_id = $1',
        [appId],
      )
    )[0]!.count;

  /** Apps with a webhook that waits for its retry: one in a space whose clock stands still, and one live. */
  async function appsWithRetries(): Promise<string[]> {
    const space = await open(101, await platform.merchant());
    await space.advance({ hours: 0 });
    const { app_id, secret_key: key } = merchant.live;
    const hook = { app_id, url: receiver.addressOf(app_id), events: ['payment.success'] };
    const path = 'business.php?section=webhooks&action=create';
    expect((await platform.post('business', path, hook, { token: merchant.token })).status).toBe(200);
    const apps = [space.app.app_id, app_id];
    for (const app of apps) receiver.refuse(app);
    await buy((action, body) => space.try(`sessions.php?action=${action}`, body));
    await buy((action, body) => platform.post('checkout', `sessions.php?action=${action}`, body, { key }));
    await eventually(async () => {
      const made = await deliveries(apps);
      return made.length === apps.length && made.every(({ attempts }) => attempts === 1);
    });
    // Later than this test ends.
    await platform.sql(`UPDATE webhook_deliveries SET due_at = due_at + interval '1 day' WHERE app_id = $1`, [
      app_id,
    ]);
    return apps;
  }

  async function buy(call: (action: string, body: object) => Promise<HttpAnswer>): Promise<void> {
    const { session_id } = (await call('create', { amount: 100 })).body;
    const paid = await call('pay-card', { session_id, card: cardOf(CARDS.approved) });
    expect(paid.status).toBe(200);
  }

  const deliveries = (apps: readonly string[]) =>
    platform.sql<{ status: string; attempts: number; due_at: Date }>(
      'SELECT * FROM webhook_deliveries WHERE app_id = ANY ($1) ORDER BY mode, id',
      [apps],
    );

  /** Live objects that fall due within the year; returns the tables of which they have rows. */
  async function liveObjects(): Promise<string[]> {
    const key = { key: merchant.live.secret_key };
    const terms = { name: 'Gold', amount: 5000, currency: 'NGN', interval: 'monthly' };
    const post = async (host: 'checkout' | 'business', path: string, body: object) => {
      const answer = await platform.post(host, path, body, key);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
    await post('checkout', 'sessions.php?action=create', { amount: 2500 });
    const { plan } = await post('checkout', 'subscriptions.php?action=create-plan', terms);
    const customer = { email: 'live@example.com' };
    await post('checkout', 'subscriptions.php?action=subscribe', { plan_id: plan.plan_id, customer });
    const items = [{ description: 'Chairs', quantity: 4, unit_price: 25 }];
    const due_date = new Date(platform.clock.now().getTime() + 5 * DAY_MS).toISOString().slice(0, 10);
    const client = { client_name: 'Cleo', client_email: 'cleo@example.com', currency_code: 'NGN' };
    const { id } = await post('business', 'invoices.php?action=create', { ...client, items, due_date });
    await post('business', 'invoices.php?action=send', { id });
    return ['checkout_sessions', 'subscriptions', 'subscription_invoices', 'invoices'];
  }

  /** 31 January, 09:30: the month after is short. */
  function nextEndOfJanuary(): Date {
    const year = platform.clock.now().getUTCFullYear() + 1;
    return new Date(Date.UTC(year, 0, 31, 9, 30, 0, 125));
  }
});
