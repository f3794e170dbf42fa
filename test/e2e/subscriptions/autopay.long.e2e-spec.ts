import { LedgerVerificationService } from '@app/ledger';
import { BillSubscriptions, RemindOfRenewals } from '@app/subscriptions';
import { Commands } from '@app/write-path';
import { OpenSubscriptionPayment } from '../../../libs/subscriptions/src/commands/open-subscription-payment';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { Receiver } from '../../support/receiver';
import { setLiveNairaRate, setNairaRate } from '../../support/rates';
import { CARDS } from '../../support/test-cards';
import { advanceTestClock } from '../../support/test-clock';
import { type Autopaid, AutopayDesk, type Billed } from './autopay-desk';

const SETTLED = 'each invoice of a subscription is settled once, by a link or a charge';
const AUTHORIZED = 'each charge to a wallet is one that its payer has authorised';

describe('subscriptions that are charged to a wallet', () => {
  let platform: Platform;
  let desk: AutopayDesk;
  let stranger: TestUser;
  let receiver: Receiver;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    await platform.holdJobs();
    desk = new AutopayDesk(platform, await platform.merchant());
    stranger = await platform.signUp();
    receiver = await platform.receiver();
    const { merchant } = desk;
    const hook = { app_id: merchant.live.app_id, url: receiver.url, events: ['*'] };
    const path = 'business.php?section=webhooks&action=create';
    expect((await platform.post('business', path, hook, { token: merchant.token })).status).toBe(200);
  });
  afterAll(() => platform?.proveAndStop());

  async function payerWith(amount: string, currency: 'NGN' | 'USD' = 'NGN'): Promise<TestUser> {
    const payer = await platform.signUp();
    await platform.fund(payer, currency, amount);
    return payer;
  }
  const balance = async (payer: TestUser, currency = 'NGN') =>
    platform.balanceOf({ token: await desk.signIn(payer) }, currency);
  /** Public events of a subscription and its invoices, as they were delivered. */
  const eventsOf = ({ subscription_id: id }: Autopaid) =>
    receiver.received.filter(
      ({ event, data }) => event.startsWith('subscription') && data.subscription_id === id,
    );
  const namesOf = (made: Autopaid) => eventsOf(made).map(({ event }) => event);

  it('are authorised by paying a link with the PIN, and renewed without the customer', async () => {
    const payer = await payerWith('12000.00');
    const made = await desk.subscribed(await desk.plan());
    expect(await desk.one(made)).toMatchObject({
      billing_mode: 'wallet_auto',
      wallet_authorized: false,
      mandate_amount: 5000,
    });
    const [first] = await desk.invoices(made);
    // The page states what the PIN authorises.
    const page = await (await fetch(first!.checkout_url!)).text();
    expect(page).toContain(
      '"recurring":{"amount":5000,"currency":"NGN","interval":"monthly","count":1,"from":"wallet"}',
    );
    expect((await desk.payByWallet(payer, first!.checkout_session_id!)).status).toBe(200);
    expect(await desk.one(made)).toMatchObject({ wallet_authorized: true });
    await desk.pass({ days: 31 });
    const [renewed] = await desk.invoices(made);
    expect(renewed).toMatchObject({
      status: 'paid',
      checkout_session_id: null,
      checkout_url: null,
      attempt_count: 1,
      next_retry_at: null,
    });
    expect(await balance(payer)).toBe('2000.00');
    expect(await desk.booked(made)).toMatchObject([{ count: 1 }, { count: 1 }]);
    expect(namesOf(made)).toEqual([
      'subscription.created',
      'subscription_invoice.created',
      'subscription.wallet_authorized',
      'subscription_invoice.paid',
      'subscription_invoice.created',
      'subscription_invoice.paid',
    ]);
    const listed = await platform.get('business', 'transactions.php?action=list', {
      token: await desk.signIn(payer),
    });
    expect((listed.body as { data: { data: { type: string }[] } }).data.data[0]).toMatchObject({
      type: 'subscription',
    });
  });

  it('authorise nothing by a card: the next cycle is a link again', async () => {
    const made = await desk.subscribed(await desk.plan());
    const [first] = await desk.invoices(made);
    expect((await desk.shop.pay({ session_id: first!.checkout_session_id! }, CARDS.approved)).status).toBe(
      200,
    );
    await desk.pass({ days: 31 });
    expect(await desk.one(made)).toMatchObject({ wallet_authorized: false, status: 'active' });
    expect((await desk.invoices(made))[0]).toMatchObject({
      status: 'created',
      checkout_url: expect.any(String) as string,
    });
  });

  it('take the live rate from a wallet in another currency, rounded up', async () => {
    const payer = await payerWith('100000.00');
    await setNairaRate(platform, 'USD', '1500');
    const plan = await desk.plan({ amount: 9.99, currency: 'USD' });
    const made = await desk.subscribed(plan);
    const [first] = await desk.invoices(made);
    const set = await desk.payByWallet(payer, first!.checkout_session_id!, 'NGN');
    expect(set.status).toBe(200);
    const before = await balance(payer);
    await setLiveNairaRate(platform, 'USD', '1600.001');
    await desk.pass({ days: 31 });
    // The rates have grown old meanwhile, which counts as no failure of the payer.
    expect(await desk.invoices(made)).toMatchObject([
      { status: 'created', attempt_count: 0 },
      { status: 'paid' },
    ]);
    await desk.pass({ hours: 1 });
    expect(await desk.invoices(made)).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    // 9.99 × 1600.001 = 15984.00999.
    expect((Number(before) - Number(await balance(payer))).toFixed(2)).toBe('15984.01');
  });

  it('are tried after 1, 3 and 5 days more, and end with the fourth failure', async () => {
    const payer = await payerWith('5000.00');
    const made = await desk.authorized(payer, await desk.plan());
    const attempts: unknown[] = [];
    for (const days of [31, 1, 3, 5]) {
      const before = await desk.one(made);
      expect(before.status).not.toBe('cancelled');
      await desk.pass({ days, seconds: 1 });
      const [latest] = await desk.invoices(made);
      attempts.push([latest!.status, latest!.attempt_count, latest!.last_error]);
    }
    expect(attempts).toEqual([1, 2, 3, 4].map((attempt) => ['failed', attempt, 'insufficient_funds']));
    expect(await desk.one(made)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'payment_failed',
      wallet_authorized: false,
      next_billing_at: null,
    });
    const events = eventsOf(made).slice(5);
    expect(
      events.map(({ event, data }) => [event, data.attempt, data.will_retry, data.subscription_status]),
    ).toEqual([
      ['subscription_invoice.payment_failed', 1, true, 'past_due'],
      ['subscription_invoice.payment_failed', 2, true, 'past_due'],
      ['subscription_invoice.payment_failed', 3, true, 'past_due'],
      ['subscription_invoice.payment_failed', 4, false, 'cancelled'],
      ['subscription.cancelled', undefined, undefined, undefined],
    ]);
    const [mandate] = await platform.sql(
      'SELECT revoked_at FROM wallet_mandates ORDER BY authorized_at DESC LIMIT 1',
    );
    expect(mandate!.revoked_at).not.toBeNull();
    await desk.pass({ days: 60 });
    expect(await desk.invoices(made)).toHaveLength(2);
  });

  /** Subscriptions whose first charge has failed, about which their customers got a mail each. */
  async function failed(...payers: TestUser[]): Promise<Autopaid[]> {
    const plan = await desk.plan();
    const all: Autopaid[] = [];
    for (const payer of payers) all.push(await desk.authorized(payer, plan));
    await desk.pass({ days: 31 });
    for (const made of all) {
      expect(await desk.one(made)).toMatchObject({ status: 'past_due' });
      const mails = await platform.sql(
        `SELECT 1 FROM mails WHERE recipient = $1 AND type = 'subscription.charge-failed'`,
        [made.email],
      );
      expect(mails).toHaveLength(1);
    }
    return all;
  }

  /** What the button of the page in that mail does. */
  function open({ subscription_id: subscriptionId }: Autopaid): Promise<string | null> {
    const { merchant } = desk;
    const owner = { ownerId: merchant.id, appId: merchant.live.app_id, mode: 'live' as const };
    const command = new OpenSubscriptionPayment({ owner, subscriptionId });
    return platform.inside('checkout', Commands).execute(command);
  }

  it('can be paid by the link in the mail about a charge that failed, which ends the charges', async () => {
    const payer = await payerWith('5000.00');
    const [made] = (await failed(payer)) as [Autopaid];
    const [opened, again] = [await open(made), await open(made)];
    expect(opened).toMatch(/\/pay\//);
    expect(again).toBe(opened);
    const [invoice] = await desk.invoices(made);
    const paid = await desk.shop.pay({ session_id: invoice!.checkout_session_id! }, CARDS.approved);
    expect(paid.status).toBe(200);
    expect(await desk.one(made)).toMatchObject({ status: 'active', wallet_authorized: true });
    await platform.fund(payer, 'NGN', '4999.00');
    await desk.pass({ days: 2 });
    expect(await balance(payer)).toBe('4999.00');
    expect(await desk.booked(made)).toMatchObject([{ count: 1 }, { count: 1 }]);
  });

  it('close the link when a charge succeeds, and wait for a payment of it that is under way', async () => {
    const [payer, guest] = [await payerWith('5000.00'), await payerWith('5000.00')];
    const [charged, paid] = (await failed(payer, guest)) as [Autopaid, Autopaid];
    await desk.pass({ seconds: 86_400 - 60 });
    for (const made of [charged, paid]) expect(await open(made)).not.toBeNull();
    const session_id = (await desk.invoices(paid))[0]!.checkout_session_id!;
    const begun = await desk.shop.pay({ session_id }, CARDS.otp);
    expect(begun.status).toBe(200);
    for (const one of [payer, guest]) await platform.fund(one, 'NGN', '5000.00');
    await desk.pass({ seconds: 90 });
    expect([await balance(payer), await balance(guest)]).toEqual(['0.00', '5000.00']);
    const closed = (await desk.invoices(charged))[0]!;
    expect(closed.status).toBe('paid');
    expect((await desk.payByWallet(guest, closed.checkout_session_id!)).status).toBe(410);
    const { gw_ref } = begun.body as { gw_ref: string };
    expect((await desk.shop.submit({ session_id }, gw_ref, '123456')).status).toBe(200);
    await desk.pass({ days: 1 });
    expect(await balance(guest)).toBe('5000.00');
    for (const made of [charged, paid]) {
      expect(await desk.one(made)).toMatchObject({ status: 'active' });
      expect(await desk.booked(made)).toMatchObject([{ count: 1 }, { count: 1 }]);
    }
  });

  it('stop at once when the payer says so; a charge to be repeated becomes a link', async () => {
    const payer = await payerWith('5000.00');
    const [made] = (await failed(payer)) as [Autopaid];
    expect((await desk.stopAutopay(stranger, made)).status).toBe(404);
    expect((await desk.stopAutopay(payer, { subscription_id: 'sub_live_none' })).status).toBe(404);
    for (let i = 0; i < 2; i++) {
      const stopped = await desk.stopAutopay(payer, made);
      expect([stopped.status, stopped.body.subscription]).toMatchObject([
        200,
        {
          billing_mode: 'invoice',
          wallet_authorized: false,
          autopay_revoked_at: expect.any(String) as string,
        },
      ]);
      // The payer can be another person than the customer.
      expect(stopped.text).not.toContain(made.email);
    }
    await platform.fund(payer, 'NGN', '5000.00');
    await desk.pass({ days: 2 });
    expect(await balance(payer)).toBe('5000.00');
    expect(namesOf(made).slice(-1)).toEqual(['subscription.autopay_stopped']);
    const [invoice] = await desk.invoices(made);
    expect(invoice).toMatchObject({ status: 'created', next_retry_at: null });
    expect((await desk.payByWallet(payer, invoice!.checkout_session_id!)).status).toBe(200);
    expect(await desk.one(made)).toMatchObject({ status: 'active', wallet_authorized: false });
  });

  it('fail again if the link in place of a charge is not paid, which counts among unpaid links', async () => {
    const payer = await payerWith('5000.00');
    const [made] = (await failed(payer)) as [Autopaid];
    expect((await desk.stopAutopay(payer, made)).status).toBe(200);
    await desk.pass({ days: 3, seconds: 1 });
    expect((await desk.invoices(made))[0]).toMatchObject({
      status: 'failed',
      last_error: 'expired_unpaid',
      attempt_count: 2,
    });
    const { data } = await receiver.next(
      (one) => one.data.subscription_id === made.subscription_id && one.data.reason === 'expired_unpaid',
    );
    expect(data).toMatchObject({ attempt: 1, max_attempts: 3, subscription_status: 'past_due' });
    for (let month = 0; month < 2; month++) await desk.pass({ days: 31 });
    await desk.pass({ days: 3, seconds: 1 });
    expect(await desk.one(made)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'payment_failed',
    });
    expect(await desk.invoices(made)).toHaveLength(4);
  });

  it('fail where the account of the payer is frozen', async () => {
    const payer = await payerWith('50000.00');
    const made = await desk.authorized(payer, await desk.plan());
    await platform.people.freeze(payer.id);
    await desk.pass({ days: 31 });
    expect((await desk.invoices(made))[0]).toMatchObject({
      status: 'failed',
      last_error: 'wallet_unavailable',
    });
  });

  it.each([
    ['3 days', 'daily', 3, 'daily' as const],
    ['40 days', 'monthly', 40, 'monthly' as const],
  ])(
    'are made for the running cycle only after an interruption of %s with a %s plan',
    async (_, __, days, interval) => {
      const payer = await payerWith('50000.00');
      const made = await desk.authorized(payer, await desk.plan({ interval }));
      const [first] = await desk.invoices(made);
      const length = (interval === 'daily' ? 1 : 31) * 86_400;
      // Renewals fall due in the interruption, which ends in the middle of a period.
      platform.clock.advance({ seconds: length - 43_200 });
      for (const seconds of [days * 86_400, 1, 1]) await desk.pass({ seconds });
      const [charged, ...earlier] = await desk.invoices(made);
      expect(earlier).toEqual([first]);
      expect(charged).toMatchObject({ status: 'paid', attempt_count: 1 });
      expect(Date.parse(charged!.due_at)).toBeGreaterThan(
        Date.parse(first!.due_at) + length * 1000 + 86_400_000,
      );
      expect(await balance(payer)).toBe('40000.00');
      const { next_billing_at } = await desk.one(made);
      expect(Date.parse(next_billing_at as string)).toBeGreaterThan(platform.clock.now().getTime());
      await desk.pass({ seconds: length });
      expect(await balance(payer)).toBe('35000.00');
    },
  );

  it('wait while the merchant has no live app or is frozen, and go on with the running cycle', async () => {
    const shop = new AutopayDesk(platform, await platform.merchant());
    const { merchant } = shop;
    const payer = await payerWith('50000.00');
    const plan = await shop.plan();
    const [charged, ending] = [await shop.authorized(payer, plan), await shop.authorized(payer, plan)];
    const byLink = await shop.subscribed(plan);
    await shop.post('cancel', { ...ending, at_period_end: true });
    await shop.post('update-plan', { plan_id: plan, active: false });
    const apps = async (action: string, body: object) => {
      const token = await shop.signIn(merchant);
      const path = `business.php?section=apps&action=${action}`;
      const answer = await platform.post('business', path, { ...body, pin: merchant.pin }, { token });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body as { secret_key: string; app_id: string };
    };
    const notices = () =>
      platform.sql(
        `SELECT 1 FROM notifications WHERE owner_id = $1 AND type = 'subscription.charges-paused'`,
        [merchant.id],
      );
    const second = await apps('create', { app_name: 'Second', mode: 'live' });
    await apps('revoke', { app_id: merchant.live.app_id });
    await platform.runJobs();
    expect(await notices()).toEqual([]);
    await apps('revoke', { app_id: second.app_id });
    await platform.runJobs();
    expect(await notices()).toHaveLength(1);

    await shop.pass({ days: 62 });
    expect(await balance(payer)).toBe('40000.00');
    const third = await apps('create', { app_name: 'Third', mode: 'live' });
    merchant.live = { ...merchant.live, ...third };
    expect(await shop.one(ending)).toMatchObject({ status: 'cancelled' });
    expect((await shop.invoices(byLink)).length).toBeGreaterThan(1);
    // The plan is archived, and its subscriptions are renewed.
    await shop.pass({ seconds: 10 });
    expect(await balance(payer)).toBe('35000.00');
    expect(await shop.booked(charged)).toHaveLength(2);

    await platform.people.freeze(merchant.id);
    await platform.runJobs();
    await shop.pass({ days: 70 });
    expect(await balance(payer)).toBe('35000.00');
    await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [merchant.id]);
    await platform.sessionChangesProcessed();
    for (let i = 0; i < 3; i++) await shop.pass({ seconds: 1 });
    expect(await balance(payer)).toBe('30000.00');
    expect(await shop.booked(charged)).toHaveLength(3);
  });

  it('remind the payer 7, 3 and 1 days before, once each, where the wallet is short', async () => {
    const payer = await payerWith('5000.00');
    const made = await desk.authorized(payer, await desk.plan({ interval: 'daily', interval_count: 30 }));
    const reminders = () =>
      platform.sql<{ data: { missing: number } }>(
        `SELECT data FROM notifications WHERE owner_id = $1 AND type = 'subscription.funds-short' ORDER BY id`,
        [payer.id],
      );
    const counts: number[] = [];
    for (const hours of [22 * 24, 36, 24, 72]) {
      await desk.pass({ hours });
      await desk.pass({ seconds: 1 });
      counts.push((await reminders()).length);
    }
    expect(counts).toEqual([0, 1, 1, 2]);
    await platform.fund(payer, 'NGN', '5000.00');
    await desk.pass({ hours: 48 });
    await desk.pass({ seconds: 1 });
    expect((await reminders()).map(({ data }) => data.missing)).toEqual([5000, 5000]);
    await desk.pass({ hours: 12 });
    expect((await desk.invoices(made))[0]).toMatchObject({ status: 'paid', attempt_count: 1 });
  });

  it('are not sent while the account of the merchant is frozen', async () => {
    const payer = await payerWith('5000.00');
    const seller = new AutopayDesk(platform, await platform.merchant());
    await seller.authorized(payer, await seller.plan({ interval: 'daily', interval_count: 30 }));
    const checked = async () => {
      await platform.inside('scheduler', RemindOfRenewals).run();
      return platform.sql(
        `SELECT 1 FROM subscription_reminders r JOIN wallet_mandates m USING (subscription_key) WHERE m.payer_id = $1`,
        [payer.id],
      );
    };
    await platform.people.freeze(seller.merchant.id);
    platform.clock.advance({ hours: 24 * 23 + 12 });
    expect(await checked()).toEqual([]);
    await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [seller.merchant.id]);
    expect(await checked()).toHaveLength(1);
  });

  it('remind of the wallets behind those that have no exchange rate', async () => {
    const [foreign, local] = [await payerWith('100000.00'), await payerWith('5000.00')];
    await setNairaRate(platform, 'USD', '1500');
    const days = { interval: 'daily', interval_count: 30 };
    const inDollars = await desk.plan({ ...days, amount: 10, currency: 'USD' });
    await desk.authorized(foreign, inDollars, 'NGN');
    await desk.authorized(local, await desk.plan(days));
    platform.clock.advance({ hours: 24 * 23 + 12 });
    // The rates have grown old, and no job has read new ones. One wallet is read at a time, the one in dollars first.
    await platform.inside('scheduler', RemindOfRenewals).remind(1);
    const checked = await platform.sql<{ payer_id: string }>(
      `SELECT m.payer_id FROM subscription_reminders r JOIN wallet_mandates m USING (subscription_key)
        WHERE m.payer_id = ANY ($1)`,
      [[foreign.id, local.id]],
    );
    expect(checked).toEqual([{ payer_id: local.id }]);
  });

  it('mail the link of an invoice that waits for an exchange rate when the payer stops them', async () => {
    const payer = await payerWith('100000.00');
    await setNairaRate(platform, 'USD', '1500');
    const made = await desk.authorized(payer, await desk.plan({ amount: 10, currency: 'USD' }), 'NGN');
    await desk.pass({ days: 31 });
    const [waiting] = await desk.invoices(made);
    expect(waiting).toMatchObject({ status: 'created', attempt_count: 0, checkout_session_id: null });
    const mails = () =>
      platform.sql<{ type: string }>(
        `SELECT type FROM mails WHERE recipient = $1 AND facts->>'invoice_id' = $2`,
        [made.email, waiting!.invoice_id],
      );
    expect(await mails()).toEqual([]);
    expect((await desk.stopAutopay(payer, made)).status).toBe(200);
    await platform.runJobs();
    const [linked] = await desk.invoices(made);
    expect(linked!.checkout_url).toMatch(/\/pay\//);
    expect(await mails()).toEqual([{ type: 'subscription.link-instead' }]);
  });

  it('are charged at most once if renewed, repeated, paid, cancelled and stopped at once by several processes', async () => {
    const payer = await payerWith('60000.00');
    const plan = await desk.plan();
    const all: Autopaid[] = [];
    for (let i = 0; i < 8; i++) all.push(await desk.authorized(payer, plan));
    // Enough for three charges.
    expect(await balance(payer)).toBe('20000.00');
    const spend = { recipient: stranger.usertag, amount: 4990, currency: 'NGN', pin: payer.pin };
    const transfer = 'wallet.php?action=transfer';
    const token = await desk.signIn(payer);
    expect((await platform.post('business', transfer, spend, { token })).status).toBe(200);
    platform.clock.advance({ days: 31 });
    const jobs = (['scheduler', 'checkout', 'app'] as const).map((host) =>
      platform.inside(host, BillSubscriptions),
    );
    const bill = () => Promise.all([...jobs, ...jobs].map((job) => job.run()));
    await Promise.all([
      bill(),
      ...all.slice(0, 2).map((made) => desk.post('cancel', made)),
      ...all.slice(2, 4).map((made) => desk.stopAutopay(payer, made)),
    ]);
    await platform.runJobs();
    const charged = async () =>
      (
        await platform.sql<{ subscription_id: string }>(
          `SELECT i.subscription_id FROM subscription_invoices i JOIN ledger.journals j ON j.related_id = i.invoice_id
            WHERE j.type = 'subscription' AND i.is_silent AND i.subscription_id = ANY ($1)`,
          [all.map(({ subscription_id }) => subscription_id)],
        )
      ).length;
    expect(Number(await balance(payer))).toBeCloseTo(15_005.01 - 5000 * (await charged()), 2);
    const before = await charged();
    expect(before).toBeLessThanOrEqual(3);
    for (const made of all) {
      const counts = (await desk.booked(made)).map(({ count }) => count);
      expect(Math.max(...counts)).toBe(1);
    }
    for (const made of all.slice(0, 2)) {
      expect(await desk.one(made)).toMatchObject({ status: 'cancelled', wallet_authorized: false });
      for (const { status, voided_at } of await desk.invoices(made))
        expect(status === 'paid' || voided_at !== null).toBe(true);
    }
    for (const made of all.slice(2, 4))
      expect(await desk.one(made)).toMatchObject({ billing_mode: 'invoice', wallet_authorized: false });

    // The charges that failed are repeated while their links are paid.
    const waiting = (await Promise.all(all.map((made) => desk.invoices(made)))).flatMap(([latest]) =>
      latest!.next_retry_at ? [latest!] : [],
    );
    expect(waiting.length).toBeGreaterThan(0);
    await platform.fund(payer, 'NGN', '100000.00');
    const unpaid = new Set(waiting.map(({ invoice_id }) => invoice_id));
    const sessions: string[] = [];
    for (const made of all) {
      if (!unpaid.has((await desk.invoices(made))[0]!.invoice_id)) continue;
      await open(made);
      sessions.push((await desk.invoices(made))[0]!.checkout_session_id!);
    }
    platform.clock.advance({ days: 1, seconds: 10 });
    const again = await desk.signIn(payer);
    await Promise.all([
      bill(),
      ...sessions.map((session_id) =>
        platform.post(
          'checkout',
          'sessions.php?action=pay-wallet',
          { session_id, pin: payer.pin },
          { token: again },
        ),
      ),
    ]);
    await platform.runJobs();
    for (const made of all) {
      const counts = (await desk.booked(made)).map(({ count }) => count);
      expect(Math.max(...counts)).toBe(1);
    }
    const paid = await platform.sql(
      'SELECT 1 FROM subscription_invoices WHERE invoice_id = ANY ($1) AND status = $2',
      [waiting.map(({ invoice_id }) => invoice_id), 'paid'],
    );
    expect(paid).toHaveLength(waiting.length);
  });

  describe('wallet charges in the sandbox', () => {
    it('fail by tags of the address, and are repeated as the test clock advances', async () => {
      const { secret_key: key } = await platform.people.createApp(
        { ...desk.merchant, token: await desk.signIn(desk.merchant) },
        'test',
      );
      const post = (action: string, body: object) => platform.post('sandbox', action, body, { key });
      // Not months, so that the days below do not depend on the date of the run.
      const cycle = { interval: 'daily', interval_count: 31 };
      const terms = { name: 'Gold', amount: 5000, currency: 'NGN', ...cycle };
      const { plan } = (await post('subscriptions.php?action=create-plan', terms)).body as {
        plan: { plan_id: string };
      };
      const authorized = async (email: string) => {
        const request = { plan_id: plan.plan_id, customer: { email }, billing_mode: 'wallet_auto' };
        const { invoice, subscription } = (await post('subscriptions.php?action=subscribe', request))
          .body as unknown as { invoice: { checkout_session_id: string }; subscription: Autopaid };
        const session = { session_id: invoice.checkout_session_id, pin: '1234' };
        expect((await post('sessions.php?action=pay-wallet', session)).status).toBe(200);
        return async () => {
          const query = `subscription_id=${subscription.subscription_id}`;
          const path = `subscriptions.php?action=list-invoices&${query}`;
          const [latest] = (await platform.get('sandbox', path, { key })).body.data as Billed[];
          const one = await platform.get('sandbox', `subscriptions.php?action=retrieve&${query}`, { key });
          const { status, wallet_authorized } = one.body.subscription as Record<string, unknown>;
          return [status, wallet_authorized, latest!.status, latest!.attempt_count];
        };
      };
      expect((await post('test-clock.php?action=freeze', {})).status).toBe(200);
      const stories = [
        await authorized('ada@example.com'),
        await authorized('ada+declined2@example.com'),
        await authorized('ada+declined@example.com'),
      ];
      const after = async (days: number) => {
        await advanceTestClock(platform, key, { days, freeze: true });
        return Promise.all(stories.map((story) => story()));
      };
      expect(await after(31)).toEqual([
        ['active', true, 'paid', 1],
        ['past_due', true, 'failed', 1],
        ['past_due', true, 'failed', 1],
      ]);
      expect((await after(5)).map(([status, , , attempts]) => [status, attempts])).toEqual([
        ['active', 1],
        ['active', 3],
        ['past_due', 3],
      ]);
      expect((await after(6))[2]).toEqual(['cancelled', false, 'failed', 4]);
    });
  });

  describe('changed rows in the books', () => {
    it.each([
      [
        'another settlement',
        `UPDATE subscription_invoices SET settlement_key = NULL WHERE mandate_id IS NOT NULL`,
        [SETTLED],
      ],
      [
        'an unpaid invoice',
        `UPDATE subscription_invoices SET status = 'failed', paid_at = NULL WHERE mandate_id IS NOT NULL`,
        [SETTLED],
      ],
      ['a lower mandate', 'UPDATE wallet_mandates SET cap_minor = 1', [AUTHORIZED]],
      [
        'a mandate for another wallet',
        'UPDATE wallet_mandates SET account_id = gen_random_uuid()',
        [AUTHORIZED],
      ],
      ['a charge without a mandate', 'UPDATE subscription_invoices SET mandate_id = NULL', [AUTHORIZED]],
    ])('%s is found', async (_, sql, expected) => {
      const tables = ['subscription_invoices', 'wallet_mandates'];
      await platform.sealJournals();
      for (const table of tables) await platform.sql(`CREATE TEMP TABLE kept_${table} AS TABLE ${table}`);
      await platform.sql(sql);
      const { faults } = await platform.inside('scheduler', LedgerVerificationService).verify();
      expect([...new Set(faults.map(({ check }) => check))]).toEqual(expected);
      await platform.sql(`UPDATE wallet_mandates m SET cap_minor = k.cap_minor, account_id = k.account_id
        FROM kept_wallet_mandates k WHERE k.id = m.id`);
      await platform.sql(`UPDATE subscription_invoices i SET settlement_key = k.settlement_key, status = k.status,
        paid_at = k.paid_at, mandate_id = k.mandate_id FROM kept_subscription_invoices k WHERE k.id = i.id`);
      for (const table of tables) await platform.sql(`DROP TABLE kept_${table}`);
    });
  });
});
