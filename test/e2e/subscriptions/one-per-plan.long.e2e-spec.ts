import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { AutopayDesk } from './autopay-desk';
import { type Subscribed, SubscriptionShop } from './subscribers';

const OTP = '123456';
const PRICE = 5000;

describe('one open subscription of a customer to a plan', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let seller: SubscriptionShop;
  let desk: AutopayDesk;
  let payer: TestUser;
  let spaces: SubscriptionShop[];
  let clients = 0;
  let customers = 0;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' }, secondCheckout: true });
    await platform.holdJobs();
    merchant = await platform.merchant();
    seller = new SubscriptionShop(platform, merchant.live);
    desk = new AutopayDesk(platform, merchant);
    spaces = [];
    for (let i = 0; i < 2; i++) spaces.push(await SubscriptionShop.inSpace(platform, merchant));
    payer = await platform.signUp();
    await platform.fund(payer, 'NGN', '200000.00');
  });
  afterAll(() => platform?.proveAndStop());

  const email = () => `double${++customers}@example.com`;
  const byButton = async (plan_id: string, customer: string, shop = seller): Promise<Subscribed> => {
    const headers = { 'x-forwarded-for': `10.6.0.${++clients}` };
    const { status, body, text } = await platform.post(
      shop.host,
      'subscriptions.php?action=subscribe-public',
      { plan_id, customer: { email: customer } },
      { key: shop.keys.public_key, headers },
    );
    if (status !== 200) throw new Error(text);
    return body as unknown as Subscribed;
  };
  const session = ({ invoice }: Subscribed) => ({ session_id: invoice!.checkout_session_id });
  const standings = async (made: Subscribed[], shop = seller) =>
    (await Promise.all(made.map((one) => shop.one(one)))).map(
      ({ status, cancellation_reason }) =>
        `${status}${cancellation_reason ? ` ${cancellation_reason as string}` : ''}`,
    );
  const balance = async () =>
    Number((await platform.balanceOf({ key: merchant.live.secret_key }, 'NGN')) ?? 0);
  /** Payments of the sessions, by what became of the money. */
  const moneyOf = async (made: Subscribed[]) =>
    (
      await platform.sql<{ status: string }>(
        `SELECT a.status FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
          WHERE s.session_id = ANY ($1) AND a.received_minor IS NOT NULL ORDER BY 1`,
        [made.map((one) => one.invoice!.checkout_session_id)],
      )
    ).map(({ status }) => status);
  /** Begins a card payment that waits for its code, and returns what sends the code. */
  const beginCard = async (one: Subscribed, host = 'checkout', shop = seller) => {
    const { body } = await shop.pay(one.invoice!, CARDS.otp);
    const send = { ...session(one), gw_ref: body.gw_ref as string, otp: OTP };
    return () =>
      platform.post(host, 'sessions.php?action=pay-card-submit', send, { key: shop.keys.secret_key });
  };

  it('lets one of several buttons win however they are paid at once on two processes, and returns the rest', async () => {
    const hosts = ['checkout', await platform.secondCheckoutUrl()];
    for (let round = 0; round < 3; round++) {
      const plan = await seller.plan();
      const customer = email();
      const made: Subscribed[] = [];
      for (let i = 0; i < 5; i++) made.push(await byButton(plan, customer));
      const [byWallet, ...byCard] = made as [Subscribed, ...Subscribed[]];
      const payments: (() => Promise<HttpAnswer>)[] = [];
      for (const [i, one] of byCard.entries()) payments.push(await beginCard(one, hosts[i % 2]));
      if (round > 0) payments.unshift(() => desk.payByWallet(payer, byWallet.invoice!.checkout_session_id));
      const before = await balance();
      const answers = await Promise.all(payments.map((pay) => pay()));
      for (const { status, text } of answers) if (status >= 500) throw new Error(text);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await balance()) - before).toBe(PRICE);
      await platform.runJobs();
      await platform.runJobs();
      const statuses = await standings(made);
      expect(statuses.filter((status) => status === 'active')).toHaveLength(1);
      expect(statuses.filter((status) => status === 'cancelled duplicate')).toHaveLength(4);
      const money = await moneyOf(made);
      expect(money.filter((status) => status === 'succeeded')).toHaveLength(1);
      expect(money.slice(0, -1).every((status) => status === 'refunded')).toBe(true);
      platform.clock.advance({ days: 32 });
      await platform.runJobs();
      const billed = await Promise.all(made.map((one) => seller.invoices(one)));
      expect(billed.filter((invoices) => invoices.length > 1)).toHaveLength(1);
    }
  });

  it('returns the money of a second one that is paid twelve days later, and refuses a wallet', async () => {
    const plan = await seller.plan();
    const customer = email();
    const first = await byButton(plan, customer);
    expect((await seller.pay(first.invoice!)).status).toBe(200);
    platform.clock.advance({ days: 12 });
    const [byCard, byWallet] = [await byButton(plan, customer), await byButton(plan, customer)];
    const before = await balance();
    expect(outcomeOf(await seller.pay(byCard.invoice!))).toBe('409 INVALID_STATE');
    expect(await seller.one(byCard)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'duplicate',
      next_billing_at: null,
    });
    expect(await seller.invoices(byCard)).toMatchObject([{ status: 'failed', next_retry_at: null }]);
    const { session_id } = session(byCard);
    const shown = await platform.get(
      'checkout',
      `sessions.php?action=public-status&session_id=${session_id}`,
      {
        headers: { 'x-session-token': byCard.invoice!.checkout_url!.split('/pay/')[1]! },
      },
    );
    expect(shown.body).toMatchObject({
      status: 'expired',
      payment: { state: 'set_aside', received: { set_aside: 'not-due', outcome: 'returning' } },
    });
    const refused = await desk.payByWallet(payer, byWallet.invoice!.checkout_session_id);
    expect(outcomeOf(refused)).toBe('409 INVALID_STATE');
    await platform.runJobs();
    expect(await moneyOf([byCard, byWallet])).toEqual(['refunded']);
    expect(await balance()).toBe(before);
  });

  it('counts one of the server of the merchant, also one in a trial and one that permits others', async () => {
    for (const fields of [{}, { allow_duplicate: true }, { billing_mode: 'wallet_auto' }]) {
      const plan = await seller.plan();
      const customer = email();
      const button = await byButton(plan, customer);
      const own = await seller.subscribe(plan, customer, fields);
      expect(outcomeOf(await seller.pay(button.invoice!))).toBe('409 INVALID_STATE');
      expect(await standings([own, button])).toEqual(['active', 'cancelled duplicate']);
      const again = await seller.post('subscribe', { plan_id: plan, customer: { email: customer } });
      expect(outcomeOf(again)).toBe('409 DUPLICATE_SUBSCRIPTION');
      // The merchant permits another one knowingly.
      const permitted = await seller.subscribe(plan, customer, { allow_duplicate: true });
      expect(await standings([permitted])).toEqual(['active']);
    }
  });

  it('ends the links of other buttons once one is paid, and when the server of the merchant subscribes', async () => {
    const plan = await seller.plan();
    const [paying, served] = [email(), email()];
    const made = [await byButton(plan, paying), await byButton(plan, paying), await byButton(plan, served)];
    const stranger = await byButton(plan, email());
    expect((await seller.pay(made[0]!.invoice!)).status).toBe(200);
    await seller.subscribe(plan, served);
    await platform.runJobs();
    expect(await standings(made)).toEqual(['active', 'cancelled duplicate', 'cancelled duplicate']);
    expect(outcomeOf(await seller.pay(made[1]!.invoice!))).toBe('410 SESSION_EXPIRED');
    expect(await standings([stranger])).toEqual(['active']);
    const [event] = await platform.sql<{ payload: { reason: string } }>(
      `SELECT payload FROM outbox WHERE type = 'subscription.cancelled' AND payload->>'subscriptionId' = $1`,
      [made[1]!.subscription.subscription_id],
    );
    expect(event!.payload.reason).toBe('duplicate');
  });

  it('is asked again when a server subscribes or a plan changes while a button is being paid', async () => {
    for (let round = 0; round < 4; round++) {
      const [plan, other] = [await seller.plan(), await seller.plan({ name: 'Silver' })];
      const customer = email();
      const button = await byButton(plan, customer);
      const submit = await beginCard(button, await platform.secondCheckoutUrl());
      const standing = await seller.subscribe(other, customer);
      expect((await seller.pay(standing.invoice!)).status).toBe(200);
      const { subscription_id } = standing.subscription;
      const rival =
        round % 2
          ? () => seller.post('subscribe', { plan_id: plan, customer: { email: customer } })
          : () => seller.post('change-plan', { subscription_id, plan_id: plan, when: 'period_end' });
      const answers = await Promise.all([submit(), rival()]);
      for (const { status, text } of answers) if (status >= 500) throw new Error(text);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('holds in the sandbox, for each app by itself', async () => {
    const plan = await spaces[0]!.plan();
    for (const space of spaces) {
      const made = [
        await byButton(plan, 'sandbox@example.com', space),
        await byButton(plan, 'sandbox@example.com', space),
      ];
      expect((await space.pay(made[0]!.invoice!)).status).toBe(200);
      expect(outcomeOf(await space.pay(made[1]!.invoice!))).toBe('409 INVALID_STATE');
      expect(await standings(made, space)).toEqual(['active', 'cancelled duplicate']);
    }
  });
});
