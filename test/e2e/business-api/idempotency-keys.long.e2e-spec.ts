import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

/** How a request names its key, and what a key saves; the proof of keys covers the behaviour of each action. */
describe('an idempotency key', () => {
  let platform: Platform;
  let payer: TestUser;
  let payee: TestUser;

  beforeAll(async () => {
    platform = await startPlatform();
    [payer, payee] = [await platform.signUp(), await platform.signUp()];
    await platform.fund(payer, 'NGN', '1000.00');
  });
  afterAll(() => platform?.proveAndStop());

  const pay = (headers: Record<string, string>, more: object = {}) =>
    platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: payee.usertag, amount: 1, pin: payer.pin, ...more },
      { token: payer.token, headers },
    );
  const transfers = async () => {
    const rows = await platform.sql(`SELECT 1 FROM ledger.journals WHERE type = 'transfer'`);
    return rows.length;
  };
  /** How many transfers `requests` make, and by how many requests the caller's limit goes down. */
  async function made(
    requests: (() => ReturnType<typeof pay>)[],
  ): Promise<{ moved: number; counted: number }> {
    const [before, first, answers] = [await transfers(), await left(), [] as string[]];
    for (const request of requests) answers.push((await request()).text);
    expect(answers.every((text) => text.includes('"success":true'))).toBe(true);
    return { moved: (await transfers()) - before, counted: first - (await left()) - 1 };
  }
  /** What is left of the limit once this has been asked, by a request that moves nothing. */
  const left = async () => {
    const { headers } = await pay({}, { recipient: 'no_such_tag' });
    return Number(headers.get('x-ratelimit-remaining'));
  };

  it('may be sent as X-Idempotency-Key, as Idempotency-Key, or as both: it is the same one', async () => {
    const [ours, common] = ['X-Idempotency-Key', 'Idempotency-Key'];
    const requests = [
      { [ours]: 'one' },
      { [common]: 'one' },
      { [common]: 'one' },
      { [ours]: 'one', [common]: 'one' },
    ];
    expect(await made(requests.map((headers) => () => pay(headers)))).toEqual({ moved: 1, counted: 1 });
    expect((await pay({ [common]: 'one' })).headers.get('idempotency-replayed')).toBe('true');
    expect(await pay({ [common]: 'one' }, { amount: 2 })).toMatchObject({
      status: 409,
      body: { error_code: 'IDEMPOTENCY_CONFLICT' },
    });
  });

  it.each<[what: string, headers: Record<string, string>]>([
    ['two keys that differ', { 'X-Idempotency-Key': 'two', 'Idempotency-Key': 'three' }],
    ['a space in it', { 'Idempotency-Key': 'a key' }],
    ['more than 128 characters', { 'Idempotency-Key': 'k'.repeat(129) }],
    ['nothing in it', { 'Idempotency-Key': '' }],
    ['one sound name, and a bad one', { 'X-Idempotency-Key': 'four', 'Idempotency-Key': 'f our' }],
  ])('is refused with %s, and nothing moves', async (_what, headers) => {
    const before = await transfers();
    expect(await pay(headers)).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR', errors: [{ field: 'idempotency_key' }] },
    });
    expect(await transfers()).toBe(before);
  });

  it('is ignored in a body of variant A: each request moves money, and each counts', async () => {
    const request = () => pay({}, { idempotency_key: 'in-the-body' });
    expect(await made([request, request, request])).toEqual({ moved: 3, counted: 3 });
  });

  it('applies the limit to other requests under the key, so that it does not help to probe for accounts', async () => {
    const guess = (n: number) => pay({ 'X-Idempotency-Key': 'guess' }, { recipient: `unknown${n}` });
    const first = await left();
    for (const n of [1, 2, 3]) expect((await guess(n)).status).toBe(404);
    expect(first - (await left())).toBe(4);
  });

  it('spares a request its limit, and not that of all requests', async () => {
    const payer = await platform.signUp();
    const guess = () =>
      platform.post(
        'business',
        'wallet.php?action=transfer',
        { recipient: 'unknown', amount: 1, pin: payer.pin },
        { token: payer.token, idempotencyKey: 'again' },
      );
    const statuses: number[] = [];
    for (let n = 0; n < 302; n++) statuses.push((await guess()).status);
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThan(290);
    expect(statuses.at(-1)).toBe(429);
  });

  it('identifies a body without its PIN, but with nested fields of that name', async () => {
    platform.clock.advance({ minutes: 1 });
    const key = { 'X-Idempotency-Key': 'pins' };
    expect((await pay(key, { pin: '0000' })).status).toBe(403);
    expect((await pay(key)).status).toBe(200);

    const merchant = await platform.merchant();
    const open = (pin: string) =>
      platform.post(
        'checkout',
        'sessions.php?action=create',
        { amount: 100, currency: 'NGN', metadata: { pin } },
        { key: merchant.live.secret_key, headers: { 'X-Idempotency-Key': 'doors' } },
      );
    expect((await open('A')).status).toBe(200);
    expect(await open('B')).toMatchObject({ status: 409, body: { error_code: 'IDEMPOTENCY_CONFLICT' } });
  });
});
