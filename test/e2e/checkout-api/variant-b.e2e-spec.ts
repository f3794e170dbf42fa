import { CARDS } from '../../support/test-cards';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterAll(() => platform?.proveAndStop());

const ASKED = { amount: 250_050, currency_code: 'NGN' };
const keyed = (key = merchant.live.secret_key) => ({ headers: { 'x-checkout-key': key } });

const create = (fields: object = {}, options: object = keyed(), host = 'checkout') =>
  platform.post(host, 'session.php?action=create', { ...ASKED, ...fields }, options);

const status = (token: string, options: object = keyed()) =>
  platform.get('checkout', `session.php?action=status&token=${encodeURIComponent(token)}`, options);

const expire = (token: string, options: object = keyed()) =>
  platform.post('checkout', 'session.php?action=expire', { token }, options);

describe('session.php?action=create', () => {
  it('answers 201 and the envelope of Variant B, in smallest units', async () => {
    const asked = {
      description: 'Annual plan',
      customer_email: ' Ada@Example.com ',
      customer_name: 'Ada Obi',
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/basket',
      metadata: { basket: '7' },
    };
    const { status: code, body } = await create(asked);
    expect([code, Object.keys(body)]).toEqual([201, ['success', 'message', 'data']]);
    expect([body.success, typeof body.message]).toEqual([true, 'string']);
    expect(body.data).toMatchObject({
      amount: 250_050,
      currency: 'NGN',
      currency_code: 'NGN',
      status: 'pending',
      ...asked,
      customer_email: 'ada@example.com',
    });
    expect(Number.isSafeInteger(body.data.session_id)).toBe(true);
    expect(body.data.session_token).toMatch(/^[\w-]{43}$/);
    expect(body.data.checkout_url).toBe(`${platform.urls.checkout}/pay/${body.data.session_token}`);
    expect(Date.parse(body.data.expires_at) - platform.clock.now().getTime()).toBeCloseTo(30 * 60_000, -4);
  });

  it('takes X-API-Key for the same key, and test keys in the sandbox', async () => {
    expect((await create({}, { key: merchant.live.secret_key })).status).toBe(201);
    const { checkout_secret_key } = merchant.test as unknown as { checkout_secret_key: string };
    const test = await create({}, keyed(checkout_secret_key), 'sandbox');
    expect([test.status, test.body.data.is_test]).toEqual([201, true]);
    expect((await create({}, keyed(merchant.test.secret_key))).body).toMatchObject({
      success: false,
      error_code: 'TEST_KEY_FORBIDDEN',
      status_code: 403,
    });
    expect((await create({}, {})).body).toMatchObject({ error_code: 'UNAUTHENTICATED', status_code: 401 });
    const both = {
      key: merchant.live.secret_key,
      headers: { 'x-checkout-key': `${merchant.live.secret_key}x` },
    };
    expect((await create({}, both)).status).toBe(401);
  });

  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));
  it.each([
    ['no amount', { amount: undefined }, 'amount'],
    ...[0, -1, 1.5, 1e21, '12.5', '1e3', null, true, [5], 99_999_999_999_999 + 1].map(
      (amount) => [`amount ${JSON.stringify(amount)}`, { amount }, 'amount'] as [string, object, string],
    ),
    ['no currency', { currency_code: undefined }, 'currency_code'],
    ['an unknown currency', { currency_code: 'JPY' }, 'currency_code'],
    ['51 keys of metadata', { metadata: keys(51) }, 'metadata'],
    ['501 characters of metadata', { metadata: { k: 'x'.repeat(501) } }, 'metadata'],
    ['a bad e-mail address', { customer_email: 'ada' }, 'customer_email'],
    ['a script as success_url', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['a malformed idempotency key', { idempotency_key: 'a b' }, 'idempotency_key'],
  ])('refuses %s with 422', async (_name, fields, field) => {
    const { status: code, body } = await create(fields);
    expect([code, body]).toMatchObject([
      422,
      { success: false, error_code: 'VALIDATION_ERROR', status_code: 422 },
    ]);
    expect(body.errors[0].field).toBe(field);
  });

  it('takes 50 keys of 500 characters, digits for an amount, and the largest', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'x'.repeat(500)]));
    expect((await create({ metadata })).body.data.metadata).toEqual(metadata);
    expect((await create({ amount: '1' })).body.data.amount).toBe(1);
    expect((await create({ amount: 99_999_999_999_999 })).body.data.amount).toBe(99_999_999_999_999);
  });

  it('happens once per idempotency_key, however often and at once it is sent', async () => {
    const body = { idempotency_key: 'b-once' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(body)));
    expect(new Set(answers.map(({ status: code, text }) => `${code} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    const inHeader = await create({}, { ...keyed(), idempotencyKey: 'b-once' });
    expect([inHeader.text, inHeader.headers.get('idempotency-replayed')]).toEqual([answers[0]!.text, 'true']);
    const other = await create({ ...body, amount: 1 });
    expect([other.status, other.body.error_code, other.body.status_code]).toEqual([
      409,
      'IDEMPOTENCY_CONFLICT',
      409,
    ]);
    const differing = await create(body, { ...keyed(), idempotencyKey: 'another' });
    expect(differing.status).toBe(422);
  });

  it("sends buyers back to the app's own place, unless the session names one", async () => {
    const app = await platform.people.createApp(merchant, 'live', {
      success_url: 'https://app.example/paid',
      cancel_url: 'https://app.example/left',
    });
    const plain = (await create({}, keyed(app.secret_key))).body.data;
    expect([plain.success_url, plain.cancel_url]).toEqual([
      'https://app.example/paid',
      'https://app.example/left',
    ]);
    const named = (await create({ success_url: 'https://shop.example/' }, keyed(app.secret_key))).body.data;
    expect([named.success_url, named.cancel_url]).toEqual([
      'https://shop.example/',
      'https://app.example/left',
    ]);
    const inA = await new Shop(platform, 'checkout', app.secret_key).open();
    expect(inA.success_url).toBe('https://app.example/paid');
    const change = { app_id: app.app_id, success_url: null, pin: '1234' };
    await platform.post('business', 'business.php?section=apps&action=update', change, {
      token: merchant.token,
    });
    expect((await create({}, keyed(app.secret_key))).body.data.success_url).toBeNull();
  });
});

describe('one session in both variants', () => {
  it('has one value, whichever made it', async () => {
    const { data } = (await create({ amount: 1005 })).body;
    expect((await shop.verify(data.reference)).body).toMatchObject({
      amount: 10.05,
      currency: 'NGN',
      status: 'pending',
    });
    const made = await shop.open({ amount: '10.05' });
    const token = made.checkout_url.split('/pay/')[1]!;
    expect((await status(token)).body.data).toMatchObject({ amount: 1005, reference: made.session_id });
    expect((await status(token)).body.data.session_id).toBe((await status(token)).body.data.session_id);
    await shop.pay({ session_id: data.reference }, CARDS.approved);
    expect((await status(data.session_token)).body.data).toMatchObject({ status: 'completed', amount: 1005 });
    const journals = await platform.sql(`SELECT amount_minor FROM ledger.journals WHERE related_id = $1`, [
      data.reference,
    ]);
    expect(journals).toEqual([{ amount_minor: '1005' }]);
  });

  it('is published as checkout.completed beside payment.success for sessions of Variant B only', async () => {
    const receiver = await platform.receiver();
    const seller = await platform.merchant();
    const endpoint = { app_id: seller.live.app_id, url: receiver.url, events: ['*'] };
    await platform.post('business', 'business.php?section=webhooks&action=create', endpoint, {
      token: seller.token,
    });
    const own = new Shop(platform, 'checkout', seller.live.secret_key);
    const inA = await own.open();
    await own.pay(inA, CARDS.approved);
    const fields = { customer_email: 'ada@example.com', customer_name: 'Ada', metadata: { a: 1 } };
    const { data } = (await create(fields, keyed(seller.live.secret_key))).body;
    await own.pay({ session_id: data.reference }, CARDS.approved);
    const completed = await receiver.next(({ event }) => event === 'checkout.completed');
    expect(completed.data.session).toMatchObject({
      id: data.session_id,
      session_token: data.session_token,
      amount: 250_050,
      currency_code: 'NGN',
      ...fields,
      status: 'completed',
      paid_at: expect.stringMatching(/Z$/),
    });
    const success = await receiver.next(
      ({ event, data: payload }) => event === 'payment.success' && payload.session_id === data.reference,
    );
    expect(success.data).toMatchObject({ amount: 2500.5, currency: 'NGN' });
    await receiver.next(
      ({ event, data: payload }) => event === 'payment.success' && payload.session_id === inA.session_id,
    );
    expect(receiver.received.filter(({ event }) => event === 'checkout.completed')).toHaveLength(1);
  });
});

describe('session.php?action=status and expire', () => {
  it('find a session of the own account by its token, and no other', async () => {
    const { data } = (await create()).body;
    const known = await status(data.session_token);
    expect([known.status, known.body.data]).toEqual([200, data]);
    const stranger = await platform.merchant();
    for (const token of ['x', 'x'.repeat(43), String(data.session_id), data.reference])
      expect((await status(token)).body).toMatchObject({ error_code: 'NOT_FOUND', status_code: 404 });
    const foreign = keyed(stranger.live.secret_key);
    expect((await status(data.session_token, foreign)).status).toBe(404);
    expect((await expire(data.session_token, foreign)).status).toBe(404);
    expect((await status('')).status).toBe(422);
  });

  it('close a pending session, once', async () => {
    const { data } = (await create()).body;
    const closed = await expire(data.session_token);
    expect([closed.status, closed.body]).toMatchObject([200, { success: true, data: { status: 'expired' } }]);
    expect((await expire(data.session_token)).body).toMatchObject({
      error_code: 'SESSION_EXPIRED',
      status_code: 410,
    });
    expect((await status(data.session_token)).body.data.status).toBe('expired');
  });

  it('show a session as expired after thirty minutes', async () => {
    const { data } = (await create()).body;
    platform.clock.advance({ minutes: 29 });
    expect((await status(data.session_token)).body.data.status).toBe('pending');
    platform.clock.advance({ minutes: 2 });
    expect((await status(data.session_token)).body.data.status).toBe('expired');
    expect((await shop.pay({ session_id: data.reference }, CARDS.approved)).status).toBe(410);
  });

  it('name wrong methods and unknown actions in their own envelope', async () => {
    const wrong = await platform.get('checkout', 'session.php?action=create', keyed());
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { error_code: 'METHOD_NOT_SUPPORTED', status_code: 400 },
    ]);
    const unknown = await platform.post('checkout', 'session.php?action=pay', {}, keyed());
    expect([unknown.status, unknown.body]).toMatchObject([
      400,
      { error_code: 'UNKNOWN_ACTION', status_code: 400 },
    ]);
  });
});
