import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { CARDS } from '../../support/test-cards';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Shop, tokenOf } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;

type Session = { session_id: string; checkout_url: string };

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant({ business_name: 'Wallet Shop' });
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  await setRate('USD', '1500');
  await setRate('GBP', '2000');
});

afterAll(() => platform?.proveAndStop());

const setRate = (base: 'USD' | 'GBP', rate: string) => setNairaRate(platform, base, rate);

const pay = (
  buyer: { token: string; pin?: string },
  { session_id }: { session_id: string },
  fields: object = {},
  options: object = {},
) =>
  platform.post(
    'checkout',
    'sessions.php?action=pay-wallet',
    { session_id, pin: buyer.pin ?? '1234', ...fields },
    { token: buyer.token, ...options },
  );

const quote = (buyer: { token: string }, { session_id }: Session, fields: object = {}) =>
  platform.post(
    'checkout',
    'sessions.php?action=wallet-quote',
    { session_id, ...fields },
    { token: buyer.token },
  );

/** A buyer with this much NGN, and what else is named. */
async function buyerWith(
  ngn: string,
  others: Partial<Record<'USD' | 'GBP', string>> = {},
): Promise<TestUser> {
  const buyer = await platform.signUp();
  if (ngn !== '0') await platform.fund(buyer, 'NGN', ngn);
  for (const [currency, amount] of Object.entries(others))
    await platform.fund(buyer, currency as 'USD', amount);
  return buyer;
}

const legs = ({ session_id }: { session_id: string }) =>
  platform.sql<{ code: string; currency: string; amount: string }>(
    `SELECT a.code, trim(a.currency) AS currency, named.amount::text AS amount
       FROM ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts) WITH ORDINALITY AS named(account_id, amount, place)
       JOIN ledger.accounts a ON a.id = named.account_id WHERE j.related_id = $1 ORDER BY j.id, named.place`,
    [session_id],
  );

describe('a session paid from a wallet', () => {
  it('debits the buyer, credits the merchant and completes, in one answer and one journal', async () => {
    const buyer = await buyerWith('5000.00');
    const before = Number(await platform.balanceOf(merchant));
    const session = await shop.open({
      order_ref: 'W-1',
      description: 'Two copies',
      customer: { email: 'else@example.com' },
    });
    const { status, body } = await pay(buyer, session);
    expect([status, body]).toMatchObject([
      200,
      {
        success: true,
        status: 'completed',
        gateway: 'wallet',
        is_test: false,
        new_balance: 2499.5,
        debited_amount: 2500.5,
        debited_currency: 'NGN',
      },
    ]);
    expect(body).not.toHaveProperty('charged');
    expect(await platform.balanceOf(buyer)).toBe('2499.50');
    expect(Number(await platform.balanceOf(merchant))).toBeCloseTo(before + 2500.5, 2);
    expect((await shop.verify(session.session_id)).body).toMatchObject({
      status: 'completed',
      gateway: 'wallet',
      amount: 2500.5,
      currency: 'NGN',
    });
    expect(await legs(session)).toEqual([
      { code: 'available', currency: 'NGN', amount: '-250050' },
      { code: 'available', currency: 'NGN', amount: '250050' },
    ]);
  });

  it('shows in both histories, each with the other', async () => {
    const buyer = await buyerWith('5000.00');
    await pay(buyer, await shop.open({ order_ref: `H-${buyer.usertag}`, description: 'Tea' }));
    const [own, theirs] = await Promise.all(
      [buyer, merchant].map(async ({ token }) => {
        const { body } = await platform.get('business', `wallet.php?action=history&q=H-${buyer.usertag}`, {
          token,
        });
        return body.data.data;
      }),
    );
    expect(own).toMatchObject([
      { type: 'checkout', direction: 'debit', amount: 2500.5, fee: 0, counterparty: { name: 'Wallet Shop' } },
    ]);
    expect(theirs).toMatchObject([
      { type: 'checkout', direction: 'credit', amount: 2500.5, counterparty: { usertag: buyer.usertag } },
    ]);
  });

  it('shows the merchant who paid', async () => {
    const receiver = await platform.receiver();
    const seller = await platform.merchant();
    const { body: endpoint, status } = await platform.post(
      'business',
      'business.php?section=webhooks&action=create',
      { app_id: seller.live.app_id, url: receiver.url, events: ['*'] },
      { token: seller.token },
    );
    expect([status, endpoint.success]).toEqual([200, true]);
    const buyer = await buyerWith('5000.00');
    const session = await new Shop(platform, 'checkout', seller.live.secret_key).open({ metadata: { a: 1 } });
    await pay(buyer, session);
    const { data } = await receiver.next(({ event }) => event === 'payment.success');
    expect(data).toMatchObject({
      session_id: session.session_id,
      status: 'success',
      amount: 2500.5,
      currency: 'NGN',
      is_test: false,
      gateway: 'wallet',
      paid_by_email: buyer.email,
      escrow: false,
      metadata: { a: 1 },
    });
  });

  it('is not to be paid by its own merchant, nor where it does not offer wallets', async () => {
    const session = await shop.open({ amount: 1 });
    const own = await pay(merchant, session);
    expect([own.status, own.body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
    const buyer = await buyerWith('10.00');
    const cardOnly = await pay(buyer, await shop.open({ amount: 1, payment_methods: ['card'] }));
    expect([cardOnly.status, cardOnly.body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await platform.balanceOf(buyer)).toBe('10.00');
  });

  it('is refused where the balance is short, by name of what is needed, and stays payable', async () => {
    const buyer = await buyerWith('2500.49');
    const session = await shop.open();
    const { status, body } = await pay(buyer, session);
    expect([status, body.error_code]).toEqual([400, 'INSUFFICIENT_FUNDS']);
    expect(body.message).toContain('2500.50 NGN');
    expect([await shop.statusOf(session), await platform.balanceOf(buyer)]).toEqual(['pending', '2500.49']);
    await platform.fund(buyer, 'NGN', '0.01');
    expect((await pay(buyer, session)).status).toBe(200);
    expect(await platform.balanceOf(buyer)).toBe('0.00');
  });

  it.each([
    [
      'that does not exist',
      () => Promise.resolve({ session_id: 'cs_live_0000000000000000000000' }),
      404,
      'NOT_FOUND',
    ],
    [
      'that is closed',
      async () => {
        const session = await shop.open();
        await shop.call('expire', session);
        return session;
      },
      ...([410, 'SESSION_EXPIRED'] as const),
    ],
    [
      'that is paid',
      async () => {
        const session = await shop.open();
        await shop.pay(session, CARDS.approved);
        return session;
      },
      ...([409, 'INVALID_STATE'] as const),
    ],
    [
      'that another payment is under way for',
      async () => {
        const session = await shop.open();
        await shop.pay(session, CARDS.challenge);
        return session;
      },
      ...([409, 'INVALID_STATE'] as const),
    ],
  ] as const)('cannot be one %s', async (_name, made, status, code) => {
    const buyer = await buyerWith('5000.00');
    const answer = await pay(buyer, await made());
    expect([answer.status, answer.body.error_code, await platform.balanceOf(buyer)]).toEqual([
      status,
      code,
      '5000.00',
    ]);
  });

  it('happens once, however often and at once it is sent', async () => {
    const buyer = await buyerWith('100000.00');
    const session = await shop.open();
    const same = { idempotencyKey: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 16 }, () => pay(buyer, session, {}, same)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await platform.balanceOf(buyer)).toBe('97499.50');
    const again = await pay(buyer, session);
    expect([again.status, again.body.error_code]).toEqual([409, 'INVALID_STATE']);
  });

  it('can be tried without being paid', async () => {
    const buyer = await buyerWith('5000.00');
    const session = await shop.open();
    const { status, body } = await pay(buyer, session, {}, { headers: { 'x-dry-run': 'true' } });
    expect([status, body]).toMatchObject([200, { dry_run: true, new_balance: 2499.5, status: 'completed' }]);
    expect([await shop.statusOf(session), await platform.balanceOf(buyer)]).toEqual(['pending', '5000.00']);
  });
});

describe('another currency', () => {
  it('is debited in the buyer’s own at the rate staff have set, rounded up; the difference is booked', async () => {
    const buyer = await buyerWith('20000.00');
    const usd = Number((await platform.balanceOf(merchant, 'USD')) ?? 0);
    const session = await shop.open({ amount: 10.01, currency: 'USD' });
    expect((await quote(buyer, session)).body).toMatchObject({
      quote: { amount: 15015, currency: 'NGN', rate: 1500, balance: '20000.00', sufficient: true },
      wallets: [{ currency: 'NGN', is_primary: true, amount: 15015, sufficient: true }],
    });
    const { body } = await pay(buyer, session);
    expect(body).toMatchObject({ debited_amount: 15015, debited_currency: 'NGN', charged: 'NGN 15015.00' });
    expect(await platform.balanceOf(buyer)).toBe('4985.00');
    expect(Number(await platform.balanceOf(merchant, 'USD'))).toBeCloseTo(usd + 10.01, 2);
    expect(await legs(session)).toEqual([
      { code: 'available', currency: 'NGN', amount: '-1501500' },
      { code: 'fx-pool', currency: 'NGN', amount: '1501500' },
      { code: 'fx-pool', currency: 'USD', amount: '-1001' },
      { code: 'available', currency: 'USD', amount: '1001' },
    ]);
    expect((await shop.verify(session.session_id)).body).toMatchObject({ amount: 10.01, currency: 'USD' });
  });

  it('takes the wallet of the session’s currency where it holds enough, the primary one where not, any where named', async () => {
    const buyer = await buyerWith('100000.00', { USD: '25.00' });
    const pays = async (fields = {}) => {
      const { body } = await pay(buyer, await shop.open({ amount: 20, currency: 'USD' }), fields);
      return body.debited_currency ? `${body.debited_currency} ${body.debited_amount}` : body.error_code;
    };
    expect([await pays({ currency: 'NGN' }), await pays(), await pays()]).toEqual([
      ...['NGN 30000', 'USD 20', 'NGN 30000'],
    ]);
    expect(await pays({ currency: 'USD' })).toBe('INSUFFICIENT_FUNDS');
    expect(await pays({ currency: 'EUR' })).toBe('VALIDATION_ERROR');
    expect([await platform.balanceOf(buyer), await platform.balanceOf(buyer, 'USD')]).toEqual([
      '40000.00',
      '5.00',
    ]);
  });

  it('is converted through the naira where staff have set no rate between the two', async () => {
    const buyer = await platform.signUp({ currency: 'GBP' });
    await platform.fund(buyer, 'GBP', '100.00');
    const { body } = await pay(buyer, await shop.open({ amount: 10, currency: 'USD' }));
    // 10 × 1500 / 2000
    expect([body.debited_currency, body.debited_amount]).toEqual(['GBP', 7.5]);
  });

  it('is refused without a rate, and nothing happens', async () => {
    const buyer = await buyerWith('5000.00');
    const { status, body } = await pay(buyer, await shop.open({ amount: 1, currency: 'KES' }));
    expect([status, body.error_code, await platform.balanceOf(buyer)]).toEqual([
      400,
      'FX_RATE_UNAVAILABLE',
      '5000.00',
    ]);
  });

  it('never costs more than the buyer saw', async () => {
    const buyer = await buyerWith('50000.00');
    const session = await shop.open({ amount: 10, currency: 'GBP' });
    const { amount } = (await quote(buyer, session)).body.quote;
    await setRate('GBP', '2100');
    const stale = await pay(buyer, session, { quoted_amount: amount });
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { error_code: 'CONFLICT', amount: 21000, currency: 'NGN' },
    ]);
    expect(await platform.balanceOf(buyer)).toBe('50000.00');
    expect((await pay(buyer, session, { quoted_amount: 21000 })).status).toBe(200);
    await setRate('GBP', '2000');
  });
});

describe('the payer', () => {
  it('needs the PIN; a wrong one takes nothing and does not use up the key', async () => {
    const buyer = await buyerWith('5000.00');
    const session = await shop.open();
    const once = { idempotencyKey: randomUUID() };
    const wrong = await pay(buyer, session, { pin: '9999' }, once);
    expect([wrong.status, wrong.body]).toMatchObject([403, { error_code: 'INVALID_PIN', tries_left: 4 }]);
    for (const pin of [undefined, 123, 12345, '12345', ''])
      expect((await pay(buyer, session, { pin })).body.error_code).toBe('VALIDATION_ERROR');
    expect((await pay(buyer, session, {}, once)).status).toBe(200);
  });

  it('is locked out by five wrong PINs, on every host', async () => {
    const buyer = await buyerWith('5000.00');
    const session = await shop.open();
    for (let i = 0; i < 5; i++) await pay(buyer, session, { pin: '9999' });
    const locked = await pay(buyer, session);
    expect([locked.status, locked.body.error_code]).toEqual([403, 'PIN_LOCKED']);
    const transfer = { recipient: merchant.usertag, amount: 1, pin: '1234' };
    const elsewhere = await platform.post('business', 'wallet.php?action=transfer', transfer, {
      token: buyer.token,
    });
    expect(elsewhere.body.error_code).toBe('PIN_LOCKED');
    expect(await shop.statusOf(session)).toBe('pending');
  });

  it('is a person, no key and no page by itself', async () => {
    const session = await shop.open();
    const body = { session_id: session.session_id, pin: '1234' };
    const byKey = await shop.call('pay-wallet', body);
    expect([byKey.status, byKey.body.error_code]).toEqual([403, 'SESSION_REQUIRED']);
    const byPage = await shop.call('pay-wallet', body, { sessionToken: tokenOf(session) });
    expect([byPage.status, byPage.body.error_code]).toEqual([401, 'UNAUTHENTICATED']);
    expect((await shop.call('pay-wallet', body, {})).status).toBe(401);
  });

  it('is not a buyer whose account or wallet is frozen', async () => {
    const [person, wallet] = [await buyerWith('5000.00'), await buyerWith('5000.00')];
    const session = await shop.open();
    await platform.people.freeze(person.id);
    expect((await pay(person, session)).status).toBe(401);
    await platform.sql(
      `UPDATE ledger.balances SET frozen = true WHERE account_id IN (SELECT id FROM wallets WHERE owner_id = $1)`,
      [wallet.id],
    );
    const frozen = await pay(wallet, session);
    expect([frozen.status, frozen.body.error_code]).toEqual([403, 'FORBIDDEN']);
    expect([await shop.statusOf(session), await platform.balanceOf(wallet)]).toEqual(['pending', '5000.00']);
  });
});

describe('signing in on the page', () => {
  const login = (session: Session, fields: object, from = '10.9.8.7') =>
    platform.post(
      'checkout',
      'sessions.php?action=wallet-login',
      { session_id: session.session_id, ...fields },
      { sessionToken: tokenOf(session), headers: { 'x-forwarded-for': from } },
    );

  it('gives a token for one session on the checkout alone, and the price', async () => {
    const buyer = await buyerWith('5000.00');
    const session = await shop.open();
    const { status, body } = await login(session, { email: buyer.email, password: buyer.password });
    expect([status, body]).toMatchObject([
      200,
      {
        token_type: 'Bearer',
        expires_in: 900,
        name: 'Test Person',
        quote: { amount: 2500.5, currency: 'NGN', rate: 1, balance: '5000.00', sufficient: true },
        wallets: [{ currency: 'NGN', balance: '5000.00', is_primary: true }],
      },
    ]);
    expect(body).not.toHaveProperty('refresh_token');
    const token = body.access_token as string;
    for (const host of ['business', 'app'])
      expect((await platform.get(host, 'wallet.php?action=balance', { token })).status).toBe(401);
    expect((await platform.get('business', 'auth.php?action=profile', { token })).status).toBe(401);
    const other = await shop.open({ amount: 10 });
    for (const refused of [await pay({ token }, other), await quote({ token }, other)])
      expect([refused.status, refused.body.error_code]).toEqual([401, 'UNAUTHENTICATED']);
    const list = await platform.get('checkout', 'sessions.php?action=list', { token });
    expect([list.status, list.body.error_code]).toEqual([401, 'UNAUTHENTICATED']);
    expect((await quote({ token }, session)).status).toBe(200);
    expect((await pay({ token }, session)).body).toMatchObject({ status: 'completed' });
    expect(await shop.statusOf(other)).toBe('pending');
    platform.clock.advance({ minutes: 16 });
    expect((await pay({ token }, session)).status).toBe(401);
  });

  it('asks for the second factor where there is one, and refuses what is wrong', async () => {
    const staff = await platform.staff('support');
    const session = await shop.open();
    const credentials = { email: staff.email, password: staff.password };
    const bare = await login(session, credentials, '10.9.8.1');
    expect([bare.status, bare.body.error_code]).toEqual([401, 'TOTP_REQUIRED']);
    platform.clock.advance({ minutes: 2 });
    const totp_code = generateSync({ secret: staff.totpSecret, epoch: platform.clock.unixSeconds() });
    expect((await login(session, { ...credentials, totp_code }, '10.9.8.1')).status).toBe(200);
    const wrong = await login(session, { ...credentials, password: 'wrong' }, '10.9.8.1');
    expect([wrong.status, wrong.body.error_code]).toEqual([401, 'INVALID_CREDENTIALS']);
    const foreign = await shop.open();
    const mixed = await platform.post(
      'checkout',
      'sessions.php?action=wallet-login',
      { session_id: session.session_id, ...credentials },
      { sessionToken: tokenOf(foreign) },
    );
    expect(mixed.status).toBe(404);
  });

  it('is limited like any sign-in, by address and by e-mail', async () => {
    const session = await shop.open();
    const tried = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        login(session, { email: `no${i}@example.com`, password: 'x' }, '10.1.1.1'),
      ),
    );
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(2);
    const named = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        login(session, { email: 'one@example.com', password: 'x' }, `10.2.1.${i}`),
      ),
    );
    expect(named.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('payments by wallet in the sandbox', () => {
  const inSandbox = () => new Shop(platform, 'sandbox', merchant.test.secret_key);

  it.each([
    ['1234', 200, undefined, 'completed'],
    ['0000', 400, 'INSUFFICIENT_FUNDS', 'pending'],
    ['4321', 403, 'INVALID_PIN', 'pending'],
  ])('answer the PIN %s with %d %s', async (pin, status, code, state) => {
    const sandbox = inSandbox();
    const session = await sandbox.open();
    const answer = await sandbox.call('pay-wallet', { session_id: session.session_id, pin });
    expect([answer.status, answer.body.error_code, await sandbox.statusOf(session)]).toEqual([
      status,
      code,
      state,
    ]);
    expect(await legs(session)).toEqual([]);
  });

  it('are made from the page too, and name a buyer', async () => {
    const sandbox = inSandbox();
    const session = await sandbox.open();
    const body = { session_id: session.session_id, pin: '1234' };
    expect((await sandbox.call('pay-wallet', body, { sessionToken: tokenOf(session) })).body).toMatchObject({
      status: 'completed',
      gateway: 'wallet',
      is_test: true,
    });
    const [row] = await platform.sql<{ payload: Record<string, unknown> }>(
      `SELECT payload FROM outbox WHERE type = 'checkout.session-completed' AND payload->>'sessionId' = $1`,
      [session.session_id],
    );
    expect(row!.payload).toMatchObject({
      gateway: 'wallet',
      paidByEmail: 'buyer@example.com',
      accountId: null,
    });
  });

  it('sign no user in', async () => {
    const sandbox = inSandbox();
    const session = await sandbox.open();
    const body = { session_id: session.session_id, email: 'a@example.com', password: 'x' };
    const answer = await sandbox.call('wallet-login', body, { sessionToken: tokenOf(session) });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('several at once', () => {
  it('lets one of many buyers pay and debits no other', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => buyerWith('5000.00')));
    const session = await shop.open();
    const answers = await Promise.all(buyers.flatMap((buyer) => [pay(buyer, session), pay(buyer, session)]));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
    const balances = await Promise.all(buyers.map((buyer) => platform.balanceOf(buyer)));
    expect(balances.sort()).toEqual(['2499.50', ...Array<string>(5).fill('5000.00')]);
  });

  it('one buyer with too little for both of two sessions pays exactly one', async () => {
    const buyer = await buyerWith('4000.00');
    const sessions = await Promise.all([shop.open(), shop.open()]);
    const answers = await Promise.all(sessions.map((session) => pay(buyer, session)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await platform.balanceOf(buyer)).toBe('1499.50');
  });

  it('card in one tab and wallet in the other complete the session once', async () => {
    const buyer = await buyerWith('100000.00');
    let paidByWallet = 0;
    for (let i = 0; i < 8; i++) {
      const session = await shop.open();
      const [byCard, byWallet] = await Promise.all([shop.pay(session, CARDS.approved), pay(buyer, session)]);
      expect([byCard.status, byWallet.status].sort()).toEqual([200, 409]);
      if (byWallet.status === 200) paidByWallet += 1;
      const credits = (await legs(session)).filter(({ amount }) => amount === '250050');
      expect([credits.length, await shop.statusOf(session)]).toEqual([1, 'completed']);
    }
    expect(await platform.balanceOf(buyer)).toBe((100000 - paidByWallet * 2500.5).toFixed(2));
  });

  it('a payment at the last moment and the end of the session leave one state', async () => {
    const buyer = await buyerWith('100000.00');
    for (let i = 0; i < 8; i++) {
      const session = await shop.open();
      const before = await platform.balanceOf(buyer);
      const [paid, closed] = await Promise.all([
        i % 2 ? pay(buyer, session) : shop.pay(session, CARDS.approved),
        shop.call('expire', session),
      ]);
      const status = await shop.statusOf(session);
      expect([paid.status, closed.status]).toEqual(status === 'completed' ? [200, 409] : [410, 200]);
      const booked = (await legs(session)).length > 0;
      expect(booked).toBe(status === 'completed');
      if (!booked) expect(await platform.balanceOf(buyer)).toBe(before);
    }
  });
});
