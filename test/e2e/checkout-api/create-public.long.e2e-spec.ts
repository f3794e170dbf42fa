import { CARDS } from '../../support/test-cards';
import type { TestKeys, TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop } from './cards';

const ORIGIN = 'https://shop.example';

let platform: Platform;
let merchant: TestMerchant;
let open: TestKeys;
let bound: TestKeys;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  open = merchant.live;
  bound = await platform.people.createApp(merchant, 'live', {
    allowed_origins: [`${ORIGIN}/`, 'http://localhost:4000'],
  });
});

afterAll(() => platform?.proveAndStop());

let clients = 0;
/** Each call comes from an address of its own, unless it names one. */
function create(
  fields: object,
  { key, origin, from }: { key?: string; origin?: string; from?: string } = {},
  host = 'checkout',
) {
  const headers = {
    'x-forwarded-for': from ?? `10.3.${Math.floor(clients / 200)}.${clients++ % 200}`,
    ...(origin && { origin }),
  };
  return platform.post(
    host,
    'sessions.php?action=create-public',
    { amount: 2500.5, ...fields },
    { key, headers },
  );
}

describe('sessions.php?action=create-public', () => {
  it('opens a session of thirty minutes with a public key, and says that it is public', async () => {
    const fields = {
      currency: 'usd',
      description: 'A mug',
      customer: { email: 'ada@example.com', name: 'Ada' },
    };
    const { status, body } = await create(fields, { key: open.public_key });
    expect([status, body]).toMatchObject([
      200,
      {
        success: true,
        status: 'pending',
        amount: 2500.5,
        currency: 'USD',
        description: 'A mug',
        public: true,
        is_test: false,
        session_id: expect.stringMatching(/^cs_live_/),
        checkout_url: expect.stringMatching(new RegExp(`^${platform.urls.checkout}/pay/[\\w-]{43}$`)),
      },
    ]);
    expect(Date.parse(body.expires_at) - platform.clock.now().getTime()).toBeCloseTo(30 * 60_000, -4);
    const shop = new Shop(platform, 'checkout', open.secret_key);
    expect((await shop.verify(body.session_id)).body).toMatchObject({
      public: true,
      amount: 2500.5,
      metadata: {},
      customer: fields.customer,
    });
    expect((await shop.verify((await shop.open()).session_id)).body.public).toBe(false);
  });

  it('takes the key in the body as well; another one in the header is refused', async () => {
    expect((await create({ public_key: open.public_key })).status).toBe(200);
    const both = await create({ public_key: open.public_key }, { key: bound.public_key, origin: ORIGIN });
    expect([both.status, both.body.error_code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('works in the sandbox with the test key', async () => {
    const { status, body } = await create({}, { key: merchant.test.public_key }, 'sandbox');
    expect([status, body.is_test, body.session_id.slice(0, 8)]).toEqual([200, true, 'cs_test_']);
    expect((await create({}, { key: merchant.test.public_key })).body.error_code).toBe('TEST_KEY_FORBIDDEN');
    expect((await create({}, { key: open.public_key }, 'sandbox')).body.error_code).toBe(
      'LIVE_KEY_FORBIDDEN',
    );
  });

  it('refuses secret keys in any position, and requests without a key', async () => {
    const inHeader = await create({}, { key: open.secret_key });
    expect([inHeader.status, inHeader.body.error_code]).toEqual([401, 'INVALID_API_KEY']);
    expect(inHeader.body.message).toMatch(/^This is a secret key/);
    expect((await create({ public_key: open.secret_key })).status).toBe(401);
    expect((await create({})).status).toBe(401);
    expect((await create({}, { key: `pk_live_${'A'.repeat(43)}` })).body.error_code).toBe('INVALID_API_KEY');
  });

  it.each([
    ['metadata', { metadata: { order: 1 } }, 'metadata'],
    ['empty metadata', { metadata: {} }, 'metadata'],
    ['null metadata', { metadata: null }, 'metadata'],
    ['no amount', { amount: undefined }, 'amount'],
    ['an unknown currency', { currency: 'JPY' }, 'currency'],
    ['a script as success_url', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['a bad e-mail address', { customer: { email: 'x' } }, 'customer.email'],
  ])('refuses %s', async (_name, fields, field) => {
    const { status, body } = await create(fields, { key: open.public_key });
    expect([status, body.error_code, body.errors?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('leaves order_ref, escrow, methods and expiry to the merchant’s server', async () => {
    const fields = { order_ref: 'X', escrow: true, expires_in: 43_200, payment_methods: ['card'] };
    const { body } = await create(fields, { key: open.public_key });
    expect(
      (await new Shop(platform, 'checkout', open.secret_key).verify(body.session_id)).body,
    ).toMatchObject({
      order_ref: null,
      escrow: false,
      expires_at: body.expires_at,
    });
  });

  it('is limited to twenty a minute for each key and address', async () => {
    const from = '10.200.0.1';
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => create({}, { key: open.public_key, from })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    expect(answers[0]!.headers.get('x-ratelimit-limit')).toBe('20');
    expect((await create({}, { key: open.public_key, from: '10.200.0.2' })).status).toBe(200);
    expect((await create({}, { key: bound.public_key, from, origin: ORIGIN })).status).toBe(200);
  });

  it('shares this limit with the forms of payment links and invoices, for each address', async () => {
    const form = async (path: string, from: string) => {
      const headers = { 'x-forwarded-for': from };
      const answer = await fetch(`${platform.urls.checkout}/${path}`, {
        method: 'POST',
        body: new URLSearchParams(),
        headers,
      });
      return answer.status;
    };
    for (const path of [`link/${'x'.repeat(22)}/pay`, `invoice/${'x'.repeat(43)}/pay`]) {
      const from = `10.200.1.${path.length}`;
      const statuses = await Promise.all(Array.from({ length: 22 }, () => form(path, from)));
      expect(statuses.sort()).toEqual([...Array<number>(20).fill(404), 429, 429]);
      expect(await form(path, '10.200.1.1')).toBe(404);
    }
  });

  it('marks the payment, so that the merchant compares what was paid', async () => {
    const receiver = await platform.receiver();
    const endpoint = { app_id: open.app_id, url: receiver.url, events: ['payment.success'] };
    await platform.post('business', 'business.php?section=webhooks&action=create', endpoint, {
      token: merchant.token,
    });
    const { body } = await create({ amount: 1 }, { key: open.public_key });
    await new Shop(platform, 'checkout', open.secret_key).pay(body, CARDS.approved);
    const { data } = await receiver.next();
    expect(data).toMatchObject({ session_id: body.session_id, amount: 1, is_public: true, metadata: {} });
  });
});

describe('allowed origins', () => {
  it('are the only origins that an app’s public key works from and that buyers return to', async () => {
    const key = bound.public_key;
    expect((await create({}, { key, origin: ORIGIN })).status).toBe(200);
    for (const origin of [
      undefined,
      'https://evil.example',
      'https://shop.example.evil.example',
      'http://shop.example',
      'null',
    ]) {
      const refused = await create({}, { key, origin });
      expect([origin, refused.status, refused.body.error_code]).toEqual([origin, 403, 'FORBIDDEN']);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
    const places = { success_url: `${ORIGIN}/thanks?x=1`, cancel_url: 'http://localhost:4000/' };
    expect((await create(places, { key, origin: ORIGIN })).status).toBe(200);
    for (const field of ['success_url', 'cancel_url']) {
      const elsewhere = await create({ [field]: 'https://evil.example/' }, { key, origin: ORIGIN });
      expect([elsewhere.status, elsewhere.body.errors?.[0]?.field]).toEqual([400, field]);
    }
  });

  it('include for test apps those of the developer’s own machine, and always the host’s own', async () => {
    const testApp = await platform.people.createApp(merchant, 'test', { allowed_origins: [ORIGIN] });
    const local = [
      'http://localhost:5173',
      'http://127.0.0.1:8080',
      'http://shop.localhost',
      'https://localhost:3000',
    ];
    const other = [
      'http://localhost.evil.example',
      'http://evil.example:80',
      'http://127.0.0.1.evil.example',
    ];
    const asked = async (key: string, host: string, origin: string, fields = {}) =>
      (await create({ embed: true, ...fields }, { key, origin }, host)).status;
    for (const origin of [...local, platform.urls.sandbox])
      expect([origin, await asked(testApp.public_key, 'sandbox', origin)]).toEqual([origin, 200]);
    for (const origin of other)
      expect([origin, await asked(testApp.public_key, 'sandbox', origin)]).toEqual([origin, 403]);
    const back = { success_url: 'http://localhost:5173/thanks' };
    expect(await asked(testApp.public_key, 'sandbox', ORIGIN, back)).toBe(200);
    expect(await asked(bound.public_key, 'checkout', new URL(platform.urls.checkout).origin)).toBe(200);
    expect(await asked(bound.public_key, 'checkout', 'http://localhost:5173')).toBe(403);
  });

  it('refuse a session for a frame at once where the page could not be shown in one', async () => {
    const key = open.public_key;
    const origin = 'https://later.example';
    const refused = await create({ embed: true }, { key, origin });
    expect([refused.status, refused.body.error_code]).toEqual([403, 'FORBIDDEN']);
    expect(refused.body.message).toBe(
      'Pages of https://later.example cannot show the payment page in a frame: add this origin to allowed_origins of the app.',
    );
    // A page can read why.
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    expect((await create({ embed: false }, { key, origin })).status).toBe(200);
    expect((await create({ embed: true }, { key })).status).toBe(403);
    expect((await create({ embed: true }, { key: bound.public_key, origin: ORIGIN })).status).toBe(200);
  });

  it('may be set and taken away; without any, every origin is allowed', async () => {
    const app = await platform.people.createApp(merchant, 'live');
    const origin = 'https://later.example';
    expect((await create({}, { key: app.public_key, origin })).status).toBe(200);
    const update = (allowed_origins: unknown) =>
      platform.post(
        'business',
        'business.php?section=apps&action=update',
        { app_id: app.app_id, allowed_origins, pin: '1234' },
        { token: merchant.token },
      );
    expect((await update([ORIGIN])).status).toBe(200);
    expect((await create({}, { key: app.public_key, origin })).status).toBe(403);
    for (const bad of [
      ['https://a.example/path'],
      ['*'],
      ['a.example'],
      ['https://*.example'],
      ['https://a.example;script-src'],
      'https://a.example',
    ])
      expect([bad, (await update(bad)).status]).toEqual([bad, 400]);
    expect((await update(null)).status).toBe(200);
    expect((await create({}, { key: app.public_key, origin })).status).toBe(200);
  });

  it('read answers and refusals across origins', async () => {
    const key = bound.public_key;
    for (const [fields, status] of [
      [{}, 200],
      [{ amount: -1 }, 400],
    ] as const) {
      const answer = await create(fields, { key, origin: ORIGIN });
      expect([
        answer.status,
        answer.headers.get('access-control-allow-origin'),
        answer.headers.get('vary'),
      ]).toEqual([...[status, ORIGIN, 'Origin']]);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
    const unknown = await create({}, { key: 'pk_live_x', origin: ORIGIN });
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([401, ORIGIN]);
  });

  it('are asked by a browser beforehand, for the actions that pages may call', async () => {
    const preflight = (action: string) =>
      fetch(`${platform.urls.checkout}/api/sessions.php?action=${action}`, {
        method: 'OPTIONS',
        headers: {
          origin: ORIGIN,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-api-key',
        },
      });
    const answer = await preflight('create-public');
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-api-key');
    const status = await preflight('public-status');
    expect([status.status, status.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
    for (const action of ['create', 'pay-card']) {
      const other = await preflight(action);
      expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([400, null]);
    }
    const secret = await new Shop(platform, 'checkout', open.secret_key).call(
      'create',
      { amount: 1 },
      { key: open.secret_key },
    );
    expect(secret.headers.get('access-control-allow-origin')).toBeNull();
  });
});
