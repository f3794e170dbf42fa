import { LedgerVerificationService } from '@app/ledger';
import { BillSubscriptions } from '@app/subscriptions';
import { SubscriptionInvoiceRepository } from '../../../libs/subscriptions/src/invoices/subscription-invoice.repository';
import { SubscriptionSettlementService } from '../../../libs/subscriptions/src/invoices/subscription-settlement.service';
import { RunningProofService } from '../../../libs/ledger/src/proofs/running-proof.service';
import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { DRY, likened } from '../ledger/dry-runs';
import { AutopayDesk } from './autopay-desk';
import { type Subscribed, SubscriptionShop } from './subscribers';

const DAY_MS = 86_400_000;
const PRICE = 'each invoice of a subscription asks for the price of its plan less a credit';
const CREDIT = 'each credit of a subscription is the rest of a paid period, and is used once';
const NOT_DUE = { status: 'refunded', unapplied_reason: 'not-due' };
/** 30 days, so that half a period is exact. */
const DAYS_30 = { interval: 'daily', interval_count: 30 };

interface Changed extends Subscribed {
  change: {
    credit: number;
    effective_at: string | null;
    next_invoices: { due_at: string; price: number; credit: number; amount: number }[];
    authorization_required: boolean;
  };
}

describe('subscriptions.php?action=change-plan', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let space: SubscriptionShop;
  let live: SubscriptionShop;
  let desk: AutopayDesk;
  let customers = 0;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    await platform.holdJobs();
    merchant = await platform.merchant();
    space = await SubscriptionShop.inSpace(platform, merchant);
    live = new SubscriptionShop(platform, merchant.live);
    desk = new AutopayDesk(platform, merchant);
  });
  afterAll(() => platform?.proveAndStop());

  const email = () => `changing${++customers}@example.com`;
  const change = (
    { subscription }: { subscription: { subscription_id: string } },
    plan_id: string,
    when: string,
    options: object = {},
    shop = space,
  ): Promise<HttpAnswer> =>
    shop.post('change-plan', { subscription_id: subscription.subscription_id, plan_id, when }, options);
  const changed = async (...request: Parameters<typeof change>): Promise<Changed> => {
    const { status, body, text } = await change(...request);
    if (status !== 200) throw new Error(text);
    return body as unknown as Changed;
  };
  /** A subscription whose first invoice is paid. */
  const paid = async (plan_id: string, shop = space): Promise<Subscribed> => {
    const made = await shop.subscribe(plan_id, email());
    expect((await shop.pay(made.invoice!)).status).toBe(200);
    return made;
  };
  const amounts = async (made: Subscribed, shop = space) =>
    ((await shop.invoices(made)) as unknown as Record<string, unknown>[]).map(
      ({ price, credit, amount, status }) => [price, credit, amount, status],
    );
  /** What became of the money that a session received. */
  const returned = (session_id: string) =>
    platform.sql(
      `SELECT a.status, a.unapplied_reason FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1 AND a.received_minor IS NOT NULL`,
      [session_id],
    );
  const eventsOf = async ({ subscription }: Subscribed) =>
    (
      await platform.sql<{ type: string }>(
        `SELECT type FROM outbox WHERE payload->>'subscriptionId' = $1 ORDER BY position`,
        [subscription.subscription_id],
      )
    ).map(({ type }) => type);

  it('an immediate change credits the rest of the paid period by milliseconds, as its dry run foresees', async () => {
    const [basic, gold] = [await space.plan(DAYS_30), await space.plan({ ...DAYS_30, amount: 8000 })];
    const made = await paid(basic);
    await space.advance({ days: 15 });
    const before = await space.one(made);
    const foreseen = await change(made, gold, 'now', { headers: DRY });
    expect([foreseen.status, foreseen.body.dry_run]).toEqual([200, true]);
    expect(await space.one(made)).toEqual(before);
    expect(await space.invoices(made)).toHaveLength(1);

    const answer = await changed(made, gold, 'now');
    expect(likened({ ...answer, dry_run: true })).toEqual(likened(foreseen.body));
    const now = answer.change.next_invoices[0]!.due_at;
    const later = (days: number) => new Date(Date.parse(now) + days * DAY_MS).toISOString();
    expect(answer.change).toMatchObject({
      effective_at: null,
      credit: 2500,
      next_invoices: [
        { due_at: now, price: 8000, credit: 2500, amount: 5500 },
        { due_at: later(30), price: 8000, credit: 0, amount: 8000 },
        { due_at: later(60), price: 8000, credit: 0, amount: 8000 },
      ],
      authorization_required: false,
    });
    // Until it is paid, nothing but the waiting change is new.
    const pending_change = { plan_id: gold, invoice_id: answer.invoice!.invoice_id };
    expect(answer.subscription).toEqual({ ...before, pending_change });
    expect(await space.one(made)).toEqual({ ...before, pending_change });
    expect(answer.invoice).toMatchObject({ status: 'created', price: 8000, credit: 2500, amount: 5500 });
    const session_id = answer.invoice!.checkout_session_id;
    const { body: session } = await platform.get('sandbox', `sessions.php?session_id=${session_id}`, {
      key: space.keys.secret_key,
    });
    expect(session.amount).toBe(5500);
    expect((await space.pay(answer.invoice!)).status).toBe(200);
    expect(await space.one(made)).toMatchObject({
      plan_id: gold,
      amount: 8000,
      credit: 0,
      pending_change: null,
      current_period_start: now,
      next_billing_at: later(30),
    });
    await space.advance({ days: 30 });
    expect(await amounts(made)).toEqual([
      [8000, 0, 8000, 'created'],
      [8000, 2500, 5500, 'paid'],
      [5000, 0, 5000, 'paid'],
    ]);
    expect(await eventsOf(made)).toEqual([
      ...['subscription.created', 'subscription-invoice.created', 'subscription-invoice.paid'],
      ...['subscription-invoice.created', 'subscription.plan-changed', 'subscription-invoice.paid'],
      'subscription-invoice.created',
    ]);
  });

  it('an immediate change leaves plan, period and credit as they are if a card is declined and the link ends unpaid', async () => {
    const [basic, gold] = [await space.plan(DAYS_30), await space.plan({ ...DAYS_30, amount: 8000 })];
    const made = await paid(basic);
    await space.advance({ days: 15 });
    const before = await space.one(made);
    const { invoice } = await changed(made, gold, 'now');
    expect((await space.pay(invoice!, CARDS.declined)).status).toBe(400);
    expect(await space.one(made)).toMatchObject({ plan_id: basic, status: 'active', pending_change: {} });
    await space.advance({ days: 3 });
    expect(await space.one(made)).toEqual(before);
    const [ended] = await space.invoices(made);
    expect(ended).toMatchObject({ status: 'failed', last_error: 'expired_unpaid', next_retry_at: null });
    expect((await eventsOf(made)).at(-1)).toBe('subscription-invoice.payment-failed');
    await space.advance({ days: 12 });
    expect(await amounts(made)).toEqual([
      [5000, 0, 5000, 'created'],
      [8000, 2500, 5500, 'failed'],
      [5000, 0, 5000, 'paid'],
    ]);
  });

  it('an immediate change names the plan that it bills: on its page, and in the event of its failure', async () => {
    const [basic, gold] = [
      await space.plan(DAYS_30),
      await space.plan({ ...DAYS_30, name: 'Platinum', amount: 8000 }),
    ];
    const made = await paid(basic);
    await space.advance({ days: 1 });
    const { invoice } = await changed(made, gold, 'now');
    await space.must('sessions.php?action=expire', { session_id: invoice!.checkout_session_id });
    const { subscription_id } = made.subscription;
    await space.must('simulate', { subscription_id, do: 'decline' });
    const [{ checkout_session_id }] = (await space.invoices(made)) as [Subscribed['invoice'] & object];
    expect(checkout_session_id).not.toBe(invoice!.checkout_session_id);
    const path = `sessions.php?session_id=${checkout_session_id}`;
    const { body: session } = await platform.get('sandbox', path, { key: space.keys.secret_key });
    expect(session.description).toBe('Platinum');
    await space.advance({ days: 3 });
    const [failed] = await platform.sql(
      `SELECT payload->>'planId' AS plan, payload->>'planName' AS name FROM outbox
        WHERE type = 'subscription-invoice.payment-failed' AND payload->>'subscriptionId' = $1`,
      [subscription_id],
    );
    expect(failed).toEqual({ plan: gold, name: 'Platinum' });
  });

  it('an immediate change begins the period when it is paid, with the credit of the bill', async () => {
    const [basic, gold] = [await space.plan(DAYS_30), await space.plan({ ...DAYS_30, amount: 8000 })];
    const made = await paid(basic);
    await space.advance({ days: 15 });
    const { invoice } = await changed(made, gold, 'now');
    const { now } = await space.advance({ days: 2 });
    expect((await space.pay(invoice!)).status).toBe(200);
    const end = new Date(Date.parse(now) + 30 * DAY_MS).toISOString();
    const period = { current_period_start: now, current_period_end: end };
    expect(await space.one(made)).toMatchObject({ plan_id: gold, credit: 0, ...period });
    await space.advance({ days: 30 });
    expect((await amounts(made))[0]).toEqual([8000, 0, 8000, 'created']);
  });

  it('an immediate change does not outlast the period: the next one is billed under the old plan', async () => {
    const [basic, gold] = [await space.plan(DAYS_30), await space.plan({ ...DAYS_30, amount: 8000 })];
    const made = await paid(basic);
    await space.advance({ days: 29 });
    const { invoice } = await changed(made, gold, 'now');
    await space.advance({ days: 1 });
    expect(await space.one(made)).toMatchObject({ plan_id: basic, pending_change: null, status: 'active' });
    expect((await amounts(made)).map(([price, , , status]) => [price, status])).toEqual([
      [5000, 'created'],
      [8000, 'failed'],
      [5000, 'paid'],
    ]);
    expect(outcomeOf(await space.pay(invoice!))).toBe('410 SESSION_EXPIRED');
  });

  it('is replaced by another change, and undone by cancel-plan-change and by a cancellation', async () => {
    const [basic, silver, gold] = [
      await space.plan(DAYS_30),
      await space.plan({ ...DAYS_30, amount: 6000 }),
      await space.plan({ ...DAYS_30, amount: 8000 }),
    ];
    const made = await paid(basic);
    const { subscription_id } = made.subscription;
    await space.advance({ days: 15 });
    const before = await space.one(made);
    const first = await changed(made, silver, 'now');
    const second = await changed(made, gold, 'now');
    expect([first, second].map(({ change: { credit } }) => credit)).toEqual([2500, 2500]);
    expect(outcomeOf(await space.pay(first.invoice!))).toBe('410 SESSION_EXPIRED');
    const undone = await space.must('cancel-plan-change', { subscription_id });
    expect(undone.subscription).toEqual(before);
    expect(outcomeOf(await space.pay(second.invoice!))).toBe('410 SESSION_EXPIRED');
    expect(outcomeOf(await space.post('cancel-plan-change', { subscription_id }))).toBe('409 INVALID_STATE');

    const third = await changed(made, silver, 'now');
    const scheduled = await changed(made, gold, 'period_end');
    expect(scheduled.subscription).toMatchObject({
      pending_change: null,
      scheduled_change: { plan_id: gold },
    });
    expect(outcomeOf(await space.pay(third.invoice!))).toBe('410 SESSION_EXPIRED');
    await space.must('cancel-plan-change', { subscription_id });
    expect(await space.one(made)).toEqual(before);

    for (const at_period_end of [true, false]) {
      const { invoice } = await changed(made, gold, 'now');
      const { subscription } = await space.must('cancel', { subscription_id, at_period_end });
      expect(subscription).toMatchObject({ plan_id: basic, credit: 0, pending_change: null });
      expect(outcomeOf(await space.pay(invoice!))).toBe('410 SESSION_EXPIRED');
      if (at_period_end) await space.must('resume', { subscription_id });
    }
    const other = new SubscriptionShop(platform, (await platform.merchant()).test, 'sandbox');
    expect(outcomeOf(await other.post('cancel-plan-change', { subscription_id }))).toBe('404 NOT_FOUND');
  });

  it('returns the money of a bill whose change was given up while it was being paid', async () => {
    const [basic, gold] = [await live.plan(DAYS_30), await live.plan({ ...DAYS_30, amount: 8000 })];
    const made = await paid(basic, live);
    const { subscription_id } = made.subscription;
    const { invoice } = await changed(made, gold, 'now', {}, live);
    const { checkout_session_id: session_id } = invoice!;
    const { body } = await live.pay(invoice!, CARDS.otp);
    const code = { session_id, gw_ref: body.gw_ref as string, otp: '123456' };
    await live.must('cancel-plan-change', { subscription_id });
    const before = await platform.balanceOf({ key: merchant.live.secret_key }, 'NGN');
    expect(outcomeOf(await live.post('sessions.php?action=pay-card-submit', code))).toBe('409 INVALID_STATE');
    expect(await live.one(made)).toMatchObject({ plan_id: basic, pending_change: null, credit: 0 });
    await platform.runJobs();
    expect(await returned(session_id!)).toEqual([NOT_DUE]);
    expect(await platform.balanceOf({ key: merchant.live.secret_key }, 'NGN')).toBe(before);
  });

  it('takes no further card once it was given up while a payment was under way that then failed', async () => {
    const [basic, gold] = [await live.plan(DAYS_30), await live.plan({ ...DAYS_30, amount: 8000 })];
    const made = await paid(basic, live);
    const { subscription_id } = made.subscription;
    const { invoice } = await changed(made, gold, 'now', {}, live);
    const { checkout_session_id: session_id } = invoice!;
    const { gw_ref } = (await live.pay(invoice!, CARDS.otp)).body;
    await live.must('cancel-plan-change', { subscription_id });
    await live.must('sessions.php?action=pay-card-cancel', { session_id, gw_ref });
    expect(outcomeOf(await live.pay(invoice!))).toBe('409 INVALID_STATE');
    const attempts = await platform.sql(
      `SELECT a.received_minor FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1`,
      [session_id],
    );
    expect(attempts).toEqual([{ received_minor: null }]);
  });

  it('is offered on the page of the customer, who pays it there', async () => {
    const [basic, gold] = [
      await space.plan(DAYS_30),
      await space.plan({ ...DAYS_30, name: 'Platinum', amount: 8000 }),
    ];
    const made = await paid(basic);
    await changed(made, gold, 'now');
    const page = (await space.one(made)).manage_url as string;
    expect(await (await fetch(`${page}?lang=en`)).text()).toMatch(/Your plan becomes Platinum when .*3,000/);
    const { subscription_id } = made.subscription;
    await space.must('simulate', { subscription_id, do: 'pay' });
    expect(await space.one(made)).toMatchObject({ plan_id: gold, pending_change: null });
    expect(await (await fetch(`${page}?lang=en`)).text()).not.toContain('Your plan becomes');
  });

  it('takes effect once or not at all, whatever happens to it at once', async () => {
    const [basic, silver, gold] = [
      await live.plan(DAYS_30),
      await live.plan({ ...DAYS_30, amount: 7000 }),
      await live.plan({ ...DAYS_30, amount: 8000 }),
    ];
    for (let round = 0; round < 6; round++) {
      const made = await paid(basic, live);
      const { subscription_id } = made.subscription;
      const { invoice } = await changed(made, gold, 'now', {}, live);
      const { checkout_session_id: session_id, amount } = invoice!;
      const { body } = await live.pay(invoice!, CARDS.otp);
      const code = { session_id, gw_ref: body.gw_ref as string, otp: '123456' };
      const before = Number(await platform.balanceOf({ key: merchant.live.secret_key }, 'NGN'));
      const rivals = [
        () => live.post('cancel-plan-change', { subscription_id }),
        () => change(made, silver, 'now', {}, live),
        () => live.post('cancel', { subscription_id }),
      ];
      const [answer] = await Promise.all([
        live.post('sessions.php?action=pay-card-submit', code),
        rivals[round % 3]!(),
      ]);
      const wasPaid = answer.status === 200;
      const [row] = await platform.sql<{ status: string; cycle: number }>(
        'SELECT status, cycle FROM subscription_invoices WHERE invoice_id = $1',
        [invoice!.invoice_id],
      );
      expect(row).toEqual(wasPaid ? { status: 'paid', cycle: 1 } : { status: 'failed', cycle: -1 });
      const gained = Number(await platform.balanceOf({ key: merchant.live.secret_key }, 'NGN')) - before;
      expect(gained).toBeCloseTo(wasPaid ? amount : 0, 2);
      if (!wasPaid) expect(await live.one(made)).toMatchObject({ plan_id: basic, credit: 0 });
    }
    expect((await platform.inside('scheduler', LedgerVerificationService).verify()).faults).toEqual([]);
  });

  it('rounds the credit down to the smallest unit', async () => {
    const [basic, other] = [await space.plan({ ...DAYS_30, amount: 0.07 }), await space.plan(DAYS_30)];
    const made = await paid(basic);
    await space.advance({ days: 1 });
    // 29/30 of 7 kobo are 6.77.
    expect((await changed(made, other, 'now')).change.credit).toBe(0.06);
  });

  it('credits several invoices after a change to a cheaper plan, which are paid without a link', async () => {
    const [yearly, monthly] = [await space.plan(DAYS_30), await space.plan({ ...DAYS_30, amount: 1500 })];
    const made = await paid(yearly);
    const answer = await changed(made, monthly, 'now');
    expect(answer.change.next_invoices.map(({ credit, amount }) => [credit, amount])).toEqual([
      ...[
        [1500, 0],
        [1500, 0],
        [1500, 0],
      ],
    ]);
    expect(answer.invoice).toMatchObject({
      status: 'paid',
      amount: 0,
      checkout_session_id: null,
      checkout_url: null,
      next_retry_at: null,
    });
    expect(answer.subscription).toMatchObject({ status: 'active', credit: 3500 });
    for (let i = 0; i < 3; i++) await space.advance({ days: 30 });
    expect(await amounts(made)).toEqual([
      [1500, 500, 1000, 'created'],
      ...[1, 2, 3].map(() => [1500, 1500, 0, 'paid']),
      [5000, 0, 5000, 'paid'],
    ]);
    expect((await space.one(made)).credit).toBe(0);
    expect((await eventsOf(made)).slice(3, 8)).toEqual([
      'subscription.plan-changed',
      ...['subscription-invoice.created', 'subscription-invoice.paid'],
      ...['subscription-invoice.created', 'subscription-invoice.paid'],
    ]);
  });

  it('credits what earlier credits have paid too, and ends with the subscription', async () => {
    const [dear, cheap] = [await space.plan(DAYS_30), await space.plan({ ...DAYS_30, amount: 1000 })];
    const made = await paid(dear);
    await changed(made, cheap, 'now');
    await space.advance({ days: 15 });
    const back = await changed(made, dear, 'now');
    // 5,000 paid, 500 used.
    expect([back.change.credit, back.invoice!.amount]).toEqual([500, 500]);
    expect((await space.pay(back.invoice!)).status).toBe(200);
    const again = await changed(made, cheap, 'now');
    expect([again.change.credit, again.subscription.credit]).toEqual([5000, 4000]);
    const { subscription_id } = made.subscription;
    const { subscription } = await space.must('cancel', { subscription_id });
    expect(subscription).toMatchObject({ status: 'cancelled', credit: 4000 });
  });

  it('is carried out at the period end before billing; another change replaces it, the current plan ends it', async () => {
    await space.advance({ to: '2028-01-31T10:00:00Z' });
    const [basic, silver, gold] = [
      await space.plan({ name: 'Basic' }),
      await space.plan({ name: 'Silver', amount: 6000 }),
      await space.plan({ name: 'Gold', amount: 8000 }),
    ];
    const made = await paid(basic);
    for (const plan_id of [silver, gold]) {
      const { subscription, invoice } = await changed(made, plan_id, 'period_end');
      expect(subscription).toMatchObject({
        plan_id: basic,
        amount: 5000,
        scheduled_change: { plan_id, effective_at: '2028-02-29T10:00:00.000Z' },
      });
      expect(invoice).toBeNull();
    }
    const page = async () => (await fetch(`${(await space.one(made)).manage_url as string}?lang=en`)).text();
    expect(await page()).toMatch(/From .+ on your plan is .+, at .*8,000/);
    expect((await changed(made, basic, 'period_end')).subscription.scheduled_change).toBeNull();
    expect(await page()).not.toContain('on your plan is');
    const { change: agreed } = await changed(made, gold, 'period_end');
    // Archived meanwhile: what was agreed stands.
    await space.must('update-plan', { plan_id: gold, active: false });
    expect(await eventsOf(made)).not.toContain('subscription.plan-changed');
    await space.advance({ to: '2028-03-01T00:00:00Z' });
    const one = await space.one(made);
    expect(one).toMatchObject({ plan_id: gold, amount: 8000, scheduled_change: null });
    expect(one.next_billing_at).toBe('2028-03-31T10:00:00.000Z');
    const [latest] = await space.invoices(made);
    expect(latest).toMatchObject({ amount: 8000, plan_id: gold, due_at: agreed.next_invoices[0]!.due_at });
    expect((await eventsOf(made)).slice(-2)).toEqual([
      'subscription.plan-changed',
      'subscription-invoice.created',
    ]);
  });

  it('is dropped by a cancellation if it is scheduled, and does not come back with resume', async () => {
    const [basic, gold] = [await space.plan(DAYS_30), await space.plan({ ...DAYS_30, amount: 8000 })];
    const made = await paid(basic);
    await changed(made, gold, 'period_end');
    const { subscription_id } = made.subscription;
    const cancelled = await space.must('cancel', { subscription_id, at_period_end: true });
    expect(cancelled.subscription).toMatchObject({ scheduled_change: null });
    expect(outcomeOf(await change(made, gold, 'now'))).toBe('409 INVALID_STATE');
    const resumed = await space.must('resume', { subscription_id });
    expect(resumed.subscription).toMatchObject({ plan_id: basic, scheduled_change: null });
    await space.advance({ days: 30 });
    expect((await amounts(made))[0]).toEqual([5000, 0, 5000, 'created']);
  });

  it('keeps a trial, after which the new plan is billed', async () => {
    const trial = await space.plan({ ...DAYS_30, trial_days: 10 });
    const weekly = await space.plan({ interval: 'weekly', amount: 100, trial_days: 60 });
    const [now, later] = [await space.subscribe(trial, email()), await space.subscribe(trial, email())];
    const { trial_end } = now.subscription;
    await space.advance({ days: 3 });
    const answer = await changed(now, weekly, 'now');
    expect(answer.subscription).toMatchObject({ plan_id: weekly, status: 'trialing', trial_end });
    expect([answer.invoice, answer.change]).toMatchObject([
      null,
      { credit: 0, next_invoices: [{ due_at: trial_end, amount: 100 }, {}, {}] },
    ]);
    expect((await changed(later, weekly, 'period_end')).subscription).toMatchObject({ plan_id: trial });
    await space.advance({ days: 7 });
    for (const made of [now, later]) {
      const one = await space.one(made);
      expect(one).toMatchObject({ status: 'active', plan_id: weekly, current_period_start: trial_end });
      expect(await amounts(made)).toEqual([[100, 0, 100, 'created']]);
      expect(Date.parse(one.next_billing_at as string) - Date.parse(trial_end as string)).toBe(7 * DAY_MS);
    }
  });

  it('is refused where nothing could be credited, or the plan is not one that can be subscribed to', async () => {
    const [basic, gold] = [await space.plan(DAYS_30), await space.plan({ ...DAYS_30, amount: 8000 })];
    const refused = async (made: Subscribed, plan_id: string, when = 'now', shop = space) =>
      outcomeOf(await change(made, plan_id, when, {}, shop));
    const unpaid = await space.subscribe(basic, email());
    expect(await refused(unpaid, gold)).toBe('409 INVALID_STATE');
    expect((await space.pay(unpaid.invoice!, CARDS.declined)).status).toBe(400);
    expect(await refused(unpaid, gold, 'period_end')).toBe('409 INVALID_STATE');

    const made = await paid(basic);
    expect(await refused(made, basic)).toBe('409 INVALID_STATE');
    expect(await refused(made, gold, 'tomorrow')).toBe('400 VALIDATION_ERROR');
    expect(await refused(made, await space.plan({ ...DAYS_30, currency: 'USD' }))).toBe(
      '400 VALIDATION_ERROR',
    );
    const archived = await space.plan(DAYS_30);
    await space.must('update-plan', { plan_id: archived, active: false });
    expect(await refused(made, archived)).toBe('404 NOT_FOUND');
    expect(await refused(made, await live.plan(DAYS_30))).toBe('404 NOT_FOUND');
    expect(await refused(made, gold, 'now', live)).toBe('404 NOT_FOUND');
    const other = new SubscriptionShop(platform, (await platform.merchant()).test, 'sandbox');
    expect(await refused(made, await other.plan(DAYS_30))).toBe('404 NOT_FOUND');
    expect(await refused(made, await other.plan(DAYS_30), 'now', other)).toBe('404 NOT_FOUND');

    const customer = email();
    const [one, two] = [await space.subscribe(basic, customer), await space.subscribe(gold, customer)];
    for (const { invoice } of [one, two]) expect((await space.pay(invoice!)).status).toBe(200);
    for (const when of ['now', 'period_end'])
      expect(await refused(one, gold, when)).toBe('409 DUPLICATE_SUBSCRIPTION');
    const silver = await space.plan({ ...DAYS_30, amount: 6000 });
    await changed(one, silver, 'period_end');
    const second = await space.post('subscribe', { plan_id: silver, customer: { email: customer } });
    expect(outcomeOf(second)).toBe('409 DUPLICATE_SUBSCRIPTION');
    expect(await refused(two, silver)).toBe('409 DUPLICATE_SUBSCRIPTION');

    await space.must('cancel', { subscription_id: made.subscription.subscription_id });
    expect(await refused(made, gold)).toBe('409 INVALID_STATE');
  });

  describe('a change of charges to a wallet', () => {
    let payer: TestUser;

    beforeEach(async () => {
      payer = await platform.signUp();
      await platform.fund(payer, 'NGN', '50000.00');
    });
    const authorized = async (): Promise<Subscribed> => {
      const made = await desk.authorized(payer, await live.plan(DAYS_30));
      return { subscription: { ...made, status: 'active' }, invoice: null };
    };
    const balance = async () => Number(await platform.balanceOf({ token: await desk.signIn(payer) }, 'NGN'));

    it('goes on without the customer under a plan that is no dearer, charged less the credit', async () => {
      const made = await authorized();
      const cheap = await live.plan({ ...DAYS_30, amount: 4000 });
      platform.clock.advance({ days: 25 });
      const before = await balance();
      const answer = await changed(made, cheap, 'now', {}, live);
      expect(answer.change.authorization_required).toBe(false);
      expect(answer.subscription).toMatchObject({ wallet_authorized: true, mandate_amount: 5000 });
      expect(answer.invoice).toMatchObject({ status: 'created', checkout_url: null });
      const { credit, amount } = answer.invoice as unknown as { credit: number; amount: number };
      // Five of thirty days, less the moment in between.
      expect(credit).toBeGreaterThan(832);
      expect(credit).toBeLessThanOrEqual(833.33);
      await platform.runJobs();
      expect((await amounts(made, live))[0]).toEqual([4000, credit, amount, 'paid']);
      expect(before - (await balance())).toBeCloseTo(amount, 2);
      expect(await live.one(made)).toMatchObject({ wallet_authorized: true, mandate_amount: 4000 });
      platform.clock.advance({ days: 30 });
      await platform.runJobs();
      expect((await amounts(made, live))[0]).toEqual([4000, 0, 4000, 'paid']);
    });

    it('is given up if the wallet is short, and the old plan and its authority go on', async () => {
      const made = await authorized();
      const cheap = await live.plan({ ...DAYS_30, amount: 4000 });
      platform.clock.advance({ days: 25 });
      const token = await desk.signIn(payer);
      const left = await balance();
      const other = await platform.signUp();
      const transfer = { recipient: other.usertag, amount: left - 100, currency: 'NGN', pin: payer.pin };
      expect(
        (await platform.post('business', 'wallet.php?action=transfer', transfer, { token })).status,
      ).toBe(200);
      await changed(made, cheap, 'now', {}, live);
      await platform.runJobs();
      expect(await live.one(made)).toMatchObject({
        status: 'active',
        amount: 5000,
        credit: 0,
        pending_change: null,
        wallet_authorized: true,
        mandate_amount: 5000,
      });
      expect((await live.invoices(made))[0]).toMatchObject({
        status: 'failed',
        last_error: 'insufficient_funds',
        next_retry_at: null,
      });
      await platform.fund(payer, 'NGN', '20000.00');
      platform.clock.advance({ days: 5 });
      await platform.runJobs();
      expect((await amounts(made, live))[0]).toEqual([5000, 0, 5000, 'paid']);
    });

    it('is given up when the payer stops the charges before it is charged', async () => {
      const made = await authorized();
      platform.clock.advance({ days: 25 });
      const waiting = await changed(made, await live.plan({ ...DAYS_30, amount: 4000 }), 'now', {}, live);
      expect(waiting.subscription.pending_change).not.toBeNull();
      const before = await balance();
      expect((await desk.stopAutopay(payer, made.subscription)).status).toBe(200);
      await platform.runJobs();
      expect(await balance()).toBe(before);
      expect(await live.one(made)).toMatchObject({
        amount: 5000,
        pending_change: null,
        billing_mode: 'invoice',
      });
    });

    it('takes the place of a change whose charge has not begun, and is charged alone', async () => {
      const made = await authorized();
      const [first, second] = [
        await live.plan({ ...DAYS_30, amount: 4500 }),
        await live.plan({ ...DAYS_30, amount: 4000 }),
      ];
      platform.clock.advance({ days: 25 });
      const before = await balance();
      await changed(made, first, 'now', {}, live);
      const { invoice } = await changed(made, second, 'now', {}, live);
      await platform.runJobs();
      expect(before - (await balance())).toBeCloseTo(invoice!.amount, 2);
      expect(await live.one(made)).toMatchObject({ plan_id: second, pending_change: null });
    });

    it.each([
      ['dearer', { amount: 8000 }],
      ['charged more often', { interval_count: 29 }],
    ])('asks for another authority for a plan that is %s, by a link', async (_, terms) => {
      const made = await authorized();
      const plan_id = await live.plan({ ...DAYS_30, ...terms });
      const before = await balance();
      const answer = await changed(made, plan_id, 'now', {}, live);
      expect(answer.change.authorization_required).toBe(true);
      expect(answer.subscription).toMatchObject({ wallet_authorized: true, billing_mode: 'wallet_auto' });
      platform.clock.advance({ days: 1 });
      await platform.runJobs();
      expect(await balance()).toBe(before);
      const { checkout_session_id, checkout_url, amount } = answer.invoice!;
      const price = (terms as { amount?: number }).amount ?? 5000;
      expect(await (await fetch(checkout_url!)).text()).toMatch(new RegExp(`"recurring":\\{[^}]*${price}`));
      expect((await desk.payByWallet(payer, checkout_session_id)).status).toBe(200);
      expect(before - (await balance())).toBeCloseTo(amount, 2);
      expect(await live.one(made)).toMatchObject({ wallet_authorized: true });
      platform.clock.advance({ days: 30 });
      await platform.runJobs();
      expect((await amounts(made, live))[0]).toEqual([price, 0, price, 'paid']);
    });

    it('keeps the authority until a dearer plan takes effect at the period end', async () => {
      const made = await authorized();
      const gold = await live.plan({ ...DAYS_30, amount: 8000 });
      const { change: foreseen, subscription } = await changed(made, gold, 'period_end', {}, live);
      expect([foreseen.authorization_required, subscription.wallet_authorized]).toEqual([true, true]);
      const before = await balance();
      platform.clock.advance({ days: 31 });
      await platform.runJobs();
      expect(await balance()).toBe(before);
      expect(await live.one(made)).toMatchObject({ wallet_authorized: false, plan_id: gold });
      expect((await live.invoices(made))[0]).toMatchObject({
        status: 'created',
        checkout_url: expect.any(String),
      });
    });

    it('authorises nothing by the link of an earlier plan, whose page stated other terms', async () => {
      const daily = await live.plan({ interval: 'daily' });
      const made = await live.subscribe(daily, email(), { billing_mode: 'wallet_auto' });
      platform.clock.advance({ days: 1, seconds: 1 });
      await platform.runJobs();
      const [second] = await live.invoices(made);
      expect(second!.invoice_id).not.toBe(made.invoice!.invoice_id);
      expect((await live.pay(second!)).status).toBe(200);
      const dearer = await changed(
        made,
        await live.plan({ interval: 'daily', amount: 9000 }),
        'now',
        {},
        live,
      );
      expect((await live.pay(dearer.invoice!)).status).toBe(200);
      const page = await (await fetch(made.invoice!.checkout_url!)).text();
      expect(page).toContain('"recurring":null');
      expect((await desk.payByWallet(payer, made.invoice!.checkout_session_id)).status).toBe(200);
      expect(await live.one(made)).toMatchObject({ wallet_authorized: false });
    });
  });

  it('returns the payment of a change whose subscription is cancelled between the reads of the payment', async () => {
    const [basic, gold] = [await live.plan({ interval: 'daily' }), await live.plan({ amount: 8000 })];
    const made = await paid(basic, live);
    const { invoice } = await changed(made, gold, 'now', {}, live);
    const invoices = platform.inside('checkout', SubscriptionInvoiceRepository);
    const settlement = platform.inside('checkout', SubscriptionSettlementService);
    const prepare = settlement.prepare.bind(settlement);
    jest.spyOn(settlement, 'prepare').mockImplementationOnce((...payment) => {
      const read = invoices.byId.bind(invoices);
      jest.spyOn(invoices, 'byId').mockImplementationOnce(async (id) => {
        const found = await read(id);
        expect((await live.post('cancel', made.subscription)).status).toBe(200);
        return found;
      });
      return prepare(...payment);
    });
    const answer = await live.pay(invoice!);
    jest.restoreAllMocks();
    expect(outcomeOf(answer)).toBe('409 INVALID_STATE');
    expect(await live.one(made)).toMatchObject({ status: 'cancelled', plan_id: basic });
    await platform.runJobs();
    expect(await returned(invoice!.checkout_session_id!)).toEqual([NOT_DUE]);
  });

  it('ends in one state against renewals, payments and cancellations at once, and no credit is granted twice', async () => {
    const [basic, gold, cheap] = [
      await live.plan({ interval: 'daily' }),
      await live.plan({ interval: 'daily', amount: 8000 }),
      await live.plan({ interval: 'daily', amount: 10 }),
    ];
    const payer = await platform.signUp();
    await platform.fund(payer, 'NGN', '1000000.00');
    const made: Subscribed[] = [];
    for (let i = 0; i < 4; i++) made.push(await paid(basic, live));
    for (let i = 0; i < 4; i++) {
      const one = await desk.authorized(payer, basic);
      made.push({ subscription: { ...one, status: 'active' }, invoice: null });
    }
    const jobs = (['scheduler', 'checkout'] as const).map((host) => platform.inside(host, BillSubscriptions));
    const round = async (isDue: boolean) => {
      if (isDue) platform.clock.advance({ days: 1, seconds: 1 });
      const unpaid = (await Promise.all(made.map((one) => live.invoices(one)))).flatMap(([latest]) =>
        latest!.status === 'created' && latest!.checkout_session_id ? [latest!] : [],
      );
      const answers = await Promise.all([
        ...made.flatMap((one) => [
          change(one, cheap, 'now', {}, live),
          change(one, gold, 'now', {}, live),
          change(one, gold, 'period_end', {}, live),
        ]),
        ...unpaid.map((invoice) => live.pay(invoice)),
        ...(isDue ? [live.post('cancel', made[0]!.subscription)] : []),
      ]);
      await Promise.all(jobs.map((job) => job.run()));
      for (const { status, text } of answers) if (status >= 500) throw new Error(text);
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await round(false)).toBeGreaterThan(0);
    for (let i = 0; i < 3; i++) {
      await Promise.all([...jobs.map((job) => job.run()), round(true)]);
      await platform.runJobs();
      expect((await platform.inside('scheduler', LedgerVerificationService).verify()).faults).toEqual([]);
    }
    expect(await live.one(made[0]!)).toMatchObject({ status: 'cancelled' });
    for (const one of made) {
      const events = await eventsOf(one);
      const cycles = await platform.sql<{ cycle: number }>(
        'SELECT cycle FROM subscription_invoices WHERE subscription_id = $1 ORDER BY cycle',
        [one.subscription.subscription_id],
      );
      expect(events.filter((type) => type === 'subscription-invoice.created')).toHaveLength(cycles.length);
    }
  });

  it.each([
    ['a larger credit', 'UPDATE subscriptions SET credit_minor = credit_minor + 1', CREDIT],
    ['a credit that was not granted', 'DELETE FROM subscription_credits', CREDIT],
    ['a credit above the price', 'UPDATE subscription_credits SET amount_minor = 999999999', CREDIT],
    [
      'a credit of an unpaid invoice',
      `UPDATE subscription_invoices SET status = 'failed', paid_at = NULL`,
      CREDIT,
    ],
    ['a reduced invoice', 'UPDATE subscription_invoices SET amount_minor = amount_minor + 1', PRICE],
  ])('%s in the books is found by both verifications', async (_, sql, expected) => {
    const tables = ['subscription_credits', 'subscription_invoices', 'subscriptions'];
    await platform.sealJournals();
    for (const table of tables) await platform.sql(`CREATE TABLE kept_${table} AS TABLE ${table}`);
    await platform.sql(sql);
    const { faults } = await platform.inside('scheduler', LedgerVerificationService).verify();
    expect(faults.map(({ check }) => check)).toContain(expected);
    const running = new Set<string>();
    await platform.inside('scheduler', RunningProofService).runSteps(({ check }) => void running.add(check));
    expect([...running]).toContain(expected);
    await platform.sql(
      `SET session_replication_role = replica; ${tables.map((table) => `DELETE FROM ${table}`).join('; ')};
       ${tables.map((table) => `INSERT INTO ${table} SELECT * FROM kept_${table}`).join('; ')};
       ${tables.map((table) => `DROP TABLE kept_${table}`).join('; ')}; SET session_replication_role = origin`,
    );
  });
});
