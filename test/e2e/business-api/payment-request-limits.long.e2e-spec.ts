import type { HttpAnswer } from '../../support/http-client';
import { newId } from '../../support/books';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

const DAY_SECONDS = 86_400;

/** How much one person may ask of others. */
describe('limits of payment requests', () => {
  let platform: Platform;
  let asker: TestUser;
  let asked: TestUser;
  beforeAll(async () => {
    platform = await startPlatform({ secondBusiness: true });
  });
  beforeEach(async () => {
    platform.clock.freeze();
    [asker, asked] = [await platform.signUp(), await platform.signUp()];
  });
  afterAll(() => platform.proveAndStop());

  const post = (user: TestUser, action: string, body: object, idempotencyKey?: string) =>
    platform.post('business', `wallet.php?action=${action}`, body, { token: user.token, idempotencyKey });
  const ask = (recipient = asked, key?: string) =>
    post(asker, 'request-payment', { recipient: recipient.usertag, amount: 5 }, key);
  const cancel = (request_id: number) => post(asker, 'cancel-request', { request_id });
  /** The rate limit of its class counts by itself: each of these comes a minute after the last. */
  const later = async (make: () => Promise<HttpAnswer>) => {
    platform.clock.advance({ minutes: 1 });
    return make();
  };
  const signIn = async (user: TestUser): Promise<TestUser> => {
    const { email, password } = user;
    const { body } = await platform.post('business', 'auth.php?action=login', { email, password });
    return { ...user, token: body.access_token };
  };
  /** Requests the asker made before, to strangers. */
  const madeBefore = (count: number, status: 'pending' | 'declined') =>
    platform.sql(
      `INSERT INTO payment_requests (asker_id, asked_id, amount_minor, currency, status, created_at, expires_at, closed_at, version)
       SELECT $1, $2, 500, 'NGN', $3, $4, $4::timestamptz + interval '7 days', CASE WHEN $3 = 'declined' THEN $4::timestamptz END, 1
         FROM generate_series(1, $5::int)`,
      [asker.id, newId(), status, platform.clock.now(), count],
    );

  it('five are open to one person; one that ends makes room', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push((await ask()).body.request_id);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'LIMIT_REACHED' } });
    expect((await ask(await platform.signUp())).status).toBe(200);
    await post(asked, 'decline-request', { request_id: ids[0] });
    expect((await ask()).status).toBe(200);
    await cancel(ids[1]!);
    expect((await ask()).status).toBe(200);
    expect((await ask()).body.error_code).toBe('LIMIT_REACHED');
  });

  it('one that expires makes room at the instant', async () => {
    for (let i = 0; i < 5; i++) await ask();
    platform.clock.advance({ days: 7, ms: -1 });
    asker = await signIn(asker);
    expect((await ask()).body.error_code).toBe('LIMIT_REACHED');
    platform.clock.advance({ ms: 1 });
    expect((await ask()).status).toBe(200);
  });

  it('a hundred are open in all', async () => {
    await madeBefore(99, 'pending');
    expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 400, body: { error_code: 'LIMIT_REACHED' } });
  });

  it('the refusal is remembered by a key, as every limit is', async () => {
    await madeBefore(100, 'pending');
    const refused = await ask(asked, 'limit-1');
    await platform.sql(
      `UPDATE payment_requests SET status = 'cancelled', closed_at = created_at WHERE asker_id = $1`,
      [asker.id],
    );
    const again = await ask(asked, 'limit-1');
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([refused.text, 'true']);
    expect((await ask()).status).toBe(200);
  });

  it('ten a day go to one person, whatever became of them; then it says when the next may', async () => {
    const began = platform.clock.unixSeconds();
    for (let i = 0; i < 10; i++) {
      const made = await later(() => ask());
      expect((await cancel(made.body.request_id)).status).toBe(200);
    }
    const refused = await later(() => ask(asked, 'day-1'));
    const wait = DAY_SECONDS - (platform.clock.unixSeconds() - began - 60);
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED', retry_after: wait } });
    expect(refused.headers.get('retry-after')).toBe(String(wait));
    expect((await ask(await platform.signUp())).status).toBe(200);
    platform.clock.advance({ seconds: wait, ms: -1 });
    asker = await signIn(asker);
    expect((await ask(asked, 'day-1')).status).toBe(429);
    platform.clock.advance({ ms: 1 });
    expect((await ask(asked, 'day-1')).status).toBe(200);
  });

  it('two hundred a day go out in all', async () => {
    await madeBefore(199, 'declined');
    expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 429, body: { retry_after: DAY_SECONDS } });
  });

  it('asking and paying count as transfers do: twenty a minute', async () => {
    const wrong = () => post(asker, 'request-payment', { recipient: 'unknown_tag', amount: 5 });
    const statuses = new Set<number>();
    for (let i = 0; i < 19; i++) statuses.add((await wrong()).status);
    const pin = asker.pin;
    statuses.add((await post(asker, 'fulfill-request', { request_id: 1_000_000, pin })).status);
    expect([...statuses]).toEqual([404]);
    expect((await wrong()).status).toBe(429);
    expect((await post(asker, 'transfer', { recipient: asked.usertag, amount: 5, pin })).status).toBe(429);
  });

  it.each([
    ['to one person', 0, 5],
    ['in all', 97, 3],
  ])('20 at once, through two processes, make no more than are allowed %s', async (_, before, allowed) => {
    await madeBefore(before, 'pending');
    const hosts = [platform.urls.business, await platform.secondBusinessUrl()];
    const body = { recipient: asked.usertag, amount: 5 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_unused, i) =>
        platform.post(hosts[i % 2]!, 'wallet.php?action=request-payment', body, { token: asker.token }),
      ),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(allowed);
    expect(new Set(made.map((answer) => answer.body.request_id as number)).size).toBe(allowed);
    const refused = answers.filter((answer) => !made.includes(answer));
    expect(new Set(refused.map((answer) => answer.body.error_code as string))).toEqual(
      new Set(['LIMIT_REACHED']),
    );
  });
});
