import { inspect } from 'node:util';
import {
  answers,
  breaksOff,
  drops,
  refuses,
  ScriptedHost,
  staysSilent,
  type Step,
  succeeds,
} from '../test/scripted-host.js';
import {
  ApiError,
  CardDeclinedError,
  ConflictError,
  ConnectionError,
  Payments,
  PaymentsError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './index.js';

const KEY = 'sk_test_0123456789abcdef';
const UUID = /^[0-9a-f-]{36}$/;

describe('A request of the client', () => {
  let host: ScriptedHost;
  let pay: Payments;

  beforeAll(async () => {
    host = await ScriptedHost.start();
    pay = new Payments({ secretKey: KEY, hosts: { sandbox: host.url } });
  });
  afterAll(() => host.close());

  const create = (options?: Parameters<Payments['sessions']['create']>[1]) =>
    pay.sessions.create({ amount: 2500 }, options);
  /** Not idempotent: a second one sends a second ping. */
  const test = () => pay.webhooks.test({ id: '01a1fbd0-7c1e-7000-8000-3f2b9c4d5e6f' });
  const keys = () => host.received.map(({ headers }) => headers['x-idempotency-key']);
  const caught = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => {
        throw new Error('It succeeded.');
      },
      (error: unknown) => error,
    );

  it('has the path form, the key and the body', async () => {
    host.will(succeeds({ session_id: 'cs_test_1' }));
    await expect(create()).resolves.toMatchObject({ session_id: 'cs_test_1' });
    const [request] = host.received;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/api/sessions.php/create',
      body: '{"amount":2500}',
    });
    expect(request!.headers).toMatchObject({
      'x-api-key': KEY,
      'x-idempotency-key': expect.stringMatching(UUID),
    });
  });

  it('leaves out query fields that are not given', async () => {
    host.will(succeeds());
    await pay.events.list({ types: undefined, limit: 5 });
    expect(host.received[0]).toMatchObject({ method: 'GET', url: '/api/events.php/list?limit=5', body: '' });
  });

  it.each([
    ['a dropped connection', drops],
    ['a response that breaks off', breaksOff],
    ['429', refuses(429, 'RATE_LIMITED')],
    ['500', refuses(500, 'INTERNAL_ERROR')],
    ['503', refuses(503, 'SERVICE_UNAVAILABLE')],
    ['502 of a proxy', answers(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' })],
    ['409 of a request under way', refuses(409, 'IDEMPOTENCY_IN_PROGRESS')],
  ])('is repeated after %s under one idempotency key', async (_, failure: Step) => {
    host.will(failure, succeeds({ session_id: 'cs_test_1' }));
    await expect(create()).resolves.toMatchObject({ session_id: 'cs_test_1' });
    expect(keys()).toEqual([keys()[0], keys()[0]]);
    expect(keys()[0]).toMatch(UUID);
    await create();
    expect(keys()[2]).not.toBe(keys()[0]);
  });

  it('is repeated under the key that the caller gives, in the body of variant B as well', async () => {
    host.will(drops, succeeds());
    await create({ idempotencyKey: 'order-1' });
    expect(keys()).toEqual(['order-1', 'order-1']);
    host.will(succeeds());
    await pay.session.create({ amount: 2500, idempotency_key: 'order-2' } as never);
    expect(keys()).toEqual(['order-2']);
  });

  it.each([0, -1, NaN, Infinity, 2 ** 31])('is not sent with a time limit of %s ms', async (timeout) => {
    host.will(succeeds());
    await expect(create({ timeout })).rejects.toThrow('A timeout is 1 to 2147483647 milliseconds.');
    expect(host.received).toHaveLength(0);
  });

  it('fails without the key that a response repeats in another spelling', async () => {
    const body = `{"success":false,"message":"Bad key ${KEY.replace('s', '\\u0073')}","error_code":"NOT_FOUND"}`;
    host.will(answers(404, body));
    expect(await caught(create())).toMatchObject({ message: 'Bad key [redacted]' });
    host.will(answers(400, '{"success":false,"message":{"no":"text"}}'));
    expect(await caught(create())).toMatchObject({ message: expect.stringMatching(/answered 400/) });
  });

  it('is repeated twice at most', async () => {
    host.will(refuses(500, 'INTERNAL_ERROR'));
    await expect(create()).rejects.toBeInstanceOf(ServerError);
    expect(host.received).toHaveLength(3);
    host.will(refuses(500, 'INTERNAL_ERROR'));
    await expect(create({ maxRetries: 0 })).rejects.toBeInstanceOf(ServerError);
    expect(host.received).toHaveLength(1);
  });

  it.each([
    ['a dropped connection', drops, ConnectionError],
    ['a response that breaks off', breaksOff, ConnectionError],
    ['500', refuses(500, 'INTERNAL_ERROR'), ServerError],
    ['503', refuses(503, 'SERVICE_UNAVAILABLE'), ServerError],
  ])('is not repeated without an idempotency key after %s', async (_, failure: Step, kind) => {
    host.will(failure, succeeds());
    await expect(test()).rejects.toBeInstanceOf(kind);
    expect(host.received).toHaveLength(1);
  });

  it('is repeated without an idempotency key after 429', async () => {
    host.will(refuses(429, 'RATE_LIMITED'), succeeds());
    await test();
    expect(keys()).toEqual([undefined, undefined]);
  });

  it.each([
    [400, 'VALIDATION_ERROR', ValidationError],
    [422, 'VALIDATION_ERROR', ValidationError],
    [400, 'CARD_DECLINED', CardDeclinedError],
    [400, 'INSUFFICIENT_FUNDS', ApiError],
    [409, 'IDEMPOTENCY_CONFLICT', ConflictError],
    [418, 'CODE_OF_A_LATER_VERSION', ApiError],
  ])('is not repeated after %i %s', async (status, code, kind) => {
    host.will(refuses(status, code));
    const error = await caught(create());
    expect(error).toMatchObject({ constructor: kind, name: kind.name, status, errorCode: code });
    expect(host.received).toHaveLength(1);
  });

  it('waits as long as Retry-After says, and not at all if that is too long', async () => {
    host.will(answers(429, { success: false, error_code: 'RATE_LIMITED', retry_after: 1 }), succeeds());
    const began = performance.now();
    await create();
    expect(performance.now() - began).toBeGreaterThan(990);
    host.will(answers(429, { success: false, error_code: 'RATE_LIMITED' }, { 'retry-after': '3600' }));
    const error = await caught(create());
    expect(error).toMatchObject({ constructor: RateLimitError, retryAfter: 3600 });
    expect(host.received).toHaveLength(1);
  });

  it('reads a date in Retry-After', async () => {
    const at = new Date(Date.now() + 7200_000).toUTCString();
    host.will(answers(429, { success: false }, { 'retry-after': at }));
    const { retryAfter } = (await caught(create())) as ApiError;
    expect(retryAfter).toBeGreaterThan(7100);
    expect(retryAfter).toBeLessThanOrEqual(7200);
  });

  it('ends after its time limit, and is repeated then', async () => {
    host.will(staysSilent, succeeds({ session_id: 'cs_test_1' }));
    await expect(create({ timeout: 50 })).resolves.toMatchObject({ session_id: 'cs_test_1' });
    host.will(staysSilent);
    await expect(create({ timeout: 50, maxRetries: 0 })).rejects.toThrow(/no response within 50 ms/);
  });

  it('ends when the caller says so, also between two attempts', async () => {
    const reason = new Error('the buyer went away');
    const asked = new AbortController();
    host.will((response) => (asked.abort(reason), response.destroy()));
    await expect(create({ signal: asked.signal })).rejects.toBe(reason);
    await expect(create({ signal: asked.signal })).rejects.toBe(reason);
    expect(host.received).toHaveLength(1);
    const later = new AbortController();
    host.will((response) => {
      answers(500, {}, { 'retry-after': '50' })(response);
      response.on('finish', () => later.abort(reason));
    });
    await expect(create({ signal: later.signal })).rejects.toBe(reason);
    expect(host.received).toHaveLength(1);
  });

  it('names the host that does not answer', async () => {
    const closed = await ScriptedHost.start();
    const { url } = closed;
    await closed.close();
    const stopped = new Payments({ secretKey: KEY, hosts: { sandbox: url }, maxRetries: 0 });
    await expect(stopped.sessions.list().page()).rejects.toThrow(`${url} does not answer (ECONNREFUSED)`);
  });

  it('reads JSON under another content type, and nothing else as a success', async () => {
    host.will(answers(200, { success: true, session_id: 'cs_test_1' }, { 'content-type': 'text/plain' }));
    await expect(create()).resolves.toMatchObject({ session_id: 'cs_test_1' });
    for (const body of ['<html>Hello</html>', '{"session_id": "cs_test_1"}', '[]', 'null', '']) {
      host.will(answers(200, body));
      await expect(create()).rejects.toMatchObject({
        constructor: ServerError,
        status: 200,
        errorCode: null,
      });
      expect(host.received).toHaveLength(1);
    }
  });

  it('follows no redirect, which would take the key to another server', async () => {
    host.will(answers(307, '', { location: '/elsewhere' }));
    await expect(create()).rejects.toMatchObject({ status: 307 });
    expect(host.received).toHaveLength(1);
  });

  it('returns fields and values of later versions as they are', async () => {
    host.will(succeeds({ session_id: 'cs_test_1', status: 'later_status', later: { field: 1 } }));
    await expect(pay.sessions.retrieve({ session_id: 'cs_test_1' })).resolves.toEqual({
      success: true,
      session_id: 'cs_test_1',
      status: 'later_status',
      later: { field: 1 },
    });
  });

  it('returns files as bytes, and their refusals as errors', async () => {
    host.will(answers(200, '%PDF-1.7', { 'content-type': 'application/pdf' }));
    await expect(pay.invoices.pdf({ id: 'inv_test_1' })).resolves.toEqual(
      new TextEncoder().encode('%PDF-1.7'),
    );
    host.will(refuses(404, 'NOT_FOUND'));
    await expect(pay.invoices.pdf({ id: 'inv_test_1' })).rejects.toMatchObject({ errorCode: 'NOT_FOUND' });
  });

  it('reports unknown fields of an operation once', async () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    process.on('warning', onWarning);
    host.will(succeeds({}, { 'x-unknown-fields': 'curency' }));
    for (let request = 0; request < 3; request += 1) await create();
    await pay.events.list();
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings.filter((message) => message.includes('curency'))).toEqual([
      expect.stringContaining('sessions.create'),
      expect.stringContaining('events.list'),
    ]);
  });

  it('can be a dry run if the operation has them', async () => {
    host.will(succeeds({ dry_run: true }));
    await create({ dryRun: true });
    expect(host.received[0]!.headers['x-dry-run']).toBe('true');
    host.will(succeeds());
    const real = pay.webhooks.test as unknown as (body: object, options: object) => Promise<unknown>;
    for (const options of [{ dryRun: true }, { idempotencyKey: 'order-1' }])
      await expect(real({ id: 'x' }, options)).rejects.toThrow('webhooks.test takes no idempotencyKey');
    expect(host.received).toEqual([]);
  });

  it('is not sent with a malformed idempotency key', async () => {
    for (const idempotencyKey of ['', 'a b', 'x'.repeat(129), 'é'])
      await expect(create({ idempotencyKey })).rejects.toThrow('1 to 128 visible ASCII characters');
    expect(host.received).toEqual([]);
  });

  it('shows the key in no error, even if the server repeats it', async () => {
    const echo = refuses(401, 'INVALID_API_KEY', { message: `No such key: ${KEY}`, request_id: KEY });
    for (const step of [echo, drops, breaksOff, answers(200, KEY), answers(502, KEY)]) {
      host.will(step);
      const error = await caught(create({ maxRetries: 0 }));
      expect(error).toBeInstanceOf(PaymentsError);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
    }
    expect(inspect(pay, { depth: 9, showHidden: true })).not.toContain(KEY);
  });
});
