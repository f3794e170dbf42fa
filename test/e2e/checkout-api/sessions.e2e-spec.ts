import { type Platform, startPlatform } from '../../support/platform';
import type { TestMerchant } from '../../support/people';
import { Shop, tokenOf } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterAll(() => platform?.proveAndStop());

describe('sessions.php?action=create', () => {
  it('answers the session with every field of the specification', async () => {
    const asked = {
      amount: 500000,
      currency: 'usd',
      order_ref: 'A-1042',
      description: 'Annual plan',
      customer: { email: ' Ada@Example.COM ', name: 'Ada Obi' },
      metadata: { basket: '7', nested: { a: [1, 2] } },
      payment_methods: ['card', 'wallet'],
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/basket',
      expires_in: 60,
    };
    const { status, body, headers } = await shop.call('create', asked);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(body).toMatchObject({
      success: true,
      status: 'pending',
      amount: 500000,
      currency: 'USD',
      order_ref: 'A-1042',
      description: 'Annual plan',
      customer: { email: 'ada@example.com', name: 'Ada Obi' },
      customer_email: 'ada@example.com',
      metadata: asked.metadata,
      payment_methods: ['card', 'wallet'],
      escrow: false,
      is_test: false,
    });
    expect(body.session_id).toMatch(/^cs_live_[0-9A-Za-z]{22}$/);
    expect(body.checkout_url).toMatch(new RegExp(`^${platform.urls.checkout}/pay/[\\w-]{43}$`));
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(60 * 60_000);
  });

  it('defaults to NGN, 24 hours and everything else absent', async () => {
    const { body } = await shop.call('create', { amount: '10.05' });
    expect(body).toMatchObject({
      amount: 10.05,
      currency: 'NGN',
      order_ref: null,
      customer: null,
      metadata: {},
      gateway: null,
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(1440 * 60_000);
    const nulls = {
      payment_methods: null,
      customer: null,
      metadata: null,
      escrow: null,
      expires_in: null,
      order_ref: null,
    };
    expect((await shop.call('create', { amount: 1, ...nulls })).status).toBe(200);
  });

  it('takes customer_email for customer.email', async () => {
    const { body } = await shop.call('create', { amount: 1, customer_email: 'ada@example.com' });
    expect(body).toMatchObject({
      customer_email: 'ada@example.com',
      customer: { email: 'ada@example.com', name: null },
    });
  });

  const refused: [name: string, fields: object, field: string][] = [
    ['no amount', { amount: undefined }, 'amount'],
    ...[0, -5, 1.005, '1e3', 1e21, '0x10', 'NaN', null, true, [5], {}, 1e12].map(
      (amount) => [`amount ${JSON.stringify(amount)}`, { amount }, 'amount'] as [string, object, string],
    ),
    ['an unknown currency', { currency: 'JPY' }, 'currency'],
    ['expires_in below 5', { expires_in: 4 }, 'expires_in'],
    ['expires_in above 43200', { expires_in: 43_201 }, 'expires_in'],
    ['a fractional expires_in', { expires_in: 5.5 }, 'expires_in'],
    ['expires_in as text', { expires_in: '60' }, 'expires_in'],
    ['a script as success_url', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['a success_url without a scheme', { success_url: '//shop.example' }, 'success_url'],
    ['a cancel_url with credentials', { cancel_url: 'https://shop.example@evil.example' }, 'cancel_url'],
    ['a data cancel_url', { cancel_url: 'data:text/html,x' }, 'cancel_url'],
    ['an unknown payment method', { payment_methods: ['card', 'cash'] }, 'payment_methods'],
    ['payment methods as text', { payment_methods: 'card' }, 'payment_methods'],
    ['methods its currency has not', { payment_methods: ['mobile_money', 'extwallet'] }, 'payment_methods'],
    ['no method at all', { payment_methods: [] }, 'payment_methods'],
    ['a bad customer e-mail', { customer: { email: '<script>"@x.com' } }, 'customer.email'],
    ['a customer that is a list', { customer: [] }, 'customer'],
    ['a customer that is text', { customer: 'ada@example.com' }, 'customer'],
    ['metadata that is a list', { metadata: [] }, 'metadata'],
    [
      '51 keys of metadata',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) },
      'metadata',
    ],
    ['501 characters of metadata', { metadata: { k: 'x'.repeat(501) } }, 'metadata'],
    ['a control character', { description: 'a\u0000b' }, 'description'],
    ['a lone surrogate', { order_ref: '\ud800' }, 'order_ref'],
    ['too long an order_ref', { order_ref: 'x'.repeat(201) }, 'order_ref'],
    ['escrow that is no boolean', { escrow: 'yes' }, 'escrow'],
  ];
  it.each(refused)('refuses %s', async (_name, fields, field) => {
    const { status, body: answer } = await shop.call('create', { amount: 5, ...fields });
    expect([status, answer.error_code, answer.errors?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('asks the buyer with escrow for 1.5 % more, rounded up, and keeps its terms', async () => {
    const terms = { escrow_condition: 'On delivery', escrow_deadline_days: 14 };
    const { body } = await shop.call('create', { amount: 2500.5, escrow: true, ...terms });
    expect(body).toMatchObject({
      amount: 2500.5,
      escrow: true,
      escrow_fee: 37.51,
      amount_due: 2538.01,
      ...terms,
    });
    const plain = (await shop.call('create', { amount: 2500.5, ...terms })).body;
    expect(plain).toMatchObject({
      escrow: false,
      escrow_fee: null,
      amount_due: 2500.5,
      escrow_condition: null,
    });
  });

  it('keeps metadata as given, whatever its keys are called', async () => {
    const metadata = {
      constructor: 'c',
      toString: 't',
      hasOwnProperty: 'h',
      prototype: null,
      'key with "quotes" and <b>': '<script>alert(1)</script>',
      'emoji 🎉': 'naïve café',
      n: 1.5,
      b: false,
      empty: '',
      deep: { constructor: { a: [1, { b: 2 }] } },
      ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, 'x'.repeat(500)])),
    };
    const { session_id } = await shop.open({ metadata });
    expect((await shop.verify(session_id)).body.metadata).toEqual(metadata);
  });

  it('refuses what would poison an object', async () => {
    const { status } = await shop.call('create', '{"amount":5,"metadata":{"__proto__":{"admin":true}}}');
    expect(status).toBe(400);
  });

  it('opens one session with one key and one body, however often and at once it is sent', async () => {
    const body = { amount: 77, order_ref: 'once' };
    const payer = { key: merchant.live.secret_key, idempotencyKey: 'create-64' };
    const answers = await Promise.all(Array.from({ length: 64 }, () => shop.call('create', body, payer)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(63);
    expect(await platform.sql(`SELECT 1 FROM checkout_sessions WHERE order_ref = 'once'`)).toHaveLength(1);
    const other = await shop.call('create', { ...body, amount: 78 }, payer);
    expect([other.status, other.body.error_code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });
});

describe('sessions.php?session_id=', () => {
  it('verifies: the same session, with its address', async () => {
    const opened = await shop.open({ order_ref: 'verify' });
    const { status, body } = await shop.verify(opened.session_id);
    expect(status).toBe(200);
    expect(body).toEqual(opened);
    for (const field of ['gateway', 'paid_at', 'escrow', 'is_test', 'metadata', 'checkout_url'])
      expect(body).toHaveProperty(field);
  });

  it('hides sessions of other merchants, and whether they exist', async () => {
    const { session_id } = await shop.open();
    const stranger = await platform.merchant();
    const foreign = await shop.verify(session_id, stranger.live.secret_key);
    const none = await shop.verify('cs_live_0000000000000000000000', stranger.live.secret_key);
    expect([foreign.status, none.status]).toEqual([404, 404]);
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...none.body, request_id: '' });
    for (const id of [
      '',
      'x',
      "'; DROP TABLE checkout_sessions; --",
      '%',
      session_id.toLowerCase(),
      'x'.repeat(101),
    ]) {
      expect([400, 404]).toContain((await shop.verify(id)).status);
    }
  });

  it("shows an account's session to another of its apps, which may not pay it", async () => {
    const { session_id } = await shop.open();
    const second = await platform.people.createApp(merchant, 'live');
    expect((await shop.verify(session_id, second.secret_key)).status).toBe(200);
    const body = {
      session_id,
      card: { number: '4000000000000000', expiry_month: '12', expiry_year: '99', cvv: '123' },
    };
    expect((await shop.call('pay-card', body, { key: second.secret_key })).status).toBe(404);
  });

  it('finds sessions of its own mode only', async () => {
    const sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    const [live, test] = [await shop.open(), await sandbox.open()];
    expect((await shop.verify(test.session_id)).status).toBe(404);
    expect((await sandbox.verify(live.session_id)).status).toBe(404);
  });
});

describe('the keys', () => {
  it.each([
    ['checkout', 'test', 403, 'TEST_KEY_FORBIDDEN'],
    ['sandbox', 'live', 403, 'LIVE_KEY_FORBIDDEN'],
  ] as const)('are refused on the %s host if they are %s keys', async (host, mode, status, code) => {
    const key = merchant[mode].secret_key;
    for (const action of ['create', 'expire', 'pay-card', 'pay-card-submit']) {
      const answer = await platform.post(host, `sessions.php?action=${action}`, { amount: 5 }, { key });
      expect([action, answer.status, answer.body.error_code]).toEqual([action, status, code]);
    }
    const verified = await platform.get(host, 'sessions.php?session_id=x', { key });
    expect([verified.status, verified.body.error_code]).toEqual([status, code]);
  });

  it('are required for every session, and a public one opens nothing', async () => {
    expect((await shop.call('create', { amount: 5 }, {})).status).toBe(401);
    expect((await shop.call('create', { amount: 5 }, { key: merchant.live.public_key })).status).toBe(401);
    const user = await platform.post(
      'checkout',
      'sessions.php?action=create',
      { amount: 5 },
      { token: merchant.token },
    );
    expect(user.status).toBe(401);
  });

  it('names wrong methods and unknown actions', async () => {
    const { key } = shop;
    const wrong = await platform.get('checkout', 'sessions.php?action=create', { key });
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 'METHOD_NOT_SUPPORTED']);
    const unknown = await platform.post('checkout', 'sessions.php?action=pay-cash', {}, { key });
    expect([unknown.status, unknown.body.error_code]).toEqual([400, 'UNKNOWN_ACTION']);
  });
});

describe('sessions.php?action=list', () => {
  let owner: TestMerchant;
  let own: Shop;
  const ids: string[] = [];

  beforeAll(async () => {
    owner = await platform.merchant();
    own = new Shop(platform, 'checkout', owner.live.secret_key);
    for (const order_ref of ['r1', 'r2', 'r2', 'r3', 'r3']) {
      ids.unshift((await own.open({ order_ref, expires_in: order_ref === 'r1' ? 5 : 60 })).session_id);
      platform.clock.advance({ seconds: 1 });
    }
  });

  const list = async (query: string) => {
    const { status, body } = await platform.get('checkout', `sessions.php?action=list${query}`, {
      key: own.key,
    });
    return {
      status,
      body,
      ids: body.data?.data?.map(({ session_id }: { session_id: string }) => session_id),
    };
  };

  it('pages, newest first', async () => {
    const { body } = await list('&page=2&per_page=2');
    expect(body.data).toMatchObject({
      total: 5,
      page: 2,
      per_page: 2,
      total_pages: 3,
      has_next: true,
      has_prev: true,
    });
    expect(body.data.data.map(({ session_id }: { session_id: string }) => session_id)).toEqual(
      ids.slice(2, 4),
    );
    expect((await list('')).ids).toEqual(ids);
    expect((await list('&page=1000000000&per_page=100')).ids).toEqual([]);
  });

  it('filters by order_ref, status and time', async () => {
    expect((await list('&order_ref=r2')).ids).toEqual(ids.slice(2, 4));
    await own.call('expire', { session_id: ids[0] });
    expect((await list('&status=expired')).ids).toEqual([ids[0]]);
    platform.clock.advance({ minutes: 6 });
    expect((await list('&status=expired')).ids).toEqual([ids[0], ids[4]]);
    expect((await list('&status=pending')).ids).toEqual(ids.slice(1, 4));
    const { created_at } = (await own.verify(ids[2]!)).body;
    expect((await list(`&from=${created_at}`)).ids).toEqual(ids.slice(0, 3));
    expect((await list(`&to=${created_at}`)).ids).toEqual(ids.slice(3));
    expect((await list(`&to=${created_at.slice(0, 10)}`)).ids).toHaveLength(5);
  });

  it.each([
    '&page=0',
    '&page=-1',
    '&page=1e21',
    '&per_page=101',
    '&per_page=abc',
    '&status=paid',
    '&from=2026-02-30',
    '&page=1&page=2',
  ])('refuses %s', async (query) => expect((await list(query)).status).toBe(400));

  it('shows no session of others', async () => {
    const all = new Set((await list('&per_page=100')).ids as string[]);
    expect(all).toEqual(new Set(ids));
  });
});

describe('sessions.php?action=expire', () => {
  it('closes a pending session, once', async () => {
    const session = await shop.open();
    const closed = await shop.call('expire', { session_id: session.session_id });
    expect([closed.status, closed.body.status]).toEqual([200, 'expired']);
    const again = await shop.call('expire', { session_id: session.session_id });
    expect([again.status, again.body.error_code]).toEqual([410, 'SESSION_EXPIRED']);
    expect(await shop.statusOf(session)).toBe('expired');
  });

  it('finds no session of another merchant', async () => {
    const { session_id } = await shop.open();
    const stranger = await platform.merchant();
    const { status } = await shop.call('expire', { session_id }, { key: stranger.live.secret_key });
    expect([status, await shop.statusOf({ session_id })]).toEqual([404, 'pending']);
  });
});

describe('sessions.php?action=public-status', () => {
  const status = (session_id: string, sessionToken?: string, host = 'checkout') =>
    platform.get(host, `sessions.php?action=public-status&session_id=${session_id}`, { sessionToken });

  it('shows the page what a buyer may know', async () => {
    const session = await shop.open({
      metadata: { secret: 'cost price' },
      customer: { email: 'ada@example.com' },
      order_ref: 'R',
    });
    const { status: code, body, text } = await status(session.session_id, tokenOf(session));
    expect(code).toBe(200);
    expect(body).toMatchObject({
      status: 'pending',
      amount: 2500.5,
      merchant: { name: 'Test Business' },
      auth_mode: null,
      // Filled in where a wallet pays; the reference of the order stands on the receipt.
      receipt_email: 'ada@example.com',
      order_ref: null,
    });
    expect(text).not.toContain('cost price');
  });

  it('opens to the session’s own token alone', async () => {
    const [one, other] = [await shop.open(), await shop.open()];
    expect((await status(one.session_id, tokenOf(other))).status).toBe(404);
    expect((await status(one.session_id, 'x'.repeat(43))).status).toBe(401);
    expect((await status(one.session_id)).status).toBe(401);
    expect((await status(one.session_id, tokenOf(one), 'sandbox')).status).toBe(401);
  });
});

it('keeps tokens out of the database', async () => {
  const session = await shop.open();
  const [row] = await platform.sql<{ hit: boolean }>(
    `SELECT bool_or(s::text LIKE '%' || $1 || '%') AS hit FROM checkout_sessions s`,
    [tokenOf(session)],
  );
  expect(row!.hit).toBe(false);
});

describe('a key with scopes', () => {
  it.each([
    [['wallet:read'], 'SCOPE_MISSING', 'SCOPE_MISSING'],
    [['charges:read'], 'SCOPE_MISSING', 'allowed'],
    [['charges:create'], 'allowed', 'allowed'],
  ] as const)(
    'answers %j for opening and paying with %s, and for reading with %s',
    async (scopes, writing, reading) => {
      const app = await platform.people.createApp(merchant, 'live', { scopes });
      const scoped = new Shop(platform, 'checkout', app.secret_key);
      const { session_id, checkout_url } = await new Shop(
        platform,
        'checkout',
        merchant.live.secret_key,
      ).open();
      const token = tokenOf({ checkout_url });
      const key = app.secret_key;
      const card = { number: '4000000000000000', expiry_month: '12', expiry_year: '2099', cvv: '123' };
      const outcome = ({ body }: { body: { error_code?: string; message?: string } }) =>
        body.error_code === 'SCOPE_MISSING' ? body.error_code : 'allowed';
      const named = (scope: string) => `This key lacks the scope ${scope}.`;
      const post = (path: string, body: object) => platform.post('checkout', path, body, { key });
      const writes = [
        await scoped.call('create', { amount: 10 }),
        await post('session.php?action=create', { amount: 1000, currency_code: 'NGN' }),
        ...(await Promise.all(
          [
            'pay-bank-transfer',
            'pay-ussd',
            'pay-mobile-money',
            'pay-extwallet',
            'pay-card-init',
            'pay-cancel',
          ].map((action) => scoped.call(action, { session_id: 'cs_live_none' })),
        )),
        await scoped.call('pay-card', { session_id: 'cs_live_none', card }),
        await scoped.call('pay-card-submit', { session_id: 'cs_live_none', gw_ref: 'x', otp: '123456' }),
        await scoped.call('pay-card-cancel', { session_id: 'cs_live_none', gw_ref: 'x' }),
        await scoped.call('pay-wallet', { session_id: 'cs_live_none', pin: '1234' }),
        await scoped.call('expire', { session_id: 'cs_live_none' }),
        await post('session.php?action=expire', { token: 'x'.repeat(43) }),
      ];
      expect(writes.map(outcome)).toEqual(writes.map(() => writing));
      if (writing !== 'allowed') expect(writes[0]!.body.message).toBe(named('charges:create'));
      const get = (path: string) => platform.get('checkout', path, { key });
      const reads = [
        await scoped.verify(session_id),
        await get('sessions.php?action=list'),
        await get(`session.php?action=status&token=${token}`),
        await get('sessions.php?action=ussd-banks'),
      ];
      expect(reads.map(outcome)).toEqual(reads.map(() => reading));
      if (reading !== 'allowed') expect(reads[0]!.body.message).toBe(named('charges:read'));
    },
  );

  it.each([
    [['charges:read'], false],
    [['charges:create'], true],
    [null, true],
  ])('shows with %j the address that can pay and cancel: %s', async (scopes, isShown) => {
    const app = await platform.people.createApp(merchant, 'live', { scopes });
    const scoped = new Shop(platform, 'checkout', app.secret_key);
    const { session_id, checkout_url } = await shop.open({ order_ref: `scopes-${String(scopes)}` });
    const expected = isShown ? checkout_url : null;
    expect((await scoped.verify(session_id)).body).toMatchObject({ session_id, checkout_url: expected });
    const { body } = await platform.get(
      'checkout',
      `sessions.php?action=list&order_ref=scopes-${String(scopes)}`,
      { key: app.secret_key },
    );
    expect(body.data.data).toMatchObject([{ session_id, checkout_url: expected }]);
  });

  it('leaves the buyer’s page alone', async () => {
    const app = await platform.people.createApp(merchant, 'live', { scopes: ['charges:create'] });
    const session = await new Shop(platform, 'checkout', app.secret_key).open();
    const sessionToken = tokenOf(session);
    await platform.post(
      'business',
      'business.php?section=apps&action=update',
      { app_id: app.app_id, scopes: ['wallet:read'], pin: merchant.pin },
      { token: merchant.token },
    );
    const paid = await shop.pay(session, '4000000000000000', { sessionToken });
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
  });
});
