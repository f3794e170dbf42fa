import { MailComposerService } from '../../../libs/notifications/src/mail/mail-composer.service';
import type { DueMail } from '../../../libs/notifications/src/mail/mail-queue.service';
import { eventually } from '../../support/eventually';
import { HeldLock } from '../../support/held-lock';
import { outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Customer, type Subscribed, SubscriptionShop } from './subscribers';

const DAY_MS = 86_400_000;

describe('subscriptions of a customer with an account', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let seller: SubscriptionShop;
  let ada: Customer;
  let stranger: Customer;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant({ business_name: 'Acme Records' });
    seller = new SubscriptionShop(platform, merchant.live);
    ada = new Customer(platform, await platform.signUp());
    stranger = new Customer(platform, await platform.signUp());
  });
  afterAll(() => platform?.proveAndStop());

  const subscribed = async (fields: object = {}) =>
    seller.subscribe(await seller.plan(fields), ada.user.email);
  const eventsOf = async (subscriptionId: string, type: string) =>
    platform.sql<{ payload: Record<string, unknown> }>(
      `SELECT payload FROM outbox WHERE type = $2 AND payload->>'subscriptionId' = $1`,
      [subscriptionId, type],
    );

  it('are those to their proved e-mail address, with merchant, plan and what is due', async () => {
    const made = await subscribed();
    expect(await ada.mine()).toMatchObject([
      {
        ...made.subscription,
        plan_name: 'Gold',
        merchant: { name: 'Acme Records' },
        amount_due: 5000,
        unpaid_invoice: {
          invoice_id: made.invoice!.invoice_id,
          amount: 5000,
          checkout_url: made.invoice!.checkout_url,
        },
      },
    ]);
    expect(await stranger.mine()).toEqual([]);
    expect((await seller.pay(made.invoice!)).status).toBe(200);
    expect(await ada.mine()).toMatchObject([{ amount_due: 0, unpaid_invoice: null }]);
    const second = await subscribed();
    const { subscription_id } = second.subscription;
    expect(await ada.mine('&limit=1')).toMatchObject([{ subscription_id }]);
    expect(await ada.mine('&limit=1&offset=1')).toMatchObject([made.subscription]);
  });

  describe('subscriptions after a change of the e-mail address', () => {
    const proves = async (user: TestUser, email: string) => {
      const { password, token } = user;
      const auth = (action: string, body: object) =>
        platform.post('business', `auth.php?action=${action}`, body, { token });
      expect((await auth('change-email', { new_email: email, password })).status).toBe(200);
      await platform.runJobs();
      const otp = /^ {4}(\d{6})$/m.exec(await composedMail(email))![1]!;
      const { status, text } = await auth('confirm-email', { otp });
      if (status !== 200) throw new Error(text);
    };
    /** The text of the last mail to an address. */
    const composedMail = async (email: string) => {
      const [mail] = await platform.sql<DueMail>(
        `SELECT 'm' AS id, type, recipient, language, facts, owner_id AS "ownerId", event_id AS "eventId",
              created_at AS "createdAt" FROM mails WHERE recipient = $1 ORDER BY created_at DESC LIMIT 1`,
        [email],
      );
      return (await platform.inside('scheduler', MailComposerService).compose(mail!))!.text;
    };

    it('stay with the account, and an account that proves the old address later gets none', async () => {
      const owner = new Customer(platform, await platform.signUp());
      const old = owner.user.email;
      const [early, late] = [await seller.subscribe(await seller.plan(), old), await seller.plan()];
      await platform.sql('UPDATE subscriptions SET customer_id = NULL WHERE customer_email = $1', [old]);
      await proves(owner.user, 'moved@example.com');
      await seller.subscribe(late, 'moved@example.com');
      const next = new Customer(platform, await platform.signUp());
      await proves(next.user, old);
      expect(await next.mine()).toEqual([]);
      for (const action of ['cancel', 'resume'])
        expect(outcomeOf(await next.send(action, early))).toBe('404 NOT_FOUND');
      expect(await owner.mine()).toHaveLength(2);
      expect((await owner.send('cancel', early)).status).toBe(200);
      await platform.runJobs();
      const mails = await platform.sql(
        `SELECT type FROM mails WHERE recipient = 'moved@example.com' AND type = 'subscription.ending'`,
      );
      expect(mails).toHaveLength(1);
      const doubled = await seller.post('subscribe', {
        plan_id: late,
        customer: { email: 'moved@example.com' },
      });
      expect(outcomeOf(doubled)).toBe('409 DUPLICATE_SUBSCRIPTION');
    });

    it('leave the old address free for the plan, also for its former owner who returns to it', async () => {
      const owner = new Customer(platform, await platform.signUp());
      const old = owner.user.email;
      const plan = await seller.plan();
      const first = await seller.subscribe(plan, old);
      await proves(owner.user, 'left@example.com');
      const again = (email: string) => seller.post('subscribe', { plan_id: plan, customer: { email } });
      expect(outcomeOf(await again('left@example.com'))).toBe('409 DUPLICATE_SUBSCRIPTION');
      const unbound = await seller.subscribe(plan, old);
      expect(outcomeOf(await again(old))).toBe('409 DUPLICATE_SUBSCRIPTION');
      await proves(owner.user, old);
      const ids = (await owner.mine()).map(({ subscription_id }) => subscription_id);
      expect(ids).toEqual([unbound, first].map(({ subscription }) => subscription.subscription_id));
      expect(outcomeOf(await again(old))).toBe('409 DUPLICATE_SUBSCRIPTION');
    });

    it('return the payment of a change to a plan that the returning owner has by another one meanwhile', async () => {
      const owner = new Customer(platform, await platform.signUp());
      const old = owner.user.email;
      const [basic, gold] = [await seller.plan(), await seller.plan({ amount: 8000 })];
      const changing = await seller.subscribe(basic, old);
      expect((await seller.pay(changing.invoice!)).status).toBe(200);
      const { subscription_id } = changing.subscription;
      const change = await seller.must('change-plan', { subscription_id, plan_id: gold, when: 'now' });
      const { invoice } = change as unknown as Subscribed;
      await proves(owner.user, 'away@example.com');
      const standing = await seller.subscribe(gold, old);
      await proves(owner.user, old);
      expect(outcomeOf(await seller.pay(invoice!))).toBe('409 INVALID_STATE');
      expect(await seller.one(changing)).toMatchObject({
        status: 'active',
        plan_id: basic,
        pending_change: null,
      });
      expect(await seller.one(standing)).toMatchObject({ status: 'active', plan_id: gold });
      await platform.runJobs();
      const money = await platform.sql(
        `SELECT a.status, a.unapplied_reason FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
          WHERE s.session_id = $1`,
        [invoice!.checkout_session_id],
      );
      expect(money).toEqual([{ status: 'refunded', unapplied_reason: 'not-due' }]);
    });
  });

  it.each([{}, { allow_duplicate: true }])(
    'are bound to an account that proves the address while they are made (%j)',
    async (fields) => {
      const owner = new Customer(platform, await platform.signUp());
      const { email, id } = owner.user;
      await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [id]);
      const plan = await seller.plan();
      const proving = await HeldLock.take(
        platform.config.env.DATABASE_URL,
        `WITH held AS (SELECT pg_advisory_xact_lock(hashtextextended($1, 0)))
         UPDATE users SET email_verified_at = now() FROM held WHERE id = $2`,
        [`plans of ${email}`, id],
      );
      const subscribing = seller.subscribe(plan, email, fields);
      await proving.awaited();
      await proving.commit();
      const { subscription_id } = (await subscribing).subscription;
      const [row] = await platform.sql<{ customer_id: string | null }>(
        'SELECT customer_id FROM subscriptions WHERE subscription_id = $1',
        [subscription_id],
      );
      expect(row!.customer_id).toBe(id);
    },
  );

  it('are given another address by the merchant until an account has proved it', async () => {
    const plan = await seller.plan();
    const made = await seller.subscribe(plan, 'mistyped@example.com');
    const { subscription_id } = made.subscription;
    const update = (body: object, shop = seller) =>
      shop.post('update-customer', { subscription_id, ...body });
    expect(outcomeOf(await update({}))).toBe('400 VALIDATION_ERROR');
    await seller.subscribe(plan, 'has-it@example.com');
    expect(outcomeOf(await update({ email: 'has-it@example.com' }))).toBe('409 DUPLICATE_SUBSCRIPTION');
    const { body } = await update({ email: 'right@example.com', name: 'Grace' });
    expect(body.subscription).toMatchObject({ customer: { email: 'right@example.com', name: 'Grace' } });
    const other = new SubscriptionShop(platform, (await platform.merchant()).live);
    expect(outcomeOf(await update({ name: 'X' }, other))).toBe('404 NOT_FOUND');
    const owner = new Customer(platform, await platform.signUp());
    expect((await update({ email: owner.user.email })).status).toBe(200);
    expect(await owner.mine()).toMatchObject([{ subscription_id }]);
    expect(outcomeOf(await update({ email: 'again@example.com' }))).toBe('409 INVALID_STATE');
    await seller.must('cancel', { subscription_id });
    expect(outcomeOf(await update({ name: 'X' }))).toBe('409 INVALID_STATE');

    const space = await SubscriptionShop.inSpace(platform, merchant);
    const tested = await space.subscribe(await space.plan(), 'mistyped@example.com');
    const answer = await space.must('update-customer', {
      subscription_id: tested.subscription.subscription_id,
      email: 'right@example.com',
    });
    expect(answer.subscription).toMatchObject({ customer: { email: 'right@example.com', name: 'Ada' } });
  });

  it('state no attempt that will never come: of links, of ended ones, and after a scheduled end', async () => {
    const space = await SubscriptionShop.inSpace(platform, merchant);
    const retries = async (made: Subscribed) =>
      ((await space.invoices(made)) as unknown as { next_retry_at: string | null }[]).map(
        ({ next_retry_at }) => next_retry_at !== null,
      );
    const made = await space.subscribe(await space.plan({ interval: 'weekly' }), 'unpaid@example.com');
    await space.advance({ days: 4 });
    expect(await retries(made)).toEqual([true]);
    await space.advance({ days: 7 });
    expect(await retries(made)).toEqual([true, false]);
    const { subscription_id } = made.subscription;
    await space.must('cancel', { subscription_id, at_period_end: true });
    expect(await retries(made)).toEqual([false, false]);
    await space.must('resume', { subscription_id });
    await space.advance({ days: 7 });
    expect(await space.one(made)).toMatchObject({ status: 'cancelled', next_billing_at: null });
    expect(await retries(made)).toEqual([false, false, false]);
  });

  it('are reported as retrieve shows them when they are made', async () => {
    const receiver = await platform.receiver();
    const space = await SubscriptionShop.inSpace(platform, merchant);
    const endpoint = { url: receiver.url, events: ['subscription.created'] };
    const created = await platform.post('sandbox', 'webhooks.php?action=create', endpoint, {
      key: space.keys.secret_key,
    });
    if (created.status !== 200) throw new Error(created.text);
    const made = await space.subscribe(await space.plan({ trial_days: 3 }), 'reported@example.com');
    await space.advance({ hours: 1 });
    await eventually(() => Promise.resolve(receiver.received.length > 0));
    expect(receiver.received[0]!.data).toMatchObject({ ...(await space.one(made)), manage_url: null });
  });

  it('are listed for a payer who is another person, without the customer, so that they can stop the charges', async () => {
    const payer = new Customer(platform, await platform.signUp());
    await platform.fund(payer.user, 'NGN', '10000.00');
    const made = await seller.subscribe(await seller.plan(), ada.user.email, { billing_mode: 'wallet_auto' });
    expect(await payer.mine()).toEqual([]);
    const payment = { session_id: made.invoice!.checkout_session_id, pin: payer.user.pin };
    const options = { token: payer.user.token };
    expect((await platform.post('checkout', 'sessions.php?action=pay-wallet', payment, options)).status).toBe(
      200,
    );
    const { subscription_id } = made.subscription;
    const [paidFor] = await payer.mine();
    expect(paidFor).toMatchObject({
      subscription_id,
      role: 'payer',
      plan_name: 'Gold',
      merchant: { name: 'Acme Records' },
      customer: null,
      manage_url: null,
      unpaid_invoice: null,
      autopay: { amount: 5000, currency: 'NGN', authorized_at: expect.any(String) as string },
    });
    expect(JSON.stringify(paidFor)).not.toContain(ada.user.email);
    expect((await ada.mine('&limit=1'))[0]).toMatchObject({
      subscription_id,
      role: 'customer',
      autopay: null,
    });
    for (const action of ['cancel', 'resume'])
      expect(outcomeOf(await payer.send(action, made))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await stranger.send('stop-autopay', made))).toBe('404 NOT_FOUND');
    expect((await payer.send('stop-autopay', made)).status).toBe(200);
    expect(await payer.mine()).toEqual([]);
  });

  it('end with their period by default, which says what is still due, and can be resumed', async () => {
    const made = await subscribed();
    const cancelled = await ada.send('cancel', made);
    expect(cancelled.body.subscription).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      next_billing_at: null,
      amount_due: 5000,
    });
    const { subscription_id } = made.subscription;
    const [scheduled] = await eventsOf(subscription_id, 'subscription.cancel-scheduled');
    expect(scheduled!.payload).toMatchObject({ cancelledBy: 'customer' });
    const resumed = await ada.send('resume', made);
    expect(resumed.body.subscription).toMatchObject({ cancel_at_period_end: false });
    expect(outcomeOf(await ada.send('resume', made))).toBe('409 INVALID_STATE');
  });

  it('end at once, with nothing due, for the reason customer_cancelled', async () => {
    const made = await subscribed();
    const cancelled = await ada.send('cancel', made, { at_period_end: false });
    expect(cancelled.body.subscription).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'customer_cancelled',
      amount_due: 0,
      unpaid_invoice: null,
    });
    expect((await seller.pay(made.invoice!)).status).toBe(410);
    expect((await ada.send('cancel', made)).status).toBe(200);
    expect(outcomeOf(await ada.send('resume', made))).toBe('409 INVALID_STATE');
  });

  it('are not found by another account, nor in test mode', async () => {
    const made = await subscribed();
    for (const action of ['cancel', 'resume'])
      expect(outcomeOf(await stranger.send(action, made))).toBe('404 NOT_FOUND');
    const space = await SubscriptionShop.inSpace(platform, merchant);
    const test = await space.subscribe(await space.plan(), ada.user.email);
    expect(outcomeOf(await ada.send('cancel', test))).toBe('404 NOT_FOUND');
    const listed = (await ada.mine('&limit=100')).map(({ subscription_id }) => subscription_id);
    expect(listed).toContain(made.subscription.subscription_id);
    expect(listed).not.toContain(test.subscription.subscription_id);
  });

  it('are not found while the address is not proved, and the account not used while it is frozen', async () => {
    const late = new Customer(platform, await platform.signUp());
    const made = await seller.subscribe(await seller.plan(), late.user.email);
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [late.user.id]);
    await platform.sessionChangesProcessed();
    expect(await late.mine()).toEqual([]);
    expect(outcomeOf(await late.send('cancel', made))).toBe('404 NOT_FOUND');
    await platform.sql('UPDATE users SET email_verified_at = now() WHERE id = $1', [late.user.id]);
    await platform.sessionChangesProcessed();
    expect(await late.mine()).toHaveLength(1);
    await platform.people.freeze(late.user.id);
    expect((await late.send('cancel', made)).status).toBe(401);
    expect(await seller.one(made)).toMatchObject({ cancel_at_period_end: false });
  });

  it('end in one state if they are cancelled and resumed many times at once, each change with one event', async () => {
    const made = await subscribed();
    const { subscription_id } = made.subscription;
    const cancels = await Promise.all(Array.from({ length: 8 }, () => ada.send('cancel', made)));
    expect(cancels.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await eventsOf(subscription_id, 'subscription.cancel-scheduled')).toHaveLength(1);
    const resumes = await Promise.all(Array.from({ length: 8 }, () => ada.send('resume', made)));
    expect(resumes.map(outcomeOf).sort()).toEqual(['200 OK', ...Array<string>(7).fill('409 INVALID_STATE')]);
    expect(await eventsOf(subscription_id, 'subscription.resumed')).toHaveLength(1);
  });

  it('say what is still due when they are cancelled at the period end after a failed payment', async () => {
    const made = await subscribed({ interval: 'weekly' });
    const link = Date.parse(made.invoice!.due_at) + 3 * DAY_MS;
    platform.clock.advance({ seconds: (link - platform.clock.now().getTime()) / 1000 + 1 });
    await platform.runJobs();
    await ada.signIn();
    expect((await ada.mine('&limit=1'))[0]).toMatchObject({
      status: 'past_due',
      amount_due: 5000,
      unpaid_invoice: { status: 'failed', checkout_url: null },
    });
    expect((await ada.send('cancel', made)).body.subscription).toMatchObject({
      cancel_at_period_end: true,
      amount_due: 5000,
    });
  });
});

describe('mails to subscribers', () => {
  let platform: Platform;
  let seller: SubscriptionShop;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    seller = new SubscriptionShop(platform, (await platform.merchant({ business_name: 'Acme' })).live);
  });
  afterAll(() => platform?.proveAndStop());

  it('go for an open bill to the address that the merchant has given since', async () => {
    const typesTo = async (email: string) =>
      (await platform.sql<{ type: string }>('SELECT type FROM mails WHERE recipient = $1', [email])).map(
        ({ type }) => type,
      );
    const made = await seller.subscribe(await seller.plan(), 'wrong@example.com');
    const { subscription_id } = made.subscription;
    await eventually(async () => (await typesTo('wrong@example.com')).length === 1);
    await seller.must('update-customer', { subscription_id, email: 'corrected@example.com' });
    expect((await seller.pay(made.invoice!)).status).toBe(200);
    await seller.must('cancel', { subscription_id, at_period_end: true });
    await eventually(async () => (await typesTo('corrected@example.com')).length === 2);
    expect((await typesTo('corrected@example.com')).sort()).toEqual([
      'payment.receipt',
      'subscription.ending',
    ]);
    expect(await typesTo('wrong@example.com')).toEqual(['subscription.invoice']);
  });

  it('are sent once for each fact, to the customer, and contain the link to pay', async () => {
    const email = 'mailed@example.com';
    const mails = () =>
      platform.sql<{ type: string }>(
        'SELECT type FROM mails WHERE recipient = $1 ORDER BY created_at, type',
        [email],
      );
    const after = async (count: number) => {
      await eventually(async () => (await mails()).length >= count);
      return (await mails()).map(({ type }) => type);
    };
    const made = await seller.subscribe(await seller.plan({ interval: 'weekly' }), email);
    const { subscription_id } = made.subscription;
    expect(await after(1)).toEqual(['subscription.invoice']);
    const [mail] = await platform.sql<DueMail>(
      `SELECT 'm' AS id, type, recipient, language, facts, owner_id AS "ownerId", event_id AS "eventId",
              created_at AS "createdAt" FROM mails WHERE recipient = $1`,
      [email],
    );
    const composer = platform.inside('scheduler', MailComposerService);
    const { text, subject } = (await composer.compose(mail!))!;
    expect(subject).toBe('₦5,000.00 for your subscription with Acme');
    expect(text).toContain(made.invoice!.checkout_url);
    expect(text).toContain(made.subscription.manage_url);
    expect((await seller.pay(made.invoice!)).status).toBe(200);
    expect(await composer.compose(mail!)).toBeNull();
    await seller.must('cancel', { subscription_id, at_period_end: true });
    await seller.must('resume', { subscription_id });
    await seller.must('cancel', { subscription_id, at_period_end: true });
    platform.clock.advance({ days: 7, seconds: 1 });
    await platform.runJobs();
    expect(await seller.one(made)).toMatchObject({ status: 'cancelled' });
    const trial = await seller.subscribe(await seller.plan({ trial_days: 3 }), email);
    await seller.must('cancel', { subscription_id: trial.subscription.subscription_id });
    const types = await after(7);
    expect(types.sort()).toEqual(
      [
        ...['subscription.invoice', 'payment.receipt', 'subscription.ending', 'subscription.resumed'],
        ...['subscription.ending', 'subscription.trial-started', 'subscription.ended'],
      ].sort(),
    );
  });
});
