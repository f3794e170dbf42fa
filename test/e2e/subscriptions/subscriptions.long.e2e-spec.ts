import { runPage } from '../../support/doc-commands';
import type { HttpAnswer } from '../../support/http-client';
import type { TestKeys, TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { Receiver } from '../../support/receiver';
import { CARDS } from '../../support/test-cards';
import { advanceTestClock } from '../../support/test-clock';
import { Shop } from '../checkout-api/cards';

const DAY_MS = 86_400_000;

interface Invoice {
  invoice_id: string;
  status: string;
  checkout_session_id: string;
  checkout_url: string | null;
  due_at: string;
  attempt_count: number;
  last_error: string | null;
  voided_at: string | null;
}
interface Subscribed {
  subscription: Record<string, unknown> & { subscription_id: string; status: string };
  invoice: Invoice | null;
}

describe('subscriptions', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let buyer: TestUser;
  let receiver: Receiver;
  const apps: TestKeys[] = [];
  let customers = 0;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    buyer = await platform.signUp();
    await platform.fund(buyer, 'NGN', '100000.00');
    receiver = await platform.receiver();
    for (let i = 0; i < 14; i++) apps.push(await platform.people.createApp(merchant, 'test'));
  });
  afterAll(() => platform?.proveAndStop());

  /** A seller with the key of one app on one host. */
  class Seller {
    readonly shop: Shop;
    constructor(
      readonly key: string,
      readonly host: 'sandbox' | 'checkout' = 'sandbox',
    ) {
      this.shop = new Shop(platform, host, key);
    }

    post(action: string, body: object = {}): Promise<HttpAnswer> {
      return platform.post(this.host, `subscriptions.php?action=${action}`, body, { key: this.key });
    }

    read(action: string, query = ''): Promise<HttpAnswer> {
      return platform.get(this.host, `subscriptions.php?action=${action}${query}`, { key: this.key });
    }

    async plan(fields: object = {}): Promise<{ plan_id: string } & Record<string, unknown>> {
      const terms = { name: 'Gold', amount: 5000, currency: 'NGN', interval: 'monthly' };
      const { status, body, text } = await this.post('create-plan', { ...terms, ...fields });
      if (status !== 200) throw new Error(`create-plan: ${status} ${text}`);
      return (body as { plan: { plan_id: string } }).plan;
    }

    async subscribe(plan_id: string, fields: object = {}): Promise<Subscribed> {
      const customer = { email: `customer${++customers}@example.com`, name: 'Ada' };
      const { status, body, text } = await this.post('subscribe', { plan_id, customer, ...fields });
      if (status !== 200) throw new Error(`subscribe: ${status} ${text}`);
      return body as unknown as Subscribed;
    }

    async one({ subscription }: Subscribed): Promise<Subscribed['subscription']> {
      const { body } = await this.read('retrieve', `&subscription_id=${subscription.subscription_id}`);
      return (body as unknown as Subscribed).subscription;
    }

    async invoices({ subscription }: Subscribed): Promise<Invoice[]> {
      const { body } = await this.read('list-invoices', `&subscription_id=${subscription.subscription_id}`);
      return (body as { data: Invoice[] }).data;
    }

    async advance(body: object): Promise<void> {
      expect(await advanceTestClock(platform, this.key, body)).toMatchObject({ outstanding: [] });
    }

    pay(invoice: Invoice, number: string = CARDS.approved): Promise<HttpAnswer> {
      return this.shop.pay({ session_id: invoice.checkout_session_id }, number);
    }
  }

  /** A seller in a space of their own, whose webhooks are received. */
  async function space(): Promise<Seller> {
    const { secret_key: key } = apps.pop()!;
    const hook = { url: receiver.url, events: ['*'] };
    expect((await platform.post('sandbox', 'webhooks.php?action=create', hook, { key })).status).toBe(200);
    // From here on its events go to this app alone.
    expect((await platform.post('sandbox', 'test-clock.php?action=freeze', {}, { key })).status).toBe(200);
    return new Seller(key);
  }

  const eventsOf = ({ subscription }: Subscribed) =>
    receiver.received.filter(({ data }) => data.subscription_id === subscription.subscription_id);
  const namesOf = (subscribed: Subscribed) => eventsOf(subscribed).map(({ event }) => event);

  describe('plans', () => {
    it('are created, changed in part, and listed for their mode', async () => {
      const seller = await space();
      const plan = await seller.plan({ interval_count: 3, metadata: { tier: 2 } });
      expect(plan).toMatchObject({
        amount: 5000,
        interval: 'monthly',
        interval_count: 3,
        trial_days: 0,
        active: true,
      });
      expect(plan.plan_id).toMatch(/^plan_test_/);
      const { plan_id } = plan;
      const changed = await seller.post('update-plan', { plan_id, name: 'Silver', active: false });
      expect(changed.body.plan).toMatchObject({ name: 'Silver', active: false, metadata: { tier: 2 } });
      for (const field of [{ amount: 1 }, { interval: 'daily' }, { currency: 'USD' }, { trial_days: 3 }]) {
        const refused = await seller.post('update-plan', { plan_id, ...field });
        expect([refused.status, refused.body.error_code]).toEqual([400, 'IMMUTABLE_FIELD']);
      }
      expect((await seller.read('list-plans')).body.data).toMatchObject([{ plan_id, name: 'Silver' }]);
      const live = new Seller(merchant.live.secret_key, 'checkout');
      expect((await live.read('retrieve-plan', `&plan_id=${plan_id}`)).status).toBe(404);
      const inactive = await seller.post('subscribe', { plan_id, customer: { email: 'a@example.com' } });
      expect(inactive.status).toBe(404);
      await expect(
        platform.sql('UPDATE subscription_plans SET amount_minor = 1 WHERE plan_id = $1', [plan_id]),
      ).rejects.toThrow('the terms of a plan never change');
    });
  });

  describe('a year', () => {
    it('bills each month once, on the day of the anchor, and reports it in order', async () => {
      const seller = await space();
      const { plan_id } = await seller.plan();
      await seller.advance({ to: '2027-01-31T10:00:00Z', freeze: true });
      const made = await seller.subscribe(plan_id);
      expect(made.subscription).toMatchObject({
        status: 'active',
        next_billing_at: '2027-02-28T10:00:00.000Z',
      });
      for (let month = 0; month < 12; month++) {
        const [latest, ...earlier] = await seller.invoices(made);
        expect([latest!.status, earlier.length]).toEqual(['created', month]);
        expect((await seller.pay(latest!)).status).toBe(200);
        await seller.advance({ to: (await seller.one(made)).next_billing_at, freeze: true });
      }
      const invoices = (await seller.invoices(made)).reverse();
      expect(invoices.map(({ due_at }) => due_at.slice(0, 10))).toEqual([
        ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
        ...['2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31'],
      ]);
      const cycle = ['subscription_invoice.created', 'payment.success', 'subscription_invoice.paid'];
      expect(namesOf(made).slice(0, 4).sort()).toEqual(['subscription.created', ...cycle].sort());
      expect(namesOf(made)[0]).toBe('subscription.created');
      expect(namesOf(made).filter((name) => name === 'subscription_invoice.paid')).toHaveLength(12);
      const paid = eventsOf(made).find(({ event }) => event === 'payment.success')!;
      expect(paid.data).toMatchObject({ subscription_invoice_id: invoices[0]!.invoice_id, is_test: true });
      const billed = eventsOf(made).find(({ event }) => event === 'subscription_invoice.paid')!;
      expect(billed.data).toMatchObject({
        status: 'paid',
        amount: 5000,
        billing_mode: 'invoice',
        paid_at: expect.any(String) as string,
      });
    });
  });

  describe('an unpaid invoice', () => {
    it('fails after three days, and the third in a row ends the subscription', async () => {
      const seller = await space();
      const { plan_id } = await seller.plan();
      const made = await seller.subscribe(plan_id);
      await seller.advance({ days: 3, freeze: true });
      expect(await seller.one(made)).toMatchObject({ status: 'past_due' });
      expect(await seller.invoices(made)).toMatchObject([{ status: 'failed', last_error: 'expired_unpaid' }]);
      await seller.advance({ days: 80 });
      expect(await seller.one(made)).toMatchObject({
        status: 'cancelled',
        cancellation_reason: 'payment_failed',
        next_billing_at: null,
      });
      const failures = eventsOf(made).filter(({ event }) => event.endsWith('payment_failed'));
      expect(
        failures.map(({ data }) => [data.attempt, data.will_retry, data.subscription_status, data.reason]),
      ).toEqual([
        [1, true, 'past_due', 'expired_unpaid'],
        [2, true, 'past_due', 'expired_unpaid'],
        [3, false, 'cancelled', 'expired_unpaid'],
      ]);
      expect(namesOf(made).slice(-2)).toEqual([
        'subscription_invoice.payment_failed',
        'subscription.cancelled',
      ]);
      expect(await seller.invoices(made)).toHaveLength(3);
    });

    it('fails at once after a declined card, its link stays payable, and paying it recovers the subscription', async () => {
      const seller = await space();
      const { plan_id } = await seller.plan();
      const made = await seller.subscribe(plan_id);
      expect((await seller.pay(made.invoice!, CARDS.declined)).status).toBe(400);
      expect((await seller.pay(made.invoice!, CARDS.declined)).status).toBe(400);
      expect(await seller.one(made)).toMatchObject({ status: 'past_due' });
      expect(await seller.invoices(made)).toMatchObject([
        { status: 'failed', last_error: 'declined', attempt_count: 1 },
      ]);
      expect((await seller.pay(made.invoice!)).status).toBe(200);
      expect(await seller.one(made)).toMatchObject({ status: 'active' });
      expect(await seller.invoices(made)).toMatchObject([{ status: 'paid', next_retry_at: null }]);
      await seller.advance({ days: 4 });
      expect(await seller.one(made)).toMatchObject({ status: 'active' });
    });

    it('misses no payment if it ends after a later one was paid, and three in a row have no paid one between', async () => {
      const seller = await space();
      const { plan_id } = await seller.plan({ interval: 'daily' });
      const made = await seller.subscribe(plan_id);
      const days = async (count: number) => {
        for (let i = 0; i < count; i++) await seller.advance({ days: 1, freeze: true });
      };
      const pay = async (cycle: number) => {
        const invoice = (await seller.invoices(made)).reverse()[cycle]!;
        expect((await seller.pay(invoice)).status).toBe(200);
      };
      await days(1);
      await pay(1);
      // Three days after the first billing date its link ends.
      await days(2);
      expect(await seller.one(made)).toMatchObject({ status: 'active' });
      const [failure] = eventsOf(made).filter(({ event }) => event.endsWith('payment_failed'));
      expect(failure!.data).toMatchObject({ attempt: 1, will_retry: true, subscription_status: 'active' });
      // The link of cycle 2 ends; 3 is paid while 5 is open; then those of 4, 5 and 6 end.
      await days(2);
      expect(await seller.one(made)).toMatchObject({ status: 'past_due' });
      await pay(3);
      await days(3);
      expect(await seller.one(made)).toMatchObject({ status: 'past_due' });
      await days(1);
      const ended = { status: 'cancelled', cancellation_reason: 'payment_failed' };
      expect(await seller.one(made)).toMatchObject(ended);
      // The links of the days before the end stay open until they end.
      await pay(7);
      await days(3);
      expect((await seller.invoices(made)).map(({ status }) => status).slice(0, 2)).toEqual([
        'failed',
        'paid',
      ]);
      expect(await seller.one(made)).toMatchObject(ended);
      expect(eventsOf(made).at(-1)).toMatchObject({
        event: 'subscription_invoice.payment_failed',
        data: { attempt: 1, will_retry: false, subscription_status: 'cancelled' },
      });
    });
  });

  describe('a trial', () => {
    it('bills nothing before its end', async () => {
      const seller = await space();
      const { plan_id } = await seller.plan({ trial_days: 14 });
      const made = await seller.subscribe(plan_id);
      expect([made.invoice, made.subscription.status]).toEqual([null, 'trialing']);
      expect(made.subscription.trial_end).toBe(made.subscription.current_period_end);
      await seller.advance({ days: 13, freeze: true });
      expect(await seller.invoices(made)).toEqual([]);
      await seller.advance({ days: 1 });
      expect(await seller.one(made)).toMatchObject({
        status: 'active',
        current_period_start: made.subscription.trial_end,
      });
      expect(await seller.invoices(made)).toMatchObject([
        { status: 'created', due_at: made.subscription.trial_end },
      ]);
    });
  });

  describe('a cancellation', () => {
    it('voids the open invoice and closes its link if it is at once, and is the same twice', async () => {
      const seller = await space();
      const { plan_id } = await seller.plan();
      const made = await seller.subscribe(plan_id);
      const { subscription_id } = made.subscription;
      for (let i = 0; i < 2; i++) {
        const cancelled = await seller.post('cancel', { subscription_id });
        expect(cancelled.body.subscription).toMatchObject({
          status: 'cancelled',
          cancellation_reason: 'merchant_cancelled',
        });
      }
      expect(await seller.invoices(made)).toMatchObject([
        { status: 'failed', voided_at: expect.any(String) as string },
      ]);
      expect((await seller.pay(made.invoice!)).status).toBe(410);
      await seller.advance({ days: 70 });
      expect(await seller.invoices(made)).toHaveLength(1);
      expect(namesOf(made)).toEqual([
        'subscription.created',
        'subscription_invoice.created',
        'subscription.cancelled',
      ]);
      expect((await seller.post('resume', { subscription_id })).status).toBe(409);
    });

    it('takes effect at the end of the period before anything is billed, unless it is resumed', async () => {
      const seller = await space();
      const { plan_id } = await seller.plan();
      const [ending, resumed] = [await seller.subscribe(plan_id), await seller.subscribe(plan_id)];
      for (const made of [ending, resumed]) {
        expect((await seller.pay(made.invoice!)).status).toBe(200);
        const { subscription_id } = made.subscription;
        expect((await seller.post('resume', { subscription_id })).status).toBe(409);
        const flagged = await seller.post('cancel', { subscription_id, at_period_end: true });
        expect(flagged.body.subscription).toMatchObject({
          cancel_at_period_end: true,
          next_billing_at: null,
        });
      }
      const { subscription_id } = resumed.subscription;
      expect((await seller.post('resume', { subscription_id })).status).toBe(200);
      await seller.advance({ days: 32 });
      expect(await seller.one(ending)).toMatchObject({
        status: 'cancelled',
        cancellation_reason: 'cancel_at_period_end',
      });
      expect([(await seller.invoices(ending)).length, (await seller.invoices(resumed)).length]).toEqual([
        1, 2,
      ]);
      expect(namesOf(ending).slice(-2)).toEqual(['subscription.cancel_scheduled', 'subscription.cancelled']);
      expect(namesOf(resumed)).toContain('subscription.resumed');
    });
  });

  describe('a customer', () => {
    it('has one open subscription to a plan, also of requests at once, unless duplicates are allowed', async () => {
      const seller = await space();
      const { plan_id } = await seller.plan();
      const body = { plan_id, customer: { email: 'One@Example.com' } };
      const answers = await Promise.all(Array.from({ length: 5 }, () => seller.post('subscribe', body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      const refused = answers.find(({ status }) => status === 409)!;
      expect(refused.body.error_code).toBe('DUPLICATE_SUBSCRIPTION');
      expect((await seller.post('subscribe', { ...body, allow_duplicate: true })).status).toBe(200);
      expect((await seller.post('subscribe', body)).status).toBe(409);
      for (let i = 0; i < 8; i++)
        expect((await seller.post('subscribe', { ...body, allow_duplicate: true })).status).toBe(200);
      const eleventh = await seller.post('subscribe', { ...body, allow_duplicate: true });
      expect([eleventh.status, eleventh.body.error_code]).toEqual([429, 'RATE_LIMITED']);
      const listed = await seller.read('list', '&customer_email=one@example.com&limit=4&offset=4');
      expect(listed.body).toMatchObject({ total: 10, limit: 4, offset: 4, has_more: true });
    });
  });

  describe('subscriptions in live mode', () => {
    it('a link is paid from a wallet: the merchant gets the price, booked as a subscription', async () => {
      const seller = new Seller(merchant.live.secret_key, 'checkout');
      const { plan_id } = await seller.plan();
      const made = await seller.subscribe(plan_id);
      expect(made.subscription.subscription_id).toMatch(/^sub_live_/);
      const session_id = made.invoice!.checkout_session_id;
      const paid = await platform.post(
        'checkout',
        'sessions.php?action=pay-wallet',
        { session_id, pin: buyer.pin },
        { token: buyer.token },
      );
      expect(paid.status).toBe(200);
      expect(await seller.invoices(made)).toMatchObject([{ status: 'paid', attempt_count: 1 }]);
      expect(await platform.balanceOf(merchant, 'NGN')).toBe('5000.00');
      const journals = await platform.sql<{ type: string }>(
        'SELECT type FROM ledger.journals WHERE reference = $1',
        [made.invoice!.invoice_id],
      );
      expect(journals).toEqual([{ type: 'subscription' }]);
    });

    it('a late payment of a cancelled subscription is recorded and activates nothing', async () => {
      const seller = new Seller(merchant.live.secret_key, 'checkout');
      const { plan_id } = await seller.plan();
      const made = await seller.subscribe(plan_id);
      const begun = await seller.pay(made.invoice!, CARDS.otp);
      expect(begun.status).toBe(200);
      const { subscription_id } = made.subscription;
      expect((await seller.post('cancel', { subscription_id })).status).toBe(200);
      const { gw_ref } = begun.body as { gw_ref: string };
      const session = { session_id: made.invoice!.checkout_session_id };
      expect((await seller.shop.submit(session, gw_ref, '123456')).status).toBe(200);
      expect(await seller.invoices(made)).toMatchObject([{ status: 'paid' }]);
      expect(await seller.one(made)).toMatchObject({ status: 'cancelled' });
    });

    it('renewals at once by several jobs bill each cycle once, and after an outage the running one', async () => {
      const seller = new Seller(merchant.live.secret_key, 'checkout');
      const { plan_id } = await seller.plan({ interval: 'daily', interval_count: 10 });
      const made = await seller.subscribe(plan_id);
      platform.clock.advance({ days: 47 });
      await Promise.all([platform.runJobs(), platform.runJobs()]);
      await platform.runJobs();
      const invoices = (await seller.invoices(made)).reverse();
      const start = Date.parse(invoices[0]!.due_at);
      expect(invoices.map(({ due_at }) => (Date.parse(due_at) - start) / DAY_MS)).toEqual([0, 40]);
    });
  });

  it('end in one consistent state if they are paid, renewed and cancelled at once', async () => {
    const seller = new Seller(merchant.live.secret_key, 'checkout');
    const { plan_id } = await seller.plan({ interval: 'daily' });
    const made = await Promise.all(Array.from({ length: 6 }, () => seller.subscribe(plan_id)));
    platform.clock.advance({ days: 1, seconds: 1 });
    await Promise.all([
      platform.runJobs(),
      platform.runJobs(),
      ...made.map(({ invoice }) => seller.pay(invoice!)),
      ...made.map(({ subscription: { subscription_id } }) => seller.post('cancel', { subscription_id })),
    ]);
    await platform.runJobs();
    for (const one of made) {
      expect(await seller.one(one)).toMatchObject({ status: 'cancelled', next_billing_at: null });
      const invoices = await seller.invoices(one);
      expect(invoices.length).toBeLessThanOrEqual(2);
      for (const { status, voided_at } of invoices)
        expect(status === 'paid' || voided_at !== null).toBe(true);
      const ends = await platform.sql(
        `SELECT 1 FROM outbox WHERE type = 'subscription.cancelled' AND payload->>'subscriptionId' = $1`,
        [one.subscription.subscription_id],
      );
      expect(ends).toHaveLength(1);
    }
  });

  it('are shown to their own app in test mode, and to no other account', async () => {
    const [seller, other] = [await space(), await space()];
    const { plan_id } = await seller.plan();
    const { subscription } = await seller.subscribe(plan_id);
    const query = `&subscription_id=${subscription.subscription_id}`;
    expect((await other.read('retrieve', query)).status).toBe(404);
    expect((await other.read('list-invoices', query)).status).toBe(404);
    expect((await other.post('cancel', { subscription_id: subscription.subscription_id })).status).toBe(404);
  });

  it('do what the documentation says', async () => {
    const keys = apps.pop()!;
    const demo = { merchant: { ...merchant, test: keys } };
    const [output] = await runPage('guides/subscriptions.md', platform, demo);
    const year = new Date().getUTCFullYear() + 1;
    const lastDays = Array.from({ length: 13 }, (_, i) =>
      new Date(Date.UTC(year + 1, 1 - i, 0)).toISOString().slice(0, 10),
    );
    const [renewed, ended] = [`${year + 1}-03-14`, `${year + 1}-04-14`];
    const february = new Date(Date.UTC(year + 1, 2, 0)).getUTCDate();
    const credit = Math.floor((500_000 * (february - 14)) / february);
    expect(output!.trim().split('\n')).toEqual([
      ...['idle', 'completed', 'idle', ...lastDays.map((day) => `${day} paid`)],
      ...['idle', `${year + 1}-02-14 ${(800_000 - credit) / 100}`],
      ...[`${renewed} 8000`, `${ended} 8000`],
      ...['completed', 'idle', 'past_due', 'idle', 'active'],
      ...['false', 'past_due', 'true', 'active'],
      ...[`${year + 1}-04-18T12:00:00.000Z`, 'idle', 'cancel_at_period_end', 'true'],
    ]);
  });
});
