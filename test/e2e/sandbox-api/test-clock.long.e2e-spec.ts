import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { runPage } from '../../support/doc-commands';
import type { TestKeys, TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { Receiver } from '../../support/receiver';
import { CARDS } from '../../support/test-cards';
import { advanceTestClock, type ClockState, testClock } from '../../support/test-clock';
import { Shop } from '../checkout-api/cards';

const PAGE = readFileSync(path.resolve(__dirname, '../../../docs/guides/test-clock.md'), 'utf8');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('the test clock', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let receiver: Receiver;
  /** Made while the merchant is signed in: the tests move the clock. */
  const apps: TestKeys[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', WEBHOOK_TIMEOUT_SECONDS: '2' } });
    merchant = await platform.merchant();
    receiver = await platform.receiver();
    for (let i = 0; i < 17; i++) apps.push(await platform.people.createApp(merchant, 'test'));
  });
  beforeEach(() => (receiver.status = 200));
  afterAll(() => platform?.proveAndStop());

  /** A new test app of the merchant: a space of its own. */
  async function space({ hooks = false } = {}) {
    const app = apps.pop()!;
    if (hooks) await listen(app);
    return { app, shop: new Shop(platform, 'sandbox', app.secret_key) };
  }

  async function listen({ secret_key: key }: TestKeys): Promise<string> {
    const made = await platform.post(
      'sandbox',
      'webhooks.php?action=create',
      { url: receiver.url, events: ['*'] },
      { key },
    );
    expect(made.status).toBe(200);
    return (made.body as { id: string }).id;
  }

  /** Registers an endpoint that answers as `answer` does. */
  async function listenWith({ secret_key: key }: TestKeys, answer: RequestListener, events = ['*']) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const made = await platform.post('sandbox', 'webhooks.php?action=create', { url, events }, { key });
    expect(made.status).toBe(200);
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { id: (made.body as { id: string }).id, close };
  }

  const call = (key: string, action: string, body: object = {}) =>
    platform.post('sandbox', `test-clock.php?action=${action}`, body, { key });

  const advance = (key: string, body: object) => advanceTestClock(platform, key, body);
  const now = (key: string) => testClock(platform, key);

  it('shows the real time until it is moved', async () => {
    const { app } = await space();
    const before = platform.clock.now().toISOString();
    const clock = await now(app.secret_key);
    expect(clock).toMatchObject({ status: 'idle', real_time: true, frozen: false, ran: 0, from: null });
    expect([before, clock.now, platform.clock.now().toISOString()].sort()[1]).toBe(clock.now);
  });

  it('keeps a rotated key until its grace ends in business time', async () => {
    const { app } = await space();
    await advance(app.secret_key, { days: 3 });
    const rotated = await platform.post(
      'business',
      'business.php?section=apps&action=rotate-secret',
      { app_id: app.app_id, pin: merchant.pin, grace_hours: 24 },
      { token: merchant.token },
    );
    expect(rotated.status).toBe(200);
    const fresh = (rotated.body as unknown as TestKeys).secret_key;
    await advance(fresh, { hours: 23 });
    expect((await now(app.secret_key)).status).toBe('idle');
    await advance(fresh, { hours: 2 });
    const refused = await platform.get('sandbox', 'test-clock.php?action=now', { key: app.secret_key });
    expect(refused.status).toBe(401);
  });

  it('expires the sessions of its app at their time, and those of other apps not', async () => {
    const [{ app, shop }, other] = [await space(), await space()];
    const [soon, later, elsewhere] = [
      await shop.open({ expires_in: 60 }),
      await shop.open({ expires_in: 3 * 1440 }),
      await other.shop.open({ expires_in: 60 }),
    ];
    const clock = await advance(app.secret_key, { days: 1, freeze: true });
    expect(clock).toMatchObject({ status: 'idle', frozen: true, real_time: false, ran: 1 });
    expect(clock.timeline).toEqual([{ at: soon.expires_at, kind: 'session_expired', count: 1 }]);
    expect(Date.parse(clock.now) - Date.parse(clock.from!)).toBe(DAY_MS);
    expect([
      await shop.statusOf(soon),
      await shop.statusOf(later),
      await other.shop.statusOf(elsewhere),
    ]).toEqual(['expired', 'pending', 'pending']);
    await platform.runJobs();
    expect([await shop.statusOf(later), await other.shop.statusOf(elsewhere)]).toEqual([
      'pending',
      'pending',
    ]);
    const fresh = await shop.open({ expires_in: 60 });
    expect(Date.parse(fresh.expires_at as string) - Date.parse(clock.now)).toBe(HOUR_MS);
    expect((await shop.pay(fresh, CARDS.approved)).status).toBe(200);
    expect((await shop.verify(fresh.session_id)).body).toMatchObject({
      status: 'completed',
      paid_at: clock.now,
    });
    expect((await shop.pay(soon, CARDS.approved)).status).toBe(410);
  });

  it('does in one step what falls due within 15 seconds', async () => {
    const { app, shop } = await space();
    const noon = new Date(platform.clock.now().getTime() + 2 * DAY_MS).setUTCHours(12, 0, 0, 0);
    const times: string[] = [];
    for (const seconds of [0, 7, 15, 16, 32]) {
      await advance(app.secret_key, { to: new Date(noon + seconds * 1000).toISOString(), freeze: true });
      times.push((await shop.open({ expires_in: 60 })).expires_at as string);
    }
    const { timeline, steps } = await advance(app.secret_key, { days: 1 });
    const endOf = (time: string) => new Date(Date.parse(time) + 15_000).toISOString();
    expect(timeline).toEqual([
      { at: endOf(times[0]!), kind: 'session_expired', count: 3 },
      { at: times[3], kind: 'session_expired', count: 1 },
      { at: times[4], kind: 'session_expired', count: 1 },
    ]);
    expect(steps).toBe(4);
  });

  it('does not mix days', async () => {
    const { app, shop } = await space();
    const midnight = new Date(platform.clock.now().getTime() + 2 * DAY_MS).setUTCHours(0, 0, 0, 0);
    const times: string[] = [];
    for (const seconds of [-5, 5]) {
      const to = new Date(midnight - HOUR_MS + seconds * 1000).toISOString();
      await advance(app.secret_key, { to, freeze: true });
      times.push((await shop.open({ expires_in: 60 })).expires_at as string);
    }
    const { timeline } = await advance(app.secret_key, { days: 1 });
    expect(timeline).toEqual(times.map((at) => ({ at, kind: 'session_expired', count: 1 })));
  });

  it('runs on from where an advance ends, and everything that falls due then is worked on', async () => {
    const { app, shop } = await space();
    await advance(app.secret_key, { hours: 5 });
    const session = await shop.open({ expires_in: 60 });
    platform.clock.advance({ minutes: 61 });
    expect(await shop.statusOf(session)).toBe('expired');
    await platform.runJobs();
    const [row] = await platform.sql<{ status: string }>(
      'SELECT status FROM checkout_sessions WHERE session_id = $1',
      [session.session_id],
    );
    expect(row!.status).toBe('expired');
  });

  it('delivers the webhooks of its app before it answers, to that app alone, in its own time', async () => {
    const { app, shop } = await space({ hooks: true });
    const listening = await space({ hooks: true });
    const frozen = await advance(app.secret_key, { days: 40, freeze: true });
    const session = await shop.open();
    expect((await shop.pay(session, CARDS.approved)).status).toBe(200);
    const after = await advance(app.secret_key, { hours: 0, freeze: true });
    expect(after.now).toBe(frozen.now);
    const events = receiver.received.filter(({ data }) => data.session_id === session.session_id);
    expect(events.map(({ event }) => event)).toEqual(['payment.success']);
    expect(events[0]!.timestamp).toBe(Math.floor(Date.parse(frozen.now) / 1000));
    expect(listening.app.app_id).not.toBe(app.app_id);
  });

  it('retries webhooks by its time, and lists none as outstanding once they have failed for good', async () => {
    const { app, shop } = await space({ hooks: true });
    await advance(app.secret_key, { hours: 0, freeze: true });
    receiver.status = 500;
    const session = await shop.open();
    expect((await shop.pay(session, CARDS.approved)).status).toBe(200);
    const first = await advance(app.secret_key, { hours: 0, freeze: true });
    const attempts = () =>
      receiver.received.filter(({ data }) => data.session_id === session.session_id).length;
    expect([attempts(), first.ran]).toEqual([1, 0]);
    platform.clock.advance({ days: 2 });
    const hour = await advance(app.secret_key, { hours: 1, freeze: true });
    // After 1, 5 and 30 minutes.
    expect([attempts(), hour.timeline.map(({ kind }) => kind)]).toEqual([
      4,
      ['webhook_retry', 'webhook_retry', 'webhook_retry'],
    ]);
    const from = Date.parse(hour.from!);
    expect(hour.timeline.map(({ at }) => Math.floor((Date.parse(at) - from) / 60_000))).toEqual([1, 6, 36]);
    receiver.status = 200;
    const days = await advance(app.secret_key, { days: 2 });
    expect([attempts(), days.ran, days.outstanding]).toEqual([5, 1, []]);
  });

  it('lists an endpoint that gives no answer in time, and waits for it no more', async () => {
    const { app, shop } = await space();
    const silent = await listenWith(app, () => undefined);
    await advance(app.secret_key, { hours: 0, freeze: true });
    expect((await shop.pay(await shop.open(), CARDS.approved)).status).toBe(200);
    // The retries are made while the clock moves on.
    const { outstanding, timeline } = await advance(app.secret_key, { hours: 1, freeze: true });
    expect(outstanding).toEqual([{ webhook_id: silent.id, deliveries: 1 }]);
    expect(timeline.filter(({ kind }) => kind === 'webhook_retry').length).toBeLessThan(3);
    silent.close();
  });

  it('waits again for an endpoint that timed out in an earlier advance', async () => {
    const { app, shop } = await space();
    const answered: string[] = [];
    let isSilent = true;
    const endpoint = await listenWith(app, (request, response) => {
      if (isSilent) return;
      void text(request).then((body) => setTimeout(() => response.end(() => answered.push(body)), 500));
    });
    const payAndAdvance = async () => {
      const session = await shop.open();
      expect((await shop.pay(session, CARDS.approved)).status).toBe(200);
      const { outstanding } = await advance(app.secret_key, { hours: 0, freeze: true });
      return { id: session.session_id, outstanding };
    };
    await advance(app.secret_key, { hours: 0, freeze: true });
    expect((await payAndAdvance()).outstanding).toMatchObject([{ deliveries: 1 }]);
    isSilent = false;
    const { id } = await payAndAdvance();
    expect(answered.filter((body) => body.includes(id))).toHaveLength(1);
    endpoint.close();
  });

  it('waits for an endpoint for longer than one answer may take, while it answers', async () => {
    const { app } = await space();
    const key = { key: app.secret_key };
    const post = async (action: string, body: object) => {
      const done = await platform.post('sandbox', action, body, key);
      expect(done.status).toBe(200);
      return done.body;
    };
    await advance(app.secret_key, { hours: 1, freeze: true });
    const terms = { name: 'Gold', amount: 100, currency: 'NGN', interval: 'monthly' };
    const { plan } = await post('subscriptions.php?action=create-plan', terms);
    const { plan_id } = plan as { plan_id: string };
    for (let i = 0; i < 30; i++) {
      const customer = { email: `payer${i}@example.com` };
      await post('subscriptions.php?action=subscribe', { plan_id, customer, billing_mode: 'invoice' });
    }
    const answerSlowly: RequestListener = (request, response) => {
      request.resume();
      setTimeout(() => response.end(), 1500);
    };
    const slow = await listenWith(app, answerSlowly, ['subscription_invoice.payment_failed']);
    // The links end after three days. Eight requests at once take 6 s, of which an endpoint without an answer has 5.
    const { outstanding, timeline } = await advance(app.secret_key, { days: 4, freeze: true });
    expect(timeline.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      'session_expired 30',
      'invoice_expired 30',
    ]);
    expect(outstanding).toEqual([]);
    slow.close();
  });

  it('goes forward only, no further than ten years, and takes one target', async () => {
    const { app } = await space();
    const key = app.secret_key;
    const wrong = [{}, { days: 1, hours: 1 }, { to: '2020-01-01' }, { days: -1 }, { to: '2099-01-01' }];
    for (const body of wrong) expect((await call(key, 'advance', body)).status).toBe(400);
    expect(await now(key)).toMatchObject({ real_time: true });
  });

  it('refuses a second advance meanwhile, whose process another one replaces', async () => {
    const { app } = await space();
    const key = app.secret_key;
    await advance(key, { hours: 0, freeze: true });
    // A process that took the lease and ended.
    await platform.sql(
      `UPDATE test_clocks SET status = 'advancing', target = frozen_at + interval '1 day', holder = id,
              lease_until = $2, version = version + 1 WHERE id = $1`,
      [app.app_id, new Date(platform.clock.now().getTime() + 30_000)],
    );
    for (const action of ['advance', 'reset', 'freeze']) {
      const second = await call(key, action, action === 'advance' ? { days: 1 } : {});
      expect([second.status, second.body.error_code]).toEqual([409, 'INVALID_STATE']);
    }
    platform.clock.advance({ seconds: 31 });
    expect(await idle(key)).toMatchObject({ status: 'idle', frozen: true });
  });

  it('returns to the real time and ends open sessions without events', async () => {
    const { app, shop } = await space({ hooks: true });
    await advance(app.secret_key, { days: 400 });
    const session = await shop.open();
    const back = await call(app.secret_key, 'reset');
    expect(back.body).toMatchObject({ real_time: true, status: 'idle' });
    expect(await shop.statusOf(session)).toBe('expired');
    const fresh = await shop.open();
    const ends = Date.parse(fresh.expires_at as string) - platform.clock.now().getTime();
    expect(ends).toBeLessThanOrEqual(DAY_MS);
    const settled = await advance(app.secret_key, { hours: 0 });
    expect(settled.outstanding).toEqual([]);
    expect(receiver.received.filter(({ data }) => data.session_id === session.session_id)).toEqual([]);
  });

  it('does what the documentation says', async () => {
    const { app } = await space();
    const demo = { merchant: { ...merchant, test: app } };
    const [moved, overdue] = await runPage('guides/test-clock.md', platform, demo);
    const [advanced, session, reset] = moved!
      .replaceAll('}{', '}\n{')
      .split('\n')
      .map((line) => JSON.parse(line));
    const [, shown] = /```json\n(.*?)```/s.exec(PAGE)!;
    expect(Object.keys(advanced as object)).toEqual(Object.keys(JSON.parse(shown!) as object));
    expect(advanced).toMatchObject({
      status: 'idle',
      ran: 1,
      steps: 2,
      timeline: [{ kind: 'session_expired' }],
    });
    expect([session, reset]).toMatchObject([{ status: 'expired' }, { real_time: true }]);
    const year = new Date().getUTCFullYear() + 1;
    expect(overdue!.trim().split('\n')).toEqual([
      'idle',
      'sent',
      `${year}-03-12T08:00:00.000Z invoice_reminder`,
      `${year}-03-16T00:00:00.000Z invoice_overdue`,
      `${year}-03-16T08:00:00.000Z invoice_reminder`,
      `${year}-03-22T08:00:00.000Z invoice_reminder`,
      'overdue',
      'true',
    ]);
  });

  it('is not there for live objects or people', async () => {
    const live = await call(merchant.live.secret_key, 'advance', { days: 1 });
    expect([live.status, live.body.error_code]).toEqual([403, 'LIVE_KEY_FORBIDDEN']);
    await expect(
      platform.sql(`INSERT INTO test_clocks (id, owner_id, status, version) VALUES ($1, $2, 'idle', 1)`, [
        merchant.live.app_id,
        merchant.id,
      ]),
    ).rejects.toThrow('a test clock belongs to a test app');
  });

  async function idle(key: string): Promise<ClockState> {
    for (;;) {
      const clock = await now(key);
      if (clock.status === 'idle') return clock;
    }
  }
});
