import { CARDS, cardOf } from '../../support/test-cards';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { isSigned, type Receiver } from '../../support/receiver';
import { Depositor } from '../business-api/card-deposits';
import { Shop } from '../checkout-api/cards';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('events to the merchant', () => {
  let platform: Platform;
  const secrets = { live: '', test: '' };
  let merchant: TestMerchant;
  let payer: TestUser;
  let live: Receiver;
  let sandbox: Receiver;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    payer = await platform.signUp();
    await platform.fund(payer, 'NGN', '5000.00');
    [live, sandbox] = [await platform.receiver(), await platform.receiver()];
    for (const [mode, { url }] of [
      ['live', live],
      ['test', sandbox],
    ] as const) {
      const body = { app_id: merchant[mode].app_id, url };
      const path = 'business.php?section=webhooks&action=create';
      const answer = await platform.post('business', path, body, { token: merchant.token });
      expect(answer.status).toBe(200);
      secrets[mode] = answer.body.secret;
    }
  });
  afterAll(() => platform?.proveAndStop());

  describe.each([
    ['live', 'checkout', false],
    ['test', 'sandbox', true],
  ] as const)('an event in %s mode', (mode, host, isTest) => {
    const receiver = () => (mode === 'live' ? live : sandbox);
    const shop = () => new Shop(platform, host, merchant[mode].secret_key);
    const payloadOf = async (event: string, sessionId: string) => {
      const got = await receiver().next((e) => e.event === event && e.data.session_id === sessionId);
      expect(isSigned(got, secrets[mode])).toBe(true);
      expect(Object.keys(JSON.parse(got.raw.toString()) as object)).toEqual(['event', 'data', 'timestamp']);
      expect(Math.abs(got.timestamp - platform.clock.unixSeconds())).toBeLessThan(60);
      return got.data as Record<string, unknown>;
    };

    it('payment.success carries what the shop supplied', async () => {
      const metadata = { cart: ['a', { 'b.c': 1 }], note: 'ünïcode ₦', none: null };
      const session = await shop().open({
        order_ref: 'A-1',
        customer_email: 'buyer@example.com',
        metadata,
      });
      await shop().pay(session, CARDS.approved);
      const data = await payloadOf('payment.success', session.session_id);
      expect(data).toEqual({
        session_id: expect.stringMatching(new RegExp(`^cs_${mode}_`)),
        order_ref: 'A-1',
        status: 'success',
        amount: 2500.5,
        currency: 'NGN',
        gateway: 'simulator',
        payment_method: 'card',
        customer_email: 'buyer@example.com',
        escrow: false,
        is_test: isTest,
        metadata,
        paid_at: expect.stringMatching(ISO),
      });
    });

    it('payment.failed carries nulls and {} for what the shop did not supply', async () => {
      const session = await shop().open();
      await shop().pay(session, CARDS.declined);
      expect(await payloadOf('payment.failed', session.session_id)).toEqual({
        session_id: session.session_id,
        order_ref: null,
        status: 'failed',
        amount: 2500.5,
        currency: 'NGN',
        gateway: 'simulator',
        payment_method: 'card',
        customer_email: null,
        escrow: false,
        is_test: isTest,
        metadata: {},
        gateway_status: 'declined',
      });
    });
  });

  it('deposit.confirmed carries the balance right after it', async () => {
    const depositor = new Depositor(platform, merchant.id, { token: merchant.token });
    const { body } = await depositor.init({ amount: '120.25' });
    await depositor.post('charge-card-gw', { tx_ref: body.tx_ref, card: cardOf(CARDS.approved) });
    const { data } = await live.next((e) => e.event === 'deposit.confirmed');
    const [wallet] = await platform.sql<{ id: string }>(
      `SELECT id FROM wallets WHERE owner_id = $1 AND currency_code = 'NGN'`,
      [merchant.id],
    );
    expect(data).toEqual({
      transaction_id: expect.any(String),
      tx_ref: body.tx_ref,
      amount: 120.25,
      currency: 'NGN',
      gateway: 'simulator',
      wallet_id: wallet!.id,
      new_balance: Number(await depositor.balance()),
    });
  });

  it('transfer.received goes to the recipient only', async () => {
    const body = { recipient: merchant.usertag, amount: 12.34, pin: payer.pin };
    const sent = await platform.post('business', 'wallet.php?action=transfer', body, { token: payer.token });
    const { data } = await live.next((e) => e.event === 'transfer.received');
    expect(data).toEqual({
      transaction_id: sent.body.transaction_id,
      amount: 12.34,
      currency: 'NGN',
      sent_amount: 12.34,
      sent_currency: 'NGN',
      from: payer.usertag,
    });
  });

  it('no live event goes to a test app, and no test event to a live app', () => {
    expect(live.received.map(({ event, data }) => data.is_test ?? event).includes(true)).toBe(false);
    expect(new Set(sandbox.received.map(({ data }) => data.is_test))).toEqual(new Set([true]));
  });
});
