import { GatewayEventsService } from '@app/charges';
import { SendRefunds } from '@app/checkout';
import { Commands } from '@app/write-path';
import { LedgerVerificationService } from '@app/ledger';
import { ClaimCardCharge } from '../../../libs/subscriptions/src/cards/commands/claim-card-charge';
import { CollectCardCharge } from '../../../libs/subscriptions/src/cards/flows/collect-card-charge';
import { RenewCards } from '@app/subscriptions';
import { eventually } from '../../support/eventually';
import { HeldLock } from '../../support/held-lock';
import { type Platform, startPlatform } from '../../support/platform';
import type { TestMerchant } from '../../support/people';
import { stopProviderEvents } from '../../support/provider-events';
import type { Receiver } from '../../support/receiver';
import { advanceTestClock } from '../../support/test-clock';
import { ApprovalsDesk } from '../staff/approvals-desk';
import { type CardChargeRow, CardDesk, type CardPaid } from './card-desk';

const CHARGED = 'each charge to a card is one that succeeded, of a card that its holder has saved';

describe('subscriptions that are charged to a saved card', () => {
  let platform: Platform;
  let desk: CardDesk;
  let merchant: TestMerchant;
  let receiver: Receiver;
  /** In a space of its own. */
  let tests: CardDesk;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    await platform.holdJobs();
    await stopProviderEvents(platform);
    merchant = await platform.merchant();
    desk = new CardDesk(platform, merchant.live);
    tests = new CardDesk(platform, await platform.people.createApp(merchant, 'test'), 'sandbox');
    await tests.must('test-clock.php?action=freeze', {});
    receiver = await platform.receiver();
    const hook = { app_id: merchant.live.app_id, url: receiver.url, events: ['*'] };
    const path = 'business.php?section=webhooks&action=create';
    expect((await platform.post('business', path, hook, { token: merchant.token })).status).toBe(200);
  });
  afterEach(() => desk.close());
  afterAll(() => platform?.proveAndStop());

  const eventsOf = ({ subscription_id: id }: CardPaid) =>
    receiver.received.filter(
      ({ event, data }) => event.startsWith('subscription') && data.subscription_id === id,
    );
  const cards = ({ subscription_id }: CardPaid) =>
    platform.sql<{ token_sealed: Buffer | null; email: string; consent_address: string; valid_until: Date }>(
      `SELECT c.* FROM saved_cards c JOIN subscriptions s ON s.id = c.subscription_key
        WHERE s.subscription_id = $1 ORDER BY c.attached_at, c.id`,
      [subscription_id],
    );

  it('need the consent of the customer', async () => {
    const plan_id = await desk.plan();
    const request = { plan_id, customer: { email: 'ada@example.com' }, billing_mode: 'card_token' };
    for (const consent of [undefined, { accepted: false }])
      expect(await desk.post('subscribe', { ...request, consent })).toMatchObject({
        status: 400,
        body: { error_code: 'CONSENT_REQUIRED' },
      });
    expect((await desk.post('subscribe', { ...request, consent: { accepted: 'x' } })).status).toBe(400);
  });

  it('save the card that pays the first link, and are renewed without the customer', async () => {
    const made = await desk.subscribed(await desk.plan());
    expect(await desk.one(made)).toMatchObject({ billing_mode: 'card_token', has_saved_card: false });
    const first = await desk.latest(made);
    const { payment_methods } = (await desk.shop.verify(first.checkout_session_id!)).body as Record<
      string,
      unknown
    >;
    expect(payment_methods).toEqual(['card']);
    // The page states what paying authorises.
    const page = await (await fetch(first.checkout_url!)).text();
    expect(page).toContain('"interval":"monthly","count":1,"from":"card"}');
    expect((await desk.payOnPage(first)).status).toBe(200);
    expect(await desk.one(made)).toMatchObject({ has_saved_card: true, wallet_authorized: false });
    const [saved] = await cards(made);
    expect(saved).toMatchObject({
      email: made.email,
      consent_address: expect.any(String) as string,
      consent_terms: '2026-11',
      last4: '0000',
    });
    await desk.pass({ days: 31 });
    expect(await desk.latest(made)).toMatchObject({
      status: 'paid',
      checkout_session_id: null,
      attempt_count: 1,
      next_retry_at: null,
    });
    expect(await desk.booked(made)).toEqual([1, 1]);
    await eventually(() => eventsOf(made).length === 6);
    expect(eventsOf(made).map(({ event }) => event)).toEqual([
      'subscription.created',
      'subscription_invoice.created',
      'subscription_card.attached',
      'subscription_invoice.paid',
      'subscription_invoice.created',
      'subscription_invoice.paid',
    ]);
    expect(eventsOf(made)[2]!.data).toEqual({
      subscription_id: made.subscription_id,
      card_brand: 'visa',
      card_last4: '0000',
    });
    const [charged] = await platform.sql(
      `SELECT email, amount_minor FROM simulator.charges WHERE tx_ref = $1`,
      [(await desk.charges(made))[0]!.reference],
    );
    expect(charged).toEqual({ email: made.email, amount_minor: '500000' });
  });

  it('keep the token sealed, out of every table, event and answer, and erase it at the end', async () => {
    const made = await desk.attached(await desk.plan());
    await desk.pass({ days: 31 });
    const tokens = await platform.sql<{ card_token: string }>(
      'SELECT card_token FROM simulator.charges WHERE email = $1 AND card_token IS NOT NULL',
      [made.email],
    );
    expect(tokens).toHaveLength(2);
    const seen = JSON.stringify([
      receiver.received,
      await desk.one(made),
      await desk.invoices(made),
      await desk.post('cancel', { subscription_id: made.subscription_id }),
    ]);
    for (const { card_token: token } of tokens) {
      expect(seen).not.toContain(token);
      expect(await tablesWith(token)).toEqual([]);
    }
    // The search finds what is there.
    expect(await tablesWith(made.subscription_id)).toContain('public.subscriptions');
    expect((await cards(made)).map(({ token_sealed }) => token_sealed)).toEqual([null]);
    expect(await desk.one(made)).toMatchObject({ has_saved_card: false, status: 'cancelled' });
  });

  it('are tried after 1, 3 and 5 days more, as the bank declines', async () => {
    const made = await desk.attached(await desk.plan(), '+declined2');
    const seen: unknown[] = [];
    for (const days of [31, 1, 3]) {
      await desk.pass({ days, seconds: 5 });
      const { status, attempt_count, last_error, next_retry_at } = await desk.latest(made);
      seen.push([status, attempt_count, last_error, next_retry_at === null]);
    }
    expect(seen).toEqual([
      ['failed', 1, 'card_declined: Insufficient funds', false],
      ['failed', 2, 'card_declined: Insufficient funds', false],
      ['paid', 3, 'card_declined: Insufficient funds', true],
    ]);
    expect(await desk.one(made)).toMatchObject({ status: 'active' });
    expect((await desk.charges(made)).map(({ taken }) => taken)).toEqual([0, 0, 1]);
  });

  it('end with the fourth failure, when the bank asks for the holder', async () => {
    const made = await desk.attached(await desk.plan(), '+stepup');
    for (const days of [31, 1, 3, 5]) await desk.pass({ days, seconds: 5 });
    expect(await desk.latest(made)).toMatchObject({
      status: 'failed',
      attempt_count: 4,
      last_error: 'card_declined: authentication_required',
    });
    expect(await desk.one(made)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'payment_failed',
      has_saved_card: false,
    });
    await eventually(() => eventsOf(made).some(({ event }) => event === 'subscription.cancelled'));
    const events = eventsOf(made);
    expect(events.slice(-2).map(({ event }) => event)).toEqual([
      'subscription_invoice.payment_failed',
      'subscription.cancelled',
    ]);
    expect(events.at(-2)!.data).toMatchObject({ attempt: 4, max_attempts: 4, will_retry: false });
  });

  it('ask about a charge whose answer is lost, and never send it again', async () => {
    const made = await desk.attached(await desk.plan());
    await desk.company('drop-connection');
    await desk.company('503-before', 'verify', 1000);
    await desk.pass({ days: 31 });
    expect(await desk.latest(made)).toMatchObject({
      status: 'created',
      attempt_count: 0,
      next_retry_at: null,
    });
    expect(await desk.charges(made)).toMatchObject([{ status: 'sent', taken: 1 }]);
    await desk.companyWorks();
    await desk.pass({ hours: 1 });
    expect(await desk.latest(made)).toMatchObject({ status: 'paid', attempt_count: 1 });
    expect(await desk.charges(made)).toMatchObject([{ status: 'succeeded', taken: 1, sent: 1 }]);
    expect(await desk.booked(made)).toEqual([1, 1]);
  });

  it('count a charge that the company never got as failed after a day of questions', async () => {
    const made = await desk.attached(await desk.plan());
    await desk.company('drop-before');
    await desk.pass({ days: 31 });
    for (let hours = 0; hours < 23; hours += 1) await desk.pass({ hours: 1 });
    expect(await desk.latest(made)).toMatchObject({ status: 'created', attempt_count: 0 });
    expect(await desk.one(made)).toMatchObject({ status: 'active' });
    await desk.pass({ hours: 1, minutes: 5 });
    expect(await desk.latest(made)).toMatchObject({
      status: 'failed',
      attempt_count: 1,
      last_error: 'error',
    });
    await desk.pass({ days: 1, seconds: 5 });
    expect(await desk.latest(made)).toMatchObject({ status: 'paid', attempt_count: 2 });
    expect(await desk.charges(made)).toMatchObject([
      { status: 'failed', failure: 'error', sent: 0 },
      { status: 'succeeded', sent: 1 },
    ]);
  });

  it('go on after a process that died between intent and answer', async () => {
    const [unsent, claimed] = [
      await desk.attached(await desk.plan()),
      await desk.attached(await desk.plan()),
    ];
    platform.clock.advance({ days: 31 });
    await desk.bill();
    // One process died before it sent anything, the other after it had claimed the request.
    const [charge] = await desk.charges(claimed);
    await platform.inside('scheduler', Commands).execute(new ClaimCardCharge(charge!.id));
    await desk.send();
    await desk.pass({ minutes: 5 });
    expect(await desk.charges(unsent)).toMatchObject([{ status: 'succeeded', sent: 1 }]);
    expect(await desk.charges(claimed)).toMatchObject([{ status: 'sent', sent: 0 }]);
    expect(await desk.latest(claimed)).toMatchObject({ status: 'created' });
  });

  it('send one request for one charge, from two schedulers at once', async () => {
    const made = await desk.attached(await desk.plan());
    platform.clock.advance({ days: 31 });
    await desk.bill();
    await Promise.all([desk.send(), desk.send(), desk.send()]);
    expect(await desk.charges(made)).toMatchObject([{ status: 'succeeded', sent: 1, taken: 1 }]);
    expect(await desk.booked(made)).toEqual([1, 1]);
  });

  it('wait for staff while charges are held, before the billing and before the request', async () => {
    const made = await desk.attached(await desk.plan());
    const hold = () =>
      platform.sql(
        `INSERT INTO charge_holds (id, cause, seconds, held_at) VALUES (gen_random_uuid(), 'interruption', 1, now())`,
      );
    const release = () => platform.sql('DELETE FROM charge_holds');
    await hold();
    await desk.pass({ days: 31 });
    expect(await desk.charges(made)).toEqual([]);
    await release();
    await desk.bill();
    await hold();
    await desk.send();
    expect(await desk.charges(made)).toMatchObject([{ status: 'intended', sent: 0 }]);
    await release();
    await desk.send();
    expect(await desk.charges(made)).toMatchObject([{ status: 'succeeded', sent: 1 }]);
  });

  it('are not sent once the merchant has no live app or is frozen, and go on when that ends', async () => {
    const shop = await platform.merchant();
    const space = new CardDesk(platform, shop.live);
    const made = await space.attached(await space.plan());
    platform.clock.advance({ days: 31 });
    await space.bill();
    // The process had found the charge before the app was revoked.
    const [{ id }] = (await space.charges(made)) as [CardChargeRow];
    const revoke = 'business.php?section=apps&action=revoke';
    const token = await signIn(shop);
    const app = { app_id: shop.live.app_id, pin: shop.pin };
    const revoked = await platform.post('business', revoke, app, { token });
    expect(revoked.status).toBe(200);
    await platform.inside('scheduler', CollectCardCharge).collect(id);
    await space.send();
    expect(await space.charges(made)).toMatchObject([{ status: 'intended', sent: 0 }]);
    const next = await platform.people.createApp({ ...shop, token }, 'live');
    await platform.people.freeze(shop.id);
    await space.send();
    expect(await space.charges(made)).toMatchObject([{ status: 'intended', sent: 0 }]);
    await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [shop.id]);
    await space.send();
    expect(await space.charges(made)).toMatchObject([{ status: 'succeeded', sent: 1 }]);
    await new CardDesk(platform, next).must('cancel', { subscription_id: made.subscription_id });
  });

  it('return money that arrives after the subscription has ended', async () => {
    const made = await desk.attached(await desk.plan());
    await desk.company('drop-connection');
    await desk.company('503-before', 'verify', 1000);
    await desk.pass({ days: 31 });
    expect(await desk.charges(made)).toMatchObject([{ status: 'sent', taken: 1 }]);
    const before = await platform.balanceOf({ key: merchant.live.secret_key }, 'NGN');
    expect((await desk.post('cancel', { subscription_id: made.subscription_id })).status).toBe(200);
    await desk.companyWorks();
    await desk.pass({ hours: 1 });
    await platform.inside('scheduler', SendRefunds).run();
    const [charge] = await desk.charges(made);
    expect(charge).toMatchObject({ status: 'succeeded', is_applied: false });
    const [aside] = await platform.sql(
      `SELECT a.status, a.unapplied_reason, s.status AS session FROM checkout_attempts a
         JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE a.reference = $1`,
      [charge!.reference],
    );
    expect(aside).toEqual({ status: 'refunded', unapplied_reason: 'already-paid', session: 'expired' });
    expect(await platform.balanceOf({ key: merchant.live.secret_key }, 'NGN')).toBe(before);
    expect(await desk.booked(made)).toEqual([1, 0]);
  });

  it('send nothing for a subscription that was cancelled before its charge was sent', async () => {
    const made = await desk.attached(await desk.plan());
    platform.clock.advance({ days: 31 });
    await desk.bill();
    expect((await desk.post('cancel', { subscription_id: made.subscription_id })).status).toBe(200);
    await desk.send();
    expect(await desk.charges(made)).toMatchObject([{ status: 'failed', sent: 0 }]);
  });

  /** Cancels while a claim or an answer of the charge has been read and is about to be stored. */
  async function cancelledMeanwhile(made: CardPaid): Promise<CardChargeRow> {
    const [{ id }] = (await desk.charges(made)) as [CardChargeRow];
    const statement = 'SELECT FROM card_charges WHERE id = $1 FOR UPDATE';
    const lock = await HeldLock.take(platform.config.env.DATABASE_URL, statement, [id]);
    const sending = desk.send();
    await lock.awaited();
    expect((await desk.post('cancel', { subscription_id: made.subscription_id })).status).toBe(200);
    await lock.release();
    await sending;
    expect(await desk.one(made)).toMatchObject({ status: 'cancelled', has_saved_card: false });
    return (await desk.charges(made))[0]!;
  }

  it('send nothing if the subscription is cancelled while a charge is claimed', async () => {
    const made = await desk.attached(await desk.plan());
    platform.clock.advance({ days: 31 });
    await desk.bill();
    expect(await cancelledMeanwhile(made)).toMatchObject({
      status: 'failed',
      failure: 'card_unavailable',
      sent: 0,
    });
  });

  it('return money if the subscription is cancelled while the answer is stored', async () => {
    const made = await desk.attached(await desk.plan());
    await desk.company('drop-connection');
    await desk.company('503-before', 'verify', 1000);
    await desk.pass({ days: 31 });
    expect(await desk.charges(made)).toMatchObject([{ status: 'sent', taken: 1 }]);
    await desk.companyWorks();
    platform.clock.advance({ hours: 1 });
    const charge = await cancelledMeanwhile(made);
    expect(charge).toMatchObject({ status: 'succeeded', is_applied: false, taken: 1 });
    expect(await desk.booked(made)).toEqual([1, 0]);
    expect(await platform.inside('scheduler', SendRefunds).run()).toBe(1);
  });

  it('pay by a success that is found late, and return that of the attempt after it', async () => {
    const made = await desk.attached(await desk.plan());
    await desk.company('drop-before');
    await desk.pass({ days: 31 });
    for (const hours of [1, 12, 12]) await desk.pass({ hours });
    const [first] = await desk.charges(made);
    expect(first).toMatchObject({ status: 'failed', failure: 'error' });
    // The company has the charge after all, and says so by an event.
    await companyHas(first!.reference, made);
    await gatewayEvent(first!.reference);
    expect(await desk.latest(made)).toMatchObject({ status: 'paid' });
    expect(await desk.one(made)).toMatchObject({ status: 'active' });
    await desk.pass({ days: 2 });
    expect(await desk.charges(made)).toMatchObject([{ status: 'succeeded', is_applied: true }]);
    expect(await desk.booked(made)).toEqual([1, 1]);
  });

  it('ask about a charge that counts as failed at growing intervals, until the company knows it', async () => {
    const made = await desk.attached(await desk.plan(), '+declined');
    const sentAt = platform.clock.now().getTime() + 31 * 86_400_000;
    await desk.company('drop-before');
    await desk.pass({ days: 31 });
    for (const hours of [1, 12, 12]) await desk.pass({ hours });
    const [given] = await desk.charges(made);
    expect(given).toMatchObject({ status: 'failed', failure: 'error' });
    const ages: number[] = [];
    for (let at = await questionAt(given!.id); at; at = await questionAt(given!.id)) {
      ages.push(Math.round((at.getTime() - sentAt) / 86_400_000));
      platform.clock.advance({ ms: at.getTime() - platform.clock.now().getTime() });
      if (ages.length === 4) await companyHas(given!.reference, made);
      await desk.send();
    }
    expect(ages).toEqual([2, 4, 8, 17]);
    expect(await desk.charges(made)).toMatchObject([{ status: 'succeeded', is_applied: true }]);
    expect(await desk.latest(made)).toMatchObject({ status: 'paid' });
  });

  it('mail a link after the first failure, which excludes a charge while it is paid', async () => {
    const made = await desk.attached(await desk.plan(), '+declined');
    await desk.pass({ days: 31 });
    const page = (await desk.one(made)).manage_url as string;
    const opened = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
    expect(opened.status).toBe(303);
    const [link] = await desk.invoices(made);
    const { payment_methods } = (await desk.shop.verify(link!.checkout_session_id!)).body as Record<
      string,
      unknown
    >;
    expect(payment_methods).toEqual(['card']);
    expect((await desk.payOnPage(link!)).status).toBe(200);
    expect(await desk.latest(made)).toMatchObject({ status: 'paid', next_retry_at: null });
    // The card of that payment took the place of the first.
    expect((await cards(made)).map(({ token_sealed }) => token_sealed !== null)).toEqual([false, true]);
    await desk.pass({ days: 2 });
    expect(await desk.charges(made)).toHaveLength(1);
  });

  it('open no link while a charge is under way', async () => {
    const made = await desk.attached(await desk.plan());
    platform.clock.advance({ days: 31 });
    await desk.bill();
    const page = (await desk.one(made)).manage_url as string;
    const opened = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
    expect(opened.headers.get('location')).toMatch(/^\/subscription\//);
    await desk.send();
    expect(await desk.latest(made)).toMatchObject({ status: 'paid', checkout_session_id: null });
  });

  it('fail with card_unavailable once the card has expired', async () => {
    const now = platform.clock.now();
    const month = String(now.getUTCMonth() + 1).padStart(2, '0');
    const expiry = { month, year: String(now.getUTCFullYear()) };
    const made = await desk.attached(await desk.plan(), '', expiry);
    await desk.pass({ days: 31 });
    const failed = await desk.latest(made);
    expect(failed).toMatchObject({ status: 'failed', last_error: 'card_unavailable' });
    expect(await desk.charges(made)).toEqual([]);
    // The customer can pay at once, beside the attempts, and saves another card.
    expect(failed.next_retry_at).not.toBeNull();
    expect((await desk.payOnPage(failed)).status).toBe(200);
    expect(await desk.latest(made)).toMatchObject({ status: 'paid', next_retry_at: null });
    await desk.pass({ days: 31 });
    expect(await desk.latest(made)).toMatchObject({ status: 'paid' });
    expect(await desk.charges(made)).toHaveLength(1);
  });

  it('go on under a plan that costs no more, and ask again for one that costs more', async () => {
    const made = await desk.attached(await desk.plan());
    const change = (plan_id: string) =>
      desk.must('change-plan', { subscription_id: made.subscription_id, plan_id, when: 'period_end' });
    expect(await change(await desk.plan({ amount: 4000 }))).toMatchObject({
      change: { authorization_required: false },
    });
    await desk.pass({ days: 31 });
    expect(await desk.latest(made)).toMatchObject({
      status: 'paid',
      amount: 4000,
      checkout_session_id: null,
    });
    expect(await change(await desk.plan({ amount: 6000 }))).toMatchObject({
      change: { authorization_required: true },
    });
    await desk.pass({ days: 31 });
    const link = await desk.latest(made);
    expect(link).toMatchObject({
      status: 'created',
      amount: 6000,
      checkout_url: expect.any(String) as string,
    });
    expect(await desk.one(made)).toMatchObject({ has_saved_card: false });
    expect((await desk.payOnPage(link)).status).toBe(200);
    await desk.pass({ days: 31 });
    expect(await desk.latest(made)).toMatchObject({
      status: 'paid',
      amount: 6000,
      checkout_session_id: null,
    });
  });

  it('are replaced on the page: the next cycle is a link, and its card is saved', async () => {
    const made = await desk.attached(await desk.plan());
    const page = (await desk.one(made)).manage_url as string;
    const shown = await (await fetch(`${page}?lang=en`)).text();
    expect(shown).toContain('The card ending in 0000 is charged');
    const replaced = await fetch(`${page}/replace-card`, { method: 'POST', redirect: 'manual' });
    expect(replaced.status).toBe(303);
    expect(await desk.one(made)).toMatchObject({ has_saved_card: false, status: 'active' });
    expect((await cards(made)).map(({ token_sealed }) => token_sealed)).toEqual([null]);
    expect(await (await fetch(`${page}?lang=en`)).text()).not.toContain('0000');
    await desk.pass({ days: 31 });
    const link = await desk.latest(made);
    expect(link).toMatchObject({ status: 'created', checkout_url: expect.any(String) as string });
    expect((await desk.payOnPage(link)).status).toBe(200);
    expect(await desk.one(made)).toMatchObject({ has_saved_card: true });
    // While it is charged, only a payment replaces it.
    platform.clock.advance({ days: 31 });
    await desk.bill();
    await fetch(`${page}/replace-card`, { method: 'POST', redirect: 'manual' });
    expect(await desk.one(made)).toMatchObject({ has_saved_card: true });
    await desk.send();
    expect(await desk.latest(made)).toMatchObject({ status: 'paid', checkout_session_id: null });
  });

  it('are asked for anew 30 days before they end, once, and not while the merchant is frozen', async () => {
    const soon = new Date(platform.clock.now().getTime() + 62 * 86_400_000);
    const month = String(soon.getUTCMonth() + 1).padStart(2, '0');
    const made = await desk.attached(await desk.plan({ interval: 'yearly' }), '', {
      month,
      year: String(soon.getUTCFullYear()),
    });
    const [saved] = await cards(made);
    const renew = () => platform.inside('scheduler', RenewCards).run();
    const until = saved!.valid_until.getTime() - platform.clock.now().getTime();
    platform.clock.advance({ seconds: Math.floor(until / 1000) - 30 * 86_400 - 60 });
    expect(await renew()).toBe(0);
    platform.clock.advance({ seconds: 120 });
    const freeze = (at: Date | null) =>
      platform.sql(
        `UPDATE users SET frozen_at = $1 WHERE id = (SELECT owner_id FROM subscriptions WHERE subscription_id = $2)`,
        [at, made.subscription_id],
      );
    await freeze(platform.clock.now());
    expect(await renew()).toBe(0);
    await freeze(null);
    expect(await renew()).toBe(1);
    expect(await renew()).toBe(0);
    const asked = await platform.sql(
      `SELECT 1 FROM outbox WHERE type = 'subscription.card-expiring' AND payload->>'customerEmail' = $1`,
      [made.email],
    );
    expect(asked).toHaveLength(1);
  });

  it('lose their tokens when the account of their merchant is closed', async () => {
    const shop = await platform.merchant();
    const space = new CardDesk(platform, shop.test, 'sandbox');
    const made = await space.attached(await space.plan());
    const { password, token } = shop;
    const closed = await platform.post(
      'business',
      'settings.php?action=close-account',
      { password },
      { token },
    );
    expect(closed.status).toBe(200);
    expect((await cards(made)).map(({ token_sealed }) => token_sealed)).toEqual([null]);
  });

  it('leave another amount than was charged to staff, who decide before the next charge', async () => {
    const made = await desk.attached(await desk.plan({ amount: 100 }));
    await desk.company('amount-mismatch', 'settle');
    await desk.pass({ days: 31 });
    const [charge] = await desk.charges(made);
    expect(charge).toMatchObject({ status: 'succeeded', is_applied: false });
    expect(await desk.latest(made)).toMatchObject({ status: 'failed', last_error: 'error' });
    const [{ id, ...aside }] = (await platform.sql<{ id: string }>(
      `SELECT a.id, status, unapplied_reason, (SELECT count(*)::int FROM refunds r WHERE r.payment_id = a.id) AS refunds
         FROM checkout_attempts a WHERE reference = $1`,
      [charge!.reference],
    )) as [{ id: string }];
    expect(aside).toEqual({ status: 'unapplied', unapplied_reason: 'amount-mismatch', refunds: 0 });

    // The card is not charged again before staff have decided about that money.
    await desk.pass({ days: 2 });
    expect(await desk.charges(made)).toHaveLength(1);
    const { token } = await platform.staff('finance');
    const refund = { id, reason: 'The company charged another amount' };
    const path = 'admin.php?section=unapplied&action=refund';
    const held = await platform.post('business', path, refund, { token });
    const decided = await new ApprovalsDesk(platform).carriedOut(await platform.staff('finance'), held);
    expect(decided.status).toBe(200);
    await platform.inside('scheduler', SendRefunds).run();
    await desk.pass({ hours: 2 });
    expect((await desk.charges(made)).map(({ is_applied }) => is_applied)).toEqual([false, true]);
    expect(await desk.latest(made)).toMatchObject({ status: 'paid' });
  });

  describe('card charges in the sandbox', () => {
    const advance = (body: object) =>
      advanceTestClock(platform, tests.keys.secret_key, { freeze: true, ...body });

    it('are charged through a year by the test clock, as the address of the customer says', async () => {
      const plan = await tests.plan();
      const made = await tests.attached(plan);
      const declined = await tests.attached(plan, '+declined2');
      const stepUp = await tests.attached(plan, '+stepup');
      await advance({ days: 364 });
      const paid = await tests.invoices(made);
      expect(paid.map(({ status, attempt_count }) => [status, attempt_count])).toEqual(
        Array(12).fill(['paid', 1]),
      );
      const late = (await tests.invoices(declined)).map(({ status, attempt_count }) => [
        status,
        attempt_count,
      ]);
      expect(late).toEqual([...Array<unknown>(11).fill(['paid', 3]), ['paid', 1]]);
      expect(await tests.one(stepUp)).toMatchObject({ status: 'cancelled', has_saved_card: false });
      await tests.close();
    });

    it('fail after a year with card_unavailable, beside a link that can be paid', async () => {
      for (const terms of [{ interval: 'yearly' }, { interval_count: 12 }]) {
        const made = await tests.attached(await tests.plan(terms));
        await advance({ days: 366 });
        const due = await tests.latest(made);
        expect(due).toMatchObject({ status: 'failed', last_error: 'card_unavailable' });
        expect(due.next_retry_at).not.toBeNull();
        expect((await tests.payOnPage(due)).status).toBe(200);
        expect(await tests.latest(made)).toMatchObject({ status: 'paid' });
      }
      await tests.close();
    });

    it('ask for a day of business time what became of a lost answer', async () => {
      const made = await tests.attached(await tests.plan());
      await tests.company('drop-before');
      await advance({ days: 32 });
      const [first] = await tests.charges(made);
      expect(first).toMatchObject({ status: 'failed', failure: 'error', sent: 0 });
      await advance({ days: 1 });
      expect(await tests.latest(made)).toMatchObject({ status: 'paid', attempt_count: 2 });
      await tests.close();
    });

    it('are paid, declined and authorised by the simulated customer', async () => {
      const plan = await tests.plan();
      const play = (made: CardPaid, verb: string) =>
        tests.post('simulate', { subscription_id: made.subscription_id, do: verb });
      const made = await tests.subscribed(plan);
      expect((await play(made, 'decline')).body).toMatchObject({
        subscription: { status: 'past_due', has_saved_card: false },
        invoice: { status: 'failed', last_error: 'declined' },
      });
      expect((await play(made, 'authorise')).body).toMatchObject({
        subscription: { status: 'active', has_saved_card: true },
        invoice: { status: 'paid' },
      });
      expect(await play(made, 'pay')).toMatchObject({ status: 409, body: { error_code: 'INVALID_STATE' } });
      await advance({ days: 31 });
      expect(await tests.latest(made)).toMatchObject({ status: 'paid', checkout_session_id: null });

      const wallet = (await tests.must('subscribe', {
        plan_id: plan,
        customer: { email: 'wallet@example.com' },
        billing_mode: 'wallet_auto',
      })) as { subscription: CardPaid };
      expect((await play(wallet.subscription, 'pay')).body).toMatchObject({
        subscription: { wallet_authorized: false },
        invoice: { status: 'paid' },
      });
      await advance({ days: 31 });
      expect((await play(wallet.subscription, 'authorise')).body).toMatchObject({
        subscription: { wallet_authorized: true },
      });
      expect((await play(wallet.subscription, 'stop')).body).toMatchObject({
        subscription: { wallet_authorized: false, billing_mode: 'invoice' },
      });
      await advance({ days: 31 });
      expect(await play(wallet.subscription, 'authorise')).toMatchObject({ status: 409 });
      expect((await play(wallet.subscription, 'pay')).body).toMatchObject({ invoice: { status: 'paid' } });
      expect((await play({ subscription_id: 'sub_test_none', email: '' }, 'pay')).status).toBe(404);
      expect((await play(made, 'dance')).status).toBe(400);
      await tests.must('cancel', { subscription_id: wallet.subscription.subscription_id });
      await tests.close();
    });

    it('lose their card when the clock is reset', async () => {
      const made = await tests.attached(await tests.plan());
      await tests.must('test-clock.php?action=reset', {});
      expect(await tests.one(made)).toMatchObject({ status: 'cancelled', has_saved_card: false });
      expect((await cards(made)).map(({ token_sealed }) => token_sealed)).toEqual([null]);
    });
  });

  it('are compared with their cards by the verification of the ledger', async () => {
    const verification = platform.inside('scheduler', LedgerVerificationService);
    expect((await verification.verify()).faults).toEqual([]);
    const applied = await platform.sql<{ id: string }>(
      'UPDATE card_charges SET is_applied = false WHERE is_applied RETURNING id',
    );
    const { faults } = await verification.verify();
    expect([...new Set(faults.map(({ check }) => check))]).toEqual([CHARGED]);
    await platform.sql('UPDATE card_charges SET is_applied = true WHERE id = ANY ($1)', [
      applied.map(({ id }) => id),
    ]);
  });

  /** Sessions of people do not last from one cycle to the next. */
  async function signIn({ email, password }: TestMerchant): Promise<string> {
    const { body } = await platform.post('business', 'auth.php?action=login', { email, password });
    return (body as { access_token: string }).access_token;
  }

  /** Tables, without those of the simulated company, in which a row contains the text, plain or as bytes. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = await platform.sql<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'simulator')`,
    );
    const found: string[] = [];
    const hex = Buffer.from(text).toString('hex');
    for (const { name } of tables) {
      const rows = await platform.sql(
        `SELECT 1 FROM ${name} t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0 LIMIT 1`,
        [text, hex],
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  /** When a charge is asked about next. */
  async function questionAt(id: string): Promise<Date | null> {
    const [row] = await platform.sql<{ due_at: Date | null }>(
      'SELECT due_at FROM card_charges WHERE id = $1',
      [id],
    );
    return row!.due_at;
  }

  /** The company has taken the money for a charge after all. */
  const companyHas = (reference: string, { email }: CardPaid) =>
    platform.sql(
      `INSERT INTO simulator.charges (mode, tx_ref, gw_ref, status, amount_minor, charged_minor, currency, email, brand, last4, processor_response, created_at, completed_at, method)
       VALUES ('live', $1, 'SIM-' || $1, 'successful', 500000, 500000, 'NGN', $2, 'visa', '0000', 'Approved', now(), now(), 'card')`,
      [reference, email],
    );

  async function gatewayEvent(reference: string): Promise<void> {
    const data = { id: 1, tx_ref: reference, status: 'successful' };
    await platform.inside('scheduler', GatewayEventsService).receive({ event: 'charge.completed', data });
  }
});
