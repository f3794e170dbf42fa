import { BillSubscriptions } from '@app/subscriptions';
import { RunMovedSpaces } from '@app/test-clock';
import { PurgeEvents } from '@app/webhooks';
import type { HttpAnswer } from '../../support/http-client';
import type { TestKeys, TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { advanceTestClock } from '../../support/test-clock';
import { CardDesk, type CardPaid } from '../subscriptions/card-desk';

const LINKS = 'features.php?section=payment-links&action=';
const CREATE_SESSION = 'sessions.php?action=create';
const DAY_MS = 86_400_000;

describe('quotas of test objects', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  const apps: TestKeys[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    for (let i = 0; i < 11; i++) apps.push(await platform.people.createApp(merchant, 'test'));
  });
  afterAll(() => platform?.proveAndStop());

  const space = () => new CardDesk(platform, apps.pop()!, 'sandbox');

  /** Numbers the next event of the app as if it kept so many. */
  async function keepEvents({ keys: { app_id } }: CardDesk, count: number): Promise<void> {
    await platform.sql(
      `INSERT INTO app_events (app_id, sequence, event_id, event, body, created_at, numbered_at)
       SELECT $1, coalesce((SELECT max(sequence) FROM app_events WHERE app_id = $1), 0) + 1, gen_random_uuid(), 'payment.success',
              '{}', $2, $2`,
      [app_id, platform.clock.now()],
    );
    await platform.sql(
      `INSERT INTO app_event_counters (app_id, last) SELECT app_id, min(sequence) + $2 - 1 FROM app_events WHERE app_id = $1 GROUP BY 1
       ON CONFLICT (app_id) DO UPDATE SET last = excluded.last`,
      [app_id, count],
    );
  }

  const forgetEvents = ({ keys: { app_id } }: CardDesk) =>
    platform.sql('DELETE FROM app_events WHERE app_id = $1', [app_id]);

  const outcome = ({ status, body }: HttpAnswer) => [status, (body as { error_code?: string }).error_code];
  const REFUSED = [400, 'LIMIT_REACHED'];

  async function sent(desk: CardDesk) {
    const { id } = await desk.must('invoices.php?action=create', invoice());
    return desk.must('invoices.php?action=send', { id });
  }

  /** Makes endpoints, with which an app keeps fewer events; returns their ids. */
  async function endpoints(desk: CardDesk, count: number): Promise<string[]> {
    const hook = { url: 'https://shop.example.com/hooks', events: ['payment.success'] };
    const ids: string[] = [];
    while (ids.length < count) ids.push((await desk.must('webhooks.php?action=create', hook)).id as string);
    return ids;
  }

  const invoice = () => ({
    client_name: 'Cleo',
    client_email: 'cleo@example.com',
    currency_code: 'NGN',
    items: [{ description: 'Chairs', quantity: 4, unit_price: 25 }],
  });

  /** Everything that makes an open object, with keys of the app and on its pages. */
  async function creations(desk: CardDesk, plan_id: string, link: string, bill: string) {
    const page = (url: string) =>
      fetch(`${url}/pay`, { method: 'POST', body: new URLSearchParams({}), redirect: 'manual' });
    const answers = [
      await desk.post(CREATE_SESSION, { amount: 5 }),
      await platform.post(
        'sandbox',
        'sessions.php?action=create-public',
        { amount: 5 },
        { key: desk.keys.public_key },
      ),
      await desk.post('subscribe', { plan_id, customer: { email: 'another@example.com' } }),
      await desk.post('invoices.php?action=create', invoice()),
      await desk.post(`${LINKS}create`, { title: 'A book', amount: 5 }),
    ];
    return { answers: answers.map(outcome), pages: [(await page(link)).status, (await page(bill)).status] };
  }

  it('stop an advance where it stands, and then refuse further events', async () => {
    const [desk, other] = [space(), space()];
    const plan = await desk.plan({ interval: 'daily' });
    for (let i = 0; i < 6; i++) {
      const customer = { email: `payer${i}@example.com` };
      await desk.must('subscribe', { plan_id: plan, customer, billing_mode: 'invoice' });
    }
    const link = await desk.must(`${LINKS}create`, { title: 'A book', amount: 5 });
    const bill = await sent(desk);
    await advanceTestClock(platform, desk.keys.secret_key, { hours: 0, freeze: true });
    await keepEvents(desk, 19_970);

    const stopped = await advanceTestClock(platform, desk.keys.secret_key, { days: 3640, freeze: true });
    expect(stopped).toMatchObject({ status: 'idle', stopped: 'quota', frozen: true });
    expect(stopped.ran).toBeGreaterThan(0);
    const passed = (Date.parse(stopped.now) - Date.parse(stopped.from!)) / DAY_MS;
    expect(passed).toBeGreaterThan(1);
    expect(passed).toBeLessThan(8);
    const [held] = await platform.sql<{ last: string }>(
      'SELECT last FROM app_event_counters WHERE app_id = $1',
      [desk.keys.app_id],
    );
    // One step more at most.
    expect(+held!.last).toBeLessThan(20_000 + 20);

    const again = await advanceTestClock(platform, desk.keys.secret_key, { days: 1, freeze: true });
    expect(again).toMatchObject({ stopped: 'quota', ran: 0, now: stopped.now });
    const still = await advanceTestClock(platform, desk.keys.secret_key, { hours: 0, freeze: true });
    expect(still).toMatchObject({ stopped: null, now: stopped.now });

    const { answers, pages } = await creations(desk, plan, link.url as string, bill.payment_url as string);
    expect(answers).toEqual(Array(5).fill(REFUSED));
    expect(pages).toEqual([400, 400]);
    expect(outcome(await desk.post('events.php?action=trigger', { type: 'payment.success' }))).toEqual(
      REFUSED,
    );
    const refused = await desk.post(CREATE_SESSION, { amount: 5 });
    expect(refused.body.message).toBe(
      'This test app can keep 20,000 events. Use another test app, or wait: events are deleted after 30 days.',
    );
    expect((await other.post(CREATE_SESSION, { amount: 5 })).status).toBe(200);
    const live = { key: merchant.live.secret_key };
    expect((await platform.post('checkout', CREATE_SESSION, { amount: 5 }, live)).status).toBe(200);

    await forgetEvents(desk);
    expect((await desk.post(CREATE_SESSION, { amount: 5 })).status).toBe(200);
    const later = await advanceTestClock(platform, desk.keys.secret_key, { days: 1, freeze: true });
    expect(later.stopped).toBe(null);
  });

  it('refuse payments of sessions that are open', async () => {
    const desk = space();
    const session = await desk.shop.open();
    await keepEvents(desk, 20_000);
    expect(outcome(await desk.shop.pay(session, CARDS.approved))).toEqual(REFUSED);
    const byWallet = await desk.shop.call('pay-wallet', { session_id: session.session_id, pin: '1234' });
    expect(outcome(byWallet)).toEqual(REFUSED);
    await forgetEvents(desk);
    expect((await desk.shop.pay(session, CARDS.approved)).status).toBe(200);
  });

  it('refuse changes of plan and resumptions, but no cancellation', async () => {
    const desk = space();
    const [plan_id, other] = [await desk.plan(), await desk.plan()];
    const { subscription } = await desk.must('subscribe', {
      plan_id,
      customer: { email: 'payer@example.com' },
    });
    const { subscription_id } = subscription as { subscription_id: string };
    await keepEvents(desk, 20_000);
    const change = { subscription_id, plan_id: other, when: 'period_end' };
    expect(outcome(await desk.post('change-plan', change))).toEqual(REFUSED);
    expect((await desk.post('cancel', { subscription_id, at_period_end: true })).status).toBe(200);
    expect(outcome(await desk.post('resume', { subscription_id }))).toEqual(REFUSED);
  });

  it('allow fewer events to an app with more than ten endpoints', async () => {
    const desk = space();
    const ids = await endpoints(desk, 11);
    await keepEvents(desk, 18_181);
    const refused = await desk.post(CREATE_SESSION, { amount: 5 });
    expect(outcome(refused)).toEqual(REFUSED);
    expect(refused.body.message).toContain('has 11 webhook endpoints and can keep 18,181 events');
    const removed = `webhooks.php?action=delete&id=${ids[0]}`;
    const { status } = await platform.delete('sandbox', removed, undefined, { key: desk.keys.secret_key });
    expect(status).toBe(200);
    expect((await desk.post(CREATE_SESSION, { amount: 5 })).status).toBe(200);
  });

  it('count open objects of all kinds', async () => {
    const desk = space();
    const plan = await desk.plan();
    const { session_id } = await desk.shop.open();
    await desk.must('subscribe', { plan_id: plan, customer: { email: 'payer@example.com' } });
    const link = await desk.must(`${LINKS}create`, { title: 'A book', amount: 5 });
    const bill = await sent(desk);
    // The subscription has a session too.
    await platform.sql(
      `INSERT INTO checkout_sessions
       SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'session_id', 'cs_test_' || md5(n::text),
                'token_hash', '\\x' || md5(n::text) || md5(n::text), 'number', s.number + n))).*
         FROM checkout_sessions s, generate_series(1, 4994) AS n WHERE s.session_id = $1`,
      [session_id],
    );
    expect((await desk.post(CREATE_SESSION, { amount: 5 })).status).toBe(200);
    const { answers, pages } = await creations(desk, plan, link.url as string, bill.payment_url as string);
    expect(answers).toEqual(Array(5).fill(REFUSED));
    expect(pages).toEqual([400, 400]);
    expect((await desk.shop.pay({ session_id }, CARDS.approved)).status).toBe(200);
    expect((await desk.post(CREATE_SESSION, { amount: 5 })).status).toBe(200);
    expect(outcome(await desk.post(CREATE_SESSION, { amount: 5 }))).toEqual(REFUSED);
    await desk.must('test-clock.php?action=reset', {});
    expect((await desk.post(CREATE_SESSION, { amount: 5 })).status).toBe(200);
  });

  it('let renewals in real time wait', async () => {
    const [standing, crowded, running] = [space(), space(), space()];
    await endpoints(crowded, 11);
    await advanceTestClock(platform, running.keys.secret_key, { days: 2 });
    const made: [CardDesk, CardPaid][] = [];
    for (const desk of [standing, crowded, running]) {
      const customer = { email: 'payer@example.com' };
      const request = { plan_id: await desk.plan({ interval: 'daily' }), customer, billing_mode: 'invoice' };
      const { subscription } = await desk.must('subscribe', request);
      const { subscription_id } = subscription as { subscription_id: string };
      made.push([desk, { subscription_id, email: '' }]);
      await keepEvents(desk, desk === crowded ? 18_181 : 20_000);
    }
    const bills = () => Promise.all(made.map(async ([desk, one]) => (await desk.invoices(one)).length));
    const bill = async () => {
      await platform.inside('scheduler', BillSubscriptions).run();
      await platform.inside('scheduler', RunMovedSpaces).run();
    };
    platform.clock.advance({ hours: 25 });
    await bill();
    expect(await bills()).toEqual([1, 1, 1]);
    // The events of the apps are deleted after thirty days.
    platform.clock.advance({ days: 31 });
    await platform.inside('scheduler', PurgeEvents).run();
    await bill();
    expect((await bills()).map((count) => count > 1)).toEqual([true, true, true]);
  });

  it('limit all test apps of an account together', async () => {
    const [desk, other] = [space(), space()];
    await keepEvents(desk, 200_000);
    const refused = await other.post(CREATE_SESSION, { amount: 5 });
    expect(outcome(refused)).toEqual(REFUSED);
    expect(refused.body.message).toBe(
      'The test apps of an account can keep 200,000 events together. Events are deleted after 30 days.',
    );
  });
});
