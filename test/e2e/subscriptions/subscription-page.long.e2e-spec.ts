import type { Browser, Page } from 'playwright-core';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import { ElsewhereShop, play } from '../checkout-api/async-payments';
import { Bank } from '../business-api/card-deposits';
import { describeOnEachScreen, launch, look, watchedPage } from '../checkout-api/browser';
import { type Subscribed, SubscriptionShop } from './subscribers';

const manage = ({ subscription }: Subscribed) => subscription.manage_url as string;

describeOnEachScreen('the page of a subscription in a browser', (screen) => {
  let platform: Platform;
  let browser: Browser;
  let live: SubscriptionShop;
  let space: SubscriptionShop;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    const merchant = await platform.merchant({ business_name: 'Okafor Books' });
    live = new SubscriptionShop(platform, merchant.live);
    space = await SubscriptionShop.inSpace(platform, merchant);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.proveAndStop();
  });

  async function onPage(made: Subscribed, story: (page: Page) => Promise<void>): Promise<void> {
    const { origin } = new URL(manage(made));
    const { page, faults, close } = await watchedPage(browser, screen, [origin]);
    await page.goto(manage(made));
    await story(page);
    expect(faults).toEqual([]);
    await close();
  }
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

  it('shows what is due and leads to its payment, cancels with the period in French, and resumes', async () => {
    const made = await live.subscribe(await live.plan({ name: 'The monthly box' }), 'page@example.com');
    await onPage(made, async (page) => {
      expect(await page.title()).toBe('The monthly box – Okafor Books');
      await heading(page, 'Start your subscription');
      expect(await page.locator('.summary .badge').textContent()).toBe('Not started');
      expect(await page.getByText('Active').count()).toBe(0);
      await look(page, 'subscription');
      const pay = page.getByRole('button', { name: 'Pay ₦5,000.00' });
      await Promise.all([page.waitForURL(/\/pay\//), pay.click()]);
      expect(page.url()).toBe(`${made.invoice!.checkout_url}?lang=en`);
      expect((await live.pay(made.invoice!)).status).toBe(200);
      await page.goto(`${manage(made)}?lang=fr`);
      await heading(page, 'Votre abonnement est actif');
      expect(await page.locator('.summary .badge').textContent()).toBe('Actif');
      await page.getByText('Résilier l’abonnement').click();
      await look(page, 'subscription-cancel');
      await page.getByRole('button', { name: 'Confirmer la résiliation' }).click();
      await heading(page, /^Votre abonnement prend fin le/);
      await look(page);
      await page.getByRole('button', { name: 'Garder l’abonnement' }).click();
      await heading(page, 'Votre abonnement est actif');
    });
  });

  it('shows in the sandbox a trial, a missed payment that is paid later, and an end at once', async () => {
    const made = await space.subscribe(
      await space.plan({ interval: 'weekly', trial_days: 7 }),
      'a@example.com',
    );
    await onPage(made, async (page) => {
      await page.getByText('Test mode.').waitFor();
      await heading(page, /^Your free trial runs until/);
      await look(page);
      await space.advance({ days: 11 });
      await page.reload();
      await heading(page, 'A payment is missing');
      await page.getByText('has not been paid').waitFor();
      await look(page);
      const [failed] = await space.invoices(made);
      await page.getByRole('button', { name: 'Pay ₦5,000.00' }).click();
      await page.waitForURL(/\/pay\//);
      const [reopened] = await space.invoices(made);
      expect([failed!.status, reopened!.status]).toEqual(['failed', 'failed']);
      expect(reopened!.checkout_session_id).not.toBe(failed!.checkout_session_id);
      expect((await space.pay(reopened!)).status).toBe(200);
      expect(await space.one(made)).toMatchObject({ status: 'active' });
      await page.goto(manage(made));
      await heading(page, 'Your subscription is active');
      await page.getByText('Cancel the subscription').click();
      await page.getByText('Now', { exact: true }).click();
      await page.getByRole('button', { name: 'Confirm the cancellation' }).click();
      await heading(page, 'This subscription has ended');
      await look(page);
      expect(await space.one(made)).toMatchObject({ cancellation_reason: 'customer_cancelled' });
    });
  });
});

describe('the page of a subscription', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let live: SubscriptionShop;

  beforeAll(async () => {
    platform = await startPlatform();
    merchant = await platform.merchant();
    live = new SubscriptionShop(platform, merchant.live);
  });
  afterAll(() => platform?.proveAndStop());

  const send = (url: string, body?: Record<string, string>) =>
    fetch(url, {
      redirect: 'manual',
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });

  it('is shown to the holder of its address only, on the host of its mode, and cannot be framed', async () => {
    const made = await live.subscribe(await live.plan(), 'one@example.com');
    const other = await live.subscribe(await live.plan(), 'two@example.com');
    const url = manage(made);
    const { status, headers } = await send(url);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    const [token, otherToken] = [url, manage(other)].map((text) => text.split('/').pop()!);
    const mixed = otherToken!.slice(0, 20) + token!.slice(20);
    const faults = [mixed, 'A'.repeat(64), token!.slice(1)].map((text) => url.replace(token!, text));
    faults.push(url.replace(platform.urls.checkout, platform.urls.sandbox));
    for (const fault of faults) {
      expect((await send(fault)).status).toBe(404);
      expect((await send(`${fault}/cancel`, { when: 'now' })).status).toBe(404);
      expect((await send(`${fault}/pay`, {})).status).toBe(404);
    }
    expect(await live.one(made)).toMatchObject({ status: 'active' });
    const reader = await platform.people.createApp(merchant, 'live', { scopes: ['subscriptions:read'] });
    const read = await new SubscriptionShop(platform, reader).one(made);
    expect(read.manage_url).toBeNull();
  });

  it('opens one session at a time for an invoice whose link has ended, for any number of requests', async () => {
    const made = await live.subscribe(await live.plan(), 'late@example.com');
    const session_id = made.invoice!.checkout_session_id;
    expect((await live.post('sessions.php?action=expire', { session_id })).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(`${manage(made)}/pay`, {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    const [invoice] = await live.invoices(made);
    expect((await live.pay(invoice!)).status).toBe(200);
    const sessions = await platform.sql(
      `SELECT s.status FROM checkout_sessions s JOIN subscription_invoices i ON i.id = s.origin_id WHERE i.invoice_id = $1
        ORDER BY s.created_at`,
      [invoice!.invoice_id],
    );
    expect(sessions).toEqual([{ status: 'expired' }, { status: 'completed' }]);
    const paid = await send(`${manage(made)}/pay`, {});
    expect(paid.headers.get('location')).toMatch(/^\/subscription\//);
  });

  it('returns a transfer to an earlier link of a bill that was paid by a later one', async () => {
    const made = await live.subscribe(await live.plan(), 'twice@example.com');
    const shop = new ElsewhereShop(platform, 'checkout', merchant.live.secret_key);
    const first = {
      session_id: made.invoice!.checkout_session_id,
      checkout_url: made.invoice!.checkout_url!,
    };
    const { simulate_url } = (await shop.bankTransfer(first)).body;
    expect((await shop.cancel(first)).status).toBe(200);
    expect((await live.post('sessions.php?action=expire', { session_id: first.session_id })).status).toBe(
      200,
    );
    expect((await send(`${manage(made)}/pay`, {})).status).toBe(303);
    const [reopened] = await live.invoices(made);
    expect((await live.pay(reopened!)).status).toBe(200);
    const credited = await platform.balanceOf({ key: merchant.live.secret_key }, 'NGN');
    expect(await play(simulate_url as string, { decision: 'exact' })).toBe(200);
    const returned = () => shop.attempts(first);
    await eventually(async () => {
      await platform.runJobs();
      return (await returned())[0]!.status === 'refunded';
    });
    expect(await returned()).toMatchObject([{ unapplied_reason: 'not-due' }]);
    expect(await platform.balanceOf({ key: merchant.live.secret_key }, 'NGN')).toBe(credited);
  });

  it('takes a late payment of an earlier link once staff apply it, which closes the open one, but none of a paid bill', async () => {
    const plan = await live.plan();
    const { token } = await platform.staff('finance');
    /** The link was paid one naira short and has ended; the page has opened another one. */
    const late = async (email: string) => {
      const made = await live.subscribe(plan, email);
      const session_id = made.invoice!.checkout_session_id;
      await new Bank(platform).order('amount-mismatch');
      expect((await live.pay(made.invoice!)).status).toBe(502);
      await live.post('sessions.php?action=expire', { session_id });
      expect((await send(`${manage(made)}/pay`, {})).status).toBe(303);
      const [reopened] = await live.invoices(made);
      expect(reopened!.checkout_session_id).not.toBe(session_id);
      const [payment] = await platform.sql<{ id: string }>(
        `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
          WHERE s.session_id = $1`,
        [session_id],
      );
      const decision = { id: payment!.id, reason: 'The customer asked for it' };
      const apply = () =>
        platform.post('business', 'admin.php?section=unapplied&action=apply', decision, { token });
      return { made, reopened: reopened!, apply };
    };
    const waiting = await late('waiting@example.com');
    expect((await waiting.apply()).status).toBe(200);
    expect((await live.invoices(waiting.made))[0]).toMatchObject({ status: 'paid' });
    expect((await live.pay(waiting.reopened)).status).toBe(410);

    const paying = await late('paying@example.com');
    const { checkout_session_id: session_id } = paying.reopened;
    const begun = await live.pay(paying.reopened, CARDS.otp);
    expect((await paying.apply()).status).toBe(409);
    const { gw_ref } = begun.body as { gw_ref: string };
    expect((await live.shop.submit({ session_id }, gw_ref, '123456')).status).toBe(200);
    expect((await paying.apply()).status).toBe(409);
    expect((await live.invoices(paying.made))[0]).toMatchObject({ status: 'paid' });
  });

  describe('its text about charges', () => {
    /** 30 days, so that half a period is exact. */
    const DAYS_30 = { interval: 'daily', interval_count: 30 };
    let space: SubscriptionShop;

    beforeAll(async () => {
      space = await SubscriptionShop.inSpace(platform, merchant);
    });

    /** A subscription of a customer who has authorised charges. */
    async function charged(billing_mode: string, email: string, terms: object = {}): Promise<Subscribed> {
      const plan_id = await space.plan({ ...DAYS_30, ...terms });
      const consent = billing_mode === 'card_token' && { consent: { accepted: true } };
      const made = await space.subscribe(plan_id, email, { billing_mode, ...consent });
      await space.must('simulate', { ...only(made), do: 'authorise' });
      return made;
    }
    const only = ({ subscription: { subscription_id } }: Subscribed) => ({ subscription_id });
    const change = async (made: Subscribed, when: string, terms: object) =>
      space.must('change-plan', { ...only(made), plan_id: await space.plan({ ...DAYS_30, ...terms }), when });
    const textOf = async (made: Subscribed, locale = 'en') =>
      (await (await send(`${manage(made)}?lang=${locale}`)).text()).replace(/\s+/g, ' ');

    it('names those of a wallet, and repeated ones', async () => {
      const [paying, declining] = [
        await charged('wallet_auto', 'ada@example.com'),
        await charged('wallet_auto', 'ada+declined@example.com'),
      ];
      expect(await textOf(paying)).toMatch(/The authorised wallet is charged ₦5,000\.00 on \w+ \d+, \d+\./);
      expect(await textOf(paying)).not.toContain('You receive an e-mail before');
      expect(await textOf(paying, 'fr')).toContain('Le portefeuille autorisé sera débité de');
      await space.advance({ days: 30 });
      const missed = await textOf(declining);
      expect(missed).toContain('Meanwhile the authorised wallet is charged again');
      expect(missed).toContain('the subscription ends after 4 failed attempts');
      expect(missed).not.toContain('3 unpaid bills');

      const { subscription } = await space.must('cancel', { ...only(declining), at_period_end: true });
      expect(subscription).toMatchObject({ status: 'past_due' });
      const ending = await textOf(declining);
      expect(ending).toContain('the open bill of ₦5,000.00 is still charged to the authorised wallet');
      expect(ending).not.toContain('Nothing more is billed');
      await space.advance({ days: 5 });
      const [open] = await space.invoices(declining);
      expect(open).toMatchObject({ status: 'failed', attempt_count: 3 });
    });

    it('says where a card ends before the next bill', async () => {
      const made = await charged('card_token', 'two-years@example.com', {
        interval: 'yearly',
        interval_count: 2,
      });
      const text = await textOf(made);
      const days =
        /The card ending in 0000 can be charged until (\w+ \d+, \d+), which is before the next bill of ₦5,000\.00 on (\w+ \d+, \d+)\./.exec(
          text,
        )!;
      // The company keeps the card for a year after a payment, and the bill comes a year later.
      const [ends, bill] = [new Date(days[1]!), new Date(days[2]!)];
      const between = (bill.getTime() - ends.getTime()) / 86_400_000;
      expect(between).toBeGreaterThanOrEqual(365);
      expect(between).toBeLessThanOrEqual(367);
      expect(text).not.toContain('is charged ₦');
    });

    it.each([
      [
        'card_token',
        'The card ending in 0000 is charged ₦4,000.00',
        'The card ending in 0000 is removed then',
      ],
      ['wallet_auto', 'The authorised wallet is charged ₦4,000.00', 'The authority ends then'],
    ])('follows the plan of the next period with %s', async (mode, charge, end) => {
      const made = await charged(mode, 'next@example.com', {});
      await change(made, 'period_end', { amount: 4000 });
      expect(await textOf(made)).toContain(charge);
      await change(made, 'period_end', { amount: 8000 });
      const dearer = await textOf(made);
      expect(dearer).toContain('Nothing is charged on');
      expect(dearer).toContain(end);
      expect(dearer).toContain('the bill of ₦8,000.00 is sent to you by e-mail');
      expect(dearer).not.toContain('is charged ₦');
      await space.advance({ days: 30 });
      expect((await space.invoices(made))[0]).toMatchObject({ status: 'created', amount: 8000 });
      expect(await space.one(made)).toMatchObject({ has_saved_card: false, wallet_authorized: false });
    });

    it('takes the credit from the next one, and shows it', async () => {
      const made = await charged('card_token', 'credit@example.com');
      expect(await textOf(made)).not.toContain('Credit');
      await change(made, 'now', { amount: 1500 });
      // 5,000 are worth three periods, of which one has begun, and a third of the fourth.
      const whole = await textOf(made);
      expect(whole).toContain('<dt>Credit</dt> <dd>₦3,500.00</dd>');
      expect(whole).toContain('It is paid from the credit: nothing is charged.');
      expect(whole).toContain('Your credit is ₦3,500.00.');
      await space.advance({ days: 60 });
      const rest = await textOf(made);
      expect(rest).toContain('<dt>Credit</dt> <dd>₦500.00</dd>');
      expect(rest).toContain('The card ending in 0000 is charged ₦1,000.00 on');
      await space.advance({ days: 30 });
      expect((await space.invoices(made))[0]).toMatchObject({ status: 'paid', amount: 1000 });
      const used = await textOf(made);
      expect(used).not.toContain('<dt>Credit</dt>');
      expect(used).not.toContain('Your credit is');
    });
  });

  it('refuses forms without a choice, and limits forms by address', async () => {
    const made = await live.subscribe(await live.plan(), 'forms@example.com');
    expect((await send(`${manage(made)}/cancel`, { when: 'never' })).status).toBe(400);
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await send(`${manage(made)}/resume`, {})).status);
    expect(statuses).toContain(303);
    expect(statuses.at(-1)).toBe(429);
    expect((await send(manage(made))).status).toBe(200);
  });
});
