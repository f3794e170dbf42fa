import { likened } from '../ledger/dry-runs';
import { outcomeOf } from '../../support/http-client';
import type { TestKeys, TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { Customer, type Subscribed, SubscriptionShop } from './subscribers';

const ORIGIN = 'https://shop.example';

describe('subscriptions.php?action=subscribe-public', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let seller: SubscriptionShop;
  let clients = 0;

  beforeAll(async () => {
    platform = await startPlatform();
    merchant = await platform.merchant();
    seller = new SubscriptionShop(platform, merchant.live);
  });
  afterAll(() => platform?.proveAndStop());

  /** Each call comes from an address of its own. */
  function subscribe(body: object, { public_key: key }: TestKeys, origin?: string, host = 'checkout') {
    const headers = { 'x-forwarded-for': `10.4.0.${++clients}`, ...(origin && { origin }) };
    return platform.post(host, 'subscriptions.php?action=subscribe-public', body, { key, headers });
  }
  const mailsTo = (email: string) =>
    platform.sql<{ type: string }>(
      `SELECT type FROM mails WHERE recipient = $1 AND type NOT LIKE 'account.%'`,
      [email],
    );

  it('refuses plans with a trial, inactive ones and those of others, and secret keys', async () => {
    const customer = { email: 'b@example.com' };
    const trial = await subscribe({ plan_id: await seller.plan({ trial_days: 7 }), customer }, merchant.live);
    expect(outcomeOf(trial)).toBe('400 VALIDATION_ERROR');
    const plan_id = await seller.plan();
    const other = await platform.merchant();
    expect(outcomeOf(await subscribe({ plan_id, customer }, other.live))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await subscribe({ plan_id, customer }, merchant.test, undefined, 'sandbox'))).toBe(
      '404 NOT_FOUND',
    );
    await seller.must('update-plan', { plan_id, active: false });
    expect(outcomeOf(await subscribe({ plan_id, customer }, merchant.live))).toBe('404 NOT_FOUND');
    expect((await seller.post('subscribe-public', { plan_id, customer })).status).toBe(401);
  });

  it('holds to the allowed origins of the app', async () => {
    const bound = await platform.people.createApp(merchant, 'live', { allowed_origins: [ORIGIN] });
    const body = { plan_id: await seller.plan(), customer: { email: 'c@example.com' } };
    const from = async (origin: string, fields: object = {}) =>
      outcomeOf(await subscribe({ ...body, ...fields }, bound, origin));
    expect(await from('https://evil.example')).toBe('403 FORBIDDEN');
    expect(await from(ORIGIN, { success_url: 'https://evil.example/x' })).toBe('400 VALIDATION_ERROR');
    expect(await from(ORIGIN, { success_url: `${ORIGIN}/done`, embed: true })).toBe('200 OK');
    expect(outcomeOf(await subscribe({ ...body, embed: true }, merchant.live, ORIGIN))).toBe('403 FORBIDDEN');
  });

  it('works in the sandbox, and is limited by key and address', async () => {
    const space = await SubscriptionShop.inSpace(platform, merchant);
    const plan_id = await space.plan();
    const headers = { 'x-forwarded-for': '10.5.0.1' };
    const statuses = [];
    for (let i = 0; i < 21; i++) {
      const body = { plan_id, customer: { email: `d${i}@example.com` } };
      statuses.push(
        (await space.post('subscribe-public', body, { key: space.keys.public_key, headers })).status,
      );
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  });

  it('subscribes with a public key, sends no mail before the first payment, and confirms with it', async () => {
    const ada = new Customer(platform, await platform.signUp());
    const { email } = ada.user;
    const plan_id = await seller.plan();
    const { status, body } = await subscribe({ plan_id, customer: { email } }, merchant.live);
    const made = body as unknown as Subscribed;
    expect([status, body]).toMatchObject([
      200,
      { subscription: { plan_id, status: 'active', amount: 5000 }, invoice: { status: 'created' } },
    ]);
    expect(JSON.stringify(body)).not.toContain(email);
    expect(made.invoice!.checkout_url).toMatch(/\/pay\//);
    await platform.runJobs();
    expect([await mailsTo(email), await ada.mine()]).toEqual([[], []]);
    // An unpaid one does not count as a duplicate.
    const second = await subscribe({ plan_id, customer: { email } }, merchant.live);
    expect(second.status).toBe(200);
    expect((await seller.pay(made.invoice!, CARDS.declined)).status).toBe(400);
    expect((await seller.pay(made.invoice!)).status).toBe(200);
    expect(await ada.mine()).toMatchObject([{ subscription_id: made.subscription.subscription_id }]);
    await platform.runJobs();
    expect(await seller.one(second.body as unknown as Subscribed)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'duplicate',
    });
    await platform.runJobs();
    expect((await mailsTo(email)).map(({ type }) => type)).toEqual(['payment.receipt']);
  });

  it('ends with its first link after a declined card, too, and bills nothing before it is paid', async () => {
    const space = await SubscriptionShop.inSpace(platform, await platform.merchant());
    for (const interval of ['daily', 'monthly']) {
      const body = { plan_id: await space.plan({ interval }), customer: { email: 'declined@example.com' } };
      const made = (await subscribe(body, space.keys, undefined, 'sandbox')).body as unknown as Subscribed;
      expect((await space.pay(made.invoice!, CARDS.declined)).status).toBe(400);
      await space.advance({ hours: 71 });
      expect(await space.one(made)).toMatchObject({ status: 'past_due' });
      expect(await space.invoices(made)).toMatchObject([{ status: 'failed', next_retry_at: null }]);
      await space.advance({ hours: 1 });
      expect(await space.one(made)).toMatchObject({
        status: 'cancelled',
        cancellation_reason: 'payment_failed',
      });
      await space.advance({ days: 40 });
      expect(await space.invoices(made)).toHaveLength(1);
    }
  });

  it('returns a first payment that ends after the subscription was cancelled', async () => {
    const body = { plan_id: await seller.plan(), customer: { email: 'cancelled@example.com' } };
    const made = (await subscribe(body, merchant.live)).body as unknown as Subscribed;
    const { gw_ref } = (await seller.pay(made.invoice!, CARDS.otp)).body;
    await seller.must('cancel', { subscription_id: made.subscription.subscription_id });
    const session = { session_id: made.invoice!.checkout_session_id };
    const submitted = await seller.shop.submit(session, gw_ref as string, '123456');
    expect(outcomeOf(submitted)).toBe('409 INVALID_STATE');
    expect(await seller.invoices(made)).toMatchObject([{ status: 'failed' }]);
    await platform.runJobs();
    const money = await platform.sql(
      `SELECT a.status, a.unapplied_reason FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1 AND a.received_minor IS NOT NULL`,
      [session.session_id],
    );
    expect(money).toEqual([{ status: 'refunded', unapplied_reason: 'not-due' }]);
  });

  it('goes on with its periods if the first link is paid late', async () => {
    const space = await SubscriptionShop.inSpace(platform, await platform.merchant());
    const body = {
      plan_id: await space.plan({ interval: 'daily' }),
      customer: { email: 'late@example.com' },
    };
    const made = (await subscribe(body, space.keys, undefined, 'sandbox')).body as unknown as Subscribed;
    await space.advance({ hours: 36 });
    expect(await space.invoices(made)).toHaveLength(1);
    expect((await space.pay(made.invoice!)).status).toBe(200);
    await space.advance({ hours: 1 });
    expect((await space.invoices(made)).map(({ status }) => status)).toEqual(['created', 'paid']);
  });

  it('leads to no second subscription to a plan by a change of the plan', async () => {
    const customer = { email: 'changes@example.com' };
    const [one, other] = [await seller.plan(), await seller.plan({ name: 'Silver' })];
    const made = (await subscribe({ plan_id: one, customer }, merchant.live)).body as unknown as Subscribed;
    expect((await seller.pay(made.invoice!)).status).toBe(200);
    await seller.subscribe(other, customer.email);
    const { subscription_id } = made.subscription;
    for (const when of ['now', 'period_end']) {
      const changed = await seller.post('change-plan', { subscription_id, plan_id: other, when });
      expect(outcomeOf(changed)).toBe('409 DUPLICATE_SUBSCRIPTION');
    }
  });

  it('answers for a customer as for a stranger, and mails the customer once a day', async () => {
    const customer = { email: 'known@example.com' };
    const plan_id = await seller.plan();
    const made = await seller.subscribe(plan_id, customer.email);
    const again = () => subscribe({ plan_id, customer }, merchant.live);
    const known = await Promise.all(Array.from({ length: 3 }, again));
    const stranger = { email: 'stranger@example.com' };
    const unknown = await subscribe({ plan_id, customer: stranger }, merchant.live);
    for (const { status, body } of known) {
      expect(status).toBe(200);
      expect(likened(body)).toEqual(likened(unknown.body));
    }
    await again();
    await platform.runJobs();
    const types = async () => (await mailsTo(customer.email)).map(({ type }) => type);
    const repeated = (await types()).filter((type) => type === 'subscription.requested-again').length;
    expect(repeated).toBe(1);
    expect(await mailsTo(stranger.email)).toEqual([]);
    platform.clock.advance({ hours: 23 });
    await again();
    await platform.runJobs();
    expect((await types()).filter((type) => type === 'subscription.requested-again')).toHaveLength(repeated);
    // Requests of browsers leave room for the merchant's own, and the other way round.
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await again()).status);
    expect(statuses.at(-1)).toBe(429);
    const other = await seller.post('subscribe', { plan_id: await seller.plan(), customer });
    expect(other.status).toBe(200);
    expect(await seller.one(made)).toMatchObject({ status: 'active' });
  });
});
