import { CARDS } from '../../support/test-cards';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Bank } from '../business-api/card-deposits';
import { card, Shop, tokenOf } from '../checkout-api/cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;
let booksBefore: string;

/** Everything the ledger holds, as one text. */
async function books(): Promise<string> {
  await platform.runJobs();
  const rows = await platform.sql(
    `SELECT (SELECT count(*) FROM ledger.journals) AS journals, (SELECT count(*) FROM ledger.legs) AS legs,
            (SELECT count(*) FROM ledger.accounts) AS accounts, (SELECT count(*) FROM wallets) AS wallets,
            (SELECT json_agg(b ORDER BY account_id) FROM ledger.balances b) AS balances`,
  );
  return JSON.stringify(rows);
}

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  await platform.fund(merchant, 'NGN', '1000.00');
  shop = new Shop(platform, 'sandbox', merchant.test.secret_key);
  booksBefore = await books();
});

afterAll(async () => {
  try {
    // Whatever was paid above: test mode never reaches the ledger, nor any balance.
    expect(await books()).toBe(booksBefore);
    await platform?.verifyBooks();
  } finally {
    await platform?.stop();
  }
});

const outboxEvents = async ({ session_id }: { session_id: string }) =>
  (
    await platform.sql<{ type: string; mode: string; status: string | null }>(
      `SELECT type, mode, payload->>'gatewayStatus' AS status FROM outbox WHERE payload->>'sessionId' = $1 ORDER BY position`,
      [session_id],
    )
  ).map(({ type, mode, status }) => [type, mode, status].filter(Boolean).join(' '));

const COMPLETED = ['checkout.session-completed test'];

describe('the simulator’s cards in the sandbox', () => {
  it('a session is marked as a test wherever it is shown', async () => {
    const session = await shop.open();
    expect(session).toMatchObject({ is_test: true, payment_methods: ['card', 'wallet'] });
    expect(session.session_id).toMatch(/^cs_test_[0-9A-Za-z]{22}$/);
    expect(session.checkout_url).toMatch(new RegExp(`^${platform.urls.sandbox}/pay/`));
    expect((await shop.verify(session.session_id)).body.is_test).toBe(true);
    const listed = await platform.get('sandbox', 'sessions.php?action=list', { key: shop.key });
    expect(listed.body.data.data[0]).toMatchObject({ session_id: session.session_id, is_test: true });
    const path = `sessions.php?action=public-status&session_id=${session.session_id}`;
    expect((await platform.get('sandbox', path, { sessionToken: tokenOf(session) })).body.is_test).toBe(true);
    expect(await (await fetch(session.checkout_url)).text()).toContain('Test mode.');
  });

  it('a session in another currency is converted as live ones are, and opens no wallet', async () => {
    await setNairaRate(platform, 'GBP', '2000', 'sandbox');
    const session = await shop.open({ amount: 10, currency: 'GBP' });
    expect((await shop.pay(session, CARDS.approved)).body).toMatchObject({
      status: 'completed',
      charged: 'NGN 20000.00',
    });
    expect(await platform.sql(`SELECT 1 FROM wallets WHERE currency_code = 'GBP'`)).toEqual([]);
  });

  it('4000000000000000 is approved', async () => {
    const session = await shop.open({ amount: 10, currency: 'NGN' });
    const { status, body } = await shop.pay(session, CARDS.approved);
    expect([status, body]).toMatchObject([200, { status: 'completed', is_test: true }]);
    expect(await outboxEvents(session)).toEqual(COMPLETED);
    expect((await shop.verify(session.session_id)).body).toMatchObject({
      status: 'completed',
      gateway: 'simulator',
      is_test: true,
    });
  });

  it.each([
    [CARDS.insufficientFunds, 'Insufficient funds'],
    [CARDS.declined, 'Declined by the bank'],
    ['4242424242424242', 'Unknown card: the simulator accepts its test cards only'],
  ])('%s is declined: %s', async (number, reason) => {
    const session = await shop.open();
    const { status, body } = await shop.pay(session, number);
    expect([status, body.error_code, body.reason]).toEqual([400, 'CARD_DECLINED', reason]);
    expect(await outboxEvents(session)).toEqual(['checkout.payment-failed test declined']);
    expect(await shop.statusOf(session)).toBe('pending');
  });

  it.each([
    [CARDS.otp, 'otp', '123456', '000000'],
    [CARDS.pin, 'pin', '1234', '0000'],
  ])('%s asks for its %s: %s approves, anything else declines', async (number, mode, right, wrong) => {
    const [good, bad] = [await shop.open(), await shop.open()];
    const begun = await shop.pay(good, number);
    expect([begun.status, begun.body.auth_mode, begun.body.status]).toEqual([200, mode, 'processing']);
    expect((await shop.submit(good, begun.body.gw_ref, right)).body.status).toBe('completed');
    const other = await shop.pay(bad, number);
    const refused = await shop.submit(bad, other.body.gw_ref, wrong);
    expect([refused.status, refused.body.error_code]).toEqual([400, 'CARD_DECLINED']);
    expect([await outboxEvents(good), await outboxEvents(bad)]).toEqual([
      COMPLETED,
      ['checkout.payment-failed test declined'],
    ]);
  });

  it.each(['approve', 'decline'] as const)(
    "4000000000003220 asks on the bank's page: %s",
    async (decision) => {
      const session = await shop.open();
      const { body } = await shop.pay(session, CARDS.challenge);
      expect(body.redirect_url).toMatch(new RegExp(`^${platform.urls.sandbox}/challenge/`));
      const back = await new Bank(platform).decide(body.redirect_url, decision);
      await fetch(back, { redirect: 'manual' });
      expect(await shop.statusOf(session)).toBe(decision === 'approve' ? 'completed' : 'pending');
    },
  );

  it('a declined card does not stand in the way of an approved one', async () => {
    const session = await shop.open();
    await shop.pay(session, CARDS.declined);
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
    expect(await outboxEvents(session)).toEqual(['checkout.payment-failed test declined', ...COMPLETED]);
  });

  it('a session paid twice is refunded in test mode too, without a line in the books', async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.challenge);
    await shop.call('pay-card-cancel', { session_id: session.session_id, gw_ref: body.gw_ref });
    await shop.pay(session, CARDS.approved);
    const back = await new Bank(platform).decide(body.redirect_url, 'approve');
    await fetch(back, { redirect: 'manual' });
    const [attempt] = await platform.sql<{ reference: string }>(
      `SELECT a.reference FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1 ORDER BY a.created_at LIMIT 1`,
      [session.session_id],
    );
    const host = 'sandbox';
    expect((await new Bank(platform).report({ id: 1, tx_ref: attempt!.reference }, { host })).status).toBe(
      200,
    );
    await platform.runJobs();
    const [row] = await platform.sql('SELECT status FROM checkout_attempts WHERE reference = $1', [
      attempt!.reference,
    ]);
    expect(row).toEqual({ status: 'refunded' });
  });

  it('64 requests with one key pay once and get one answer', async () => {
    const session = await shop.open();
    const once = { key: shop.key, idempotencyKey: 'sandbox-64' };
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => shop.pay(session, CARDS.approved, once)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await outboxEvents(session)).toEqual(COMPLETED);
  });

  it('an expired session takes no card: 410', async () => {
    const session = await shop.open({ expires_in: 5 });
    platform.clock.advance({ minutes: 5 });
    const { status, body } = await shop.pay(session, CARDS.approved);
    expect([status, body.error_code]).toEqual([410, 'SESSION_EXPIRED']);
    expect((await shop.call('expire', { session_id: session.session_id })).status).toBe(410);
  });

  it('a session held in escrow is a test too', async () => {
    const { status, body } = await shop.call('create', { amount: 5, escrow: true });
    expect([status, body]).toMatchObject([200, { is_test: true, escrow: true }]);
  });

  it('a test session is not to be paid on the live host', async () => {
    const session = await shop.open();
    const body = { session_id: session.session_id, card: card(CARDS.approved) };
    const path = 'sessions.php?action=pay-card';
    expect((await platform.post('checkout', path, body, { sessionToken: tokenOf(session) })).status).toBe(
      401,
    );
    expect((await platform.post('checkout', path, body, { key: merchant.live.secret_key })).status).toBe(404);
    expect(
      (await fetch(session.checkout_url.replace(platform.urls.sandbox, platform.urls.checkout))).status,
    ).toBe(404);
  });
});
