import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { RateLimitStorage } from '@app/http';
import { eventually } from '../support/eventually';
import { takeLog } from '../support/log-lines';
import type { TestMerchant, TestUser } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';
import { Teams } from '../support/teams';
import { person } from './business-api/auth-requests';

const PAGE = 'https://app.example.com';
const MALFORMED = '{"a":';
const LOGIN = 'auth.php?action=login';
const REGISTER = 'auth.php?action=register';
const TRANSFER = 'wallet.php?action=transfer';
const PAYROLL = 'business.php?section=payroll&action=create';

let log: ReturnType<typeof takeLog>;
let platform: Platform;
let merchant: TestMerchant;
let payee: TestUser;
beforeAll(async () => {
  log = takeLog();
  platform = await startPlatform({
    apps: ['business', 'checkout', 'app'],
    env: { WEB_ORIGINS: PAGE, LOG_LEVEL: 'info' },
  });
  [merchant, payee] = [await platform.merchant(), await platform.signUp()];
  await platform.fund(merchant, 'NGN', '1000.00');
});
afterAll(async () => {
  await platform?.proveAndStop();
  log.restore();
});

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const remaining = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));

interface Connection {
  send: (text: string) => void;
  /** All that was received once it matches. */
  received: (pattern: RegExp) => Promise<string>;
  abort: () => void;
}

/** A connection whose requests are written by hand. */
async function connection(host: 'business' | 'checkout' = 'business'): Promise<Connection> {
  const { hostname, port } = new URL(platform.urls[host]);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let text = '';
  socket.on('data', (part: string) => (text += part)).on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    send: (part) => void socket.write(part),
    received: async (pattern) => {
      await eventually(() => Promise.resolve(pattern.test(text)));
      return text;
    },
    abort: () => socket.resetAndDestroy(),
  };
}

const head = (path: string, ...lines: string[]) =>
  [`POST /api/${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...lines, '', ''].join(
    '\r\n',
  );

describe('A request before its body is read', () => {
  it('is refused for an address over its limit', async () => {
    const address = from('203.0.113.1');
    for (let n = 0; n < 5; n++) await platform.post('business', REGISTER, person(), address);
    const { status, body, headers } = await platform.post('business', REGISTER, MALFORMED, address);
    expect([status, body]).toMatchObject([
      429,
      { error_code: 'RATE_LIMITED', retry_after: expect.any(Number) },
    ]);
    expect([headers.get('retry-after'), remaining({ headers })]).toEqual([String(body.retry_after), 0]);
  });

  it('is refused for a user over the limit of transfers, also under an idempotency key', async () => {
    const user = await platform.signUp();
    const pay = (body: unknown, idempotencyKey: string) =>
      platform.post('business', TRANSFER, body, { token: user.token, idempotencyKey });
    expect((await pay(MALFORMED, 'key')).status).toBe(400);
    for (let n = 0; n <= 20; n++) await pay({ recipient: 'unknown', amount: 1, pin: user.pin }, `key-${n}`);
    expect((await pay(MALFORMED, 'key')).status).toBe(429);
  });

  it('is refused if it may be a repeat, once 20 were read past the general limit', async () => {
    const user = await platform.signUp();
    const pay = (body: unknown) =>
      platform.post('business', TRANSFER, body, { token: user.token, idempotencyKey: 'again' });
    await pay({ amount: 0 });
    const limits = platform.inside('business', RateLimitStorage as never) as RateLimitStorage;
    for (let n = 0; n <= 300; n++) await limits.increment(`general ${user.id}`, 60_000, 300);
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) statuses.push((await pay(MALFORMED)).status);
    expect([...new Set(statuses), (await pay(MALFORMED)).status]).toEqual([400, 429]);
  });

  it.each([
    ['without credentials', {}, 401, 'UNAUTHENTICATED'],
    ['with an unknown key', { key: `sk_live_${'A'.repeat(43)}` }, 401, 'INVALID_API_KEY'],
  ])('a request %s is refused', async (_, credentials, status, code) => {
    const answer = await platform.post('business', TRANSFER, MALFORMED, credentials);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  it('is refused if the policy of the action does not allow it', async () => {
    const answers = [
      await platform.post('business', TRANSFER, MALFORMED, { key: merchant.test.secret_key }),
      await platform.post('business', PAYROLL, MALFORMED, { key: merchant.live.secret_key }),
      await platform.post('app', TRANSFER, MALFORMED, { key: merchant.live.secret_key }),
      await platform.post('business', 'admin.php?section=ledger&action=reverse', MALFORMED, merchant),
    ];
    expect(answers.map(({ body }) => body.error_code)).toEqual([
      ...['TEST_KEY_FORBIDDEN', 'SESSION_REQUIRED', 'SESSION_REQUIRED', 'FORBIDDEN'],
    ]);
  });

  it.each([
    ['without credentials is 401', PAYROLL, 401],
    ['to a public action is 413', LOGIN, 413],
  ])('is refused with 1 MB %s, and the connection stays usable', async (_, path, status) => {
    const { send, received } = await connection();
    send(head(path, 'Content-Length: 1000000'));
    const [first] = (await received(/\r\n\r\n.*}/)).split('\r\n');
    expect(first).toContain(`HTTP/1.1 ${status}`);
    send(`${'x'.repeat(1_000_000)}${head(LOGIN, 'Content-Length: 2')}{}`);
    await received(/HTTP\/1\.1 400 Bad Request[^]*VALIDATION_ERROR/);
  });

  it.each([
    ['of unknown length', 'Transfer-Encoding: chunked'],
    ['of 2 MB', 'Content-Length: 2000000'],
  ])('a refused body %s ends the connection', async (_, length) => {
    const { send, received } = await connection();
    send(head(PAYROLL, length));
    expect((await received(/\r\n\r\n.*}/)).toLowerCase()).toContain('connection: close');
  });

  it('is refused if a chunked body exceeds the limit of its caller', async () => {
    const { send, received } = await connection();
    send(head(LOGIN, 'Transfer-Encoding: chunked'));
    for (let n = 0; n < 5; n++) send(`2000\r\n${' '.repeat(0x2000)}\r\n`);
    expect(await received(/\r\n\r\n.*}/)).toContain('PAYLOAD_TOO_LARGE');
  });
});

it('A credential that ends while a body arrives for more than a second is refused', async () => {
  const { email, password } = await platform.signUp();
  const { body: tokens } = await platform.post('business', LOGIN, { email, password });
  const { send, received } = await connection();
  const body = JSON.stringify({ currency: 'USD' });
  const authorization = `Authorization: Bearer ${tokens.access_token}`;
  send(head('wallet.php?action=create-wallet', authorization, `Content-Length: ${body.length}`));
  send(body.slice(0, 1));
  // The headers have been read once a later request on another connection is answered.
  const { refresh_token } = tokens as { refresh_token: string };
  await platform.post('business', 'auth.php?action=logout', { refresh_token });
  await platform.sql('SELECT pg_sleep(1.1)');
  send(body.slice(1));
  expect(await received(/\r\n\r\n.*}/)).toContain('HTTP/1.1 401');
});

it('A member who is removed while a body arrives for more than a second changes nothing', async () => {
  const teams = new Teams(platform);
  const member = await teams.member(merchant, 'finance');
  const { send, received } = await connection();
  const body = JSON.stringify({ currency: 'KES' });
  const authorization = `Authorization: Bearer ${member.token}`;
  send(head('wallet.php?action=create-wallet', authorization, `Content-Length: ${body.length}`));
  send(body.slice(0, 1));
  await teams.send('remove', { user_id: member.id, pin: merchant.pin }, merchant.token);
  await platform.sql('SELECT pg_sleep(1.1)');
  send(body.slice(1));
  expect(await received(/\r\n\r\n.*}/)).toContain('HTTP/1.1 401');
  expect(await platform.balanceOf(merchant, 'KES')).toBeNull();
});

describe('A body', () => {
  const sized = (bytes: number) => JSON.stringify({ note: 'x'.repeat(bytes) });
  const codeOf = async (...sent: Parameters<Platform['post']>) =>
    (await platform.post(...sent)).body.error_code;

  it('may have 32 kB from a stranger, 100 kB from a known caller, 1 MB for payrolls and invoices', async () => {
    const { token } = merchant;
    const publicKey = { key: merchant.live.public_key };
    const open = 'sessions.php?action=create-public';
    expect([
      await codeOf('business', LOGIN, sized(30_000)),
      await codeOf('business', LOGIN, sized(33_000)),
      await codeOf('checkout', open, sized(33_000), publicKey),
      await codeOf('checkout', open, { ...JSON.parse(sized(33_000)), public_key: publicKey.key }),
      await codeOf('business', TRANSFER, sized(99_000), { token }),
      await codeOf('business', TRANSFER, sized(110_000), { token }),
      await codeOf('business', PAYROLL, sized(1_000_000), { token }),
      await codeOf('business', PAYROLL, sized(1_100_000), { token }),
      await codeOf('business', 'invoices.php?action=create', sized(1_000_000), { token }),
      await codeOf('business', 'invoices.php?action=update', sized(1_000_000), { token }),
    ]).toEqual([
      ...['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'PAYLOAD_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
      ...['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE'],
      ...['VALIDATION_ERROR', 'VALIDATION_ERROR'],
    ]);
  });
});

describe('The limit of requests', () => {
  const cases: [string, string, unknown, Record<string, string>][] = [
    ['taken', 'auth.php?action=refresh', { refresh_token: 'x' }, {}],
    ['malformed', 'auth.php?action=refresh', MALFORMED, {}],
    ['too large', 'auth.php?action=refresh', 'x'.repeat(40_000), {}],
    ['of another type', 'auth.php?action=refresh', 'a', { 'content-type': 'text/plain' }],
    ['without credentials', 'wallet.php?action=create-wallet', {}, {}],
    ['to an unknown action', 'wallet.php?action=none', {}, {}],
    ['to an unknown file', 'none.php', {}, {}],
  ];
  it.each(cases)('counts a request once: %s', async (_, path, body, headers) => {
    const options = { headers: { ...from('203.0.113.2').headers, ...headers } };
    const before = remaining(await platform.get('business', 'none.php', from('203.0.113.2')));
    const answer = await platform.post('business', path, body, options);
    expect(remaining(answer)).toBe(before - 1);
    for (const name of ['limit', 'reset']) expect(answer.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
  });

  it('counts a malformed request of a transfer with an idempotency key once', async () => {
    const { token } = await platform.signUp();
    const send = () =>
      platform.post('business', TRANSFER, MALFORMED, { token, idempotencyKey: randomUUID() });
    const [first, second] = [await send(), await send()];
    expect([first.status, remaining(first) - remaining(second)]).toEqual([400, 1]);
  });
});

describe('Limits', () => {
  it('are shared by all addresses of the /64 of an IPv6 subscriber', async () => {
    const unknown = () => ({ email: `${randomUUID()}@example.com`, password: 'wrong password' });
    const login = (address: string) => platform.post('business', LOGIN, unknown(), from(address));
    const register = (address: string) => platform.post('business', REGISTER, person(), from(address));
    for (const [request, limit, refused] of [
      [login, 10, 401],
      [register, 5, 200],
    ] as const) {
      for (let n = 0; n < limit; n++) expect((await request(`2001:db8:1:2::${n}`)).status).toBe(refused);
      expect((await request('2001:db8:1:2:ffff::1')).status).toBe(429);
      expect((await request('2001:db8:1:3::1')).status).toBe(refused);
    }
  });

  it('are shared for transfers by the owner and the live apps, and not by test apps', async () => {
    const owner = await platform.merchant();
    const other = await platform.people.createApp(owner, 'live');
    const pay = (credentials: object) =>
      platform.post(
        'business',
        TRANSFER,
        { recipient: payee.usertag, amount: 1, pin: merchant.pin },
        credentials,
      );
    const left = [
      remaining(await pay({ token: owner.token })),
      remaining(await pay({ key: owner.live.secret_key })),
      remaining(await pay({ key: other.secret_key })),
      remaining(await pay({ key: owner.test.secret_key })),
    ];
    expect(left).toEqual([19, 18, 17, 19]);
  });

  it('are not used up for transfers by requests that validation refuses, which the general limit ends', async () => {
    const owner = await platform.merchant();
    await platform.fund(owner, 'NGN', '10.00');
    const valid = { recipient: payee.usertag, amount: 1, pin: owner.pin };
    const pay = (fields: object, idempotencyKey?: string) =>
      platform.post('business', TRANSFER, { ...valid, ...fields }, { token: owner.token, idempotencyKey });
    const invalid = [{ amount: 0 }, { recipient: '' }, { currency: 'XXX' }, { note: 'a\u0000b' }];
    for (let n = 0; n < 24; n++) {
      const refused = await pay(invalid[n % 4]!, n % 2 ? `key-${n}` : undefined);
      expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([400, '300']);
    }
    const withdraw = { method: 'bank', amount: 5, currency: 'NGN', details: {}, pin: owner.pin };
    const late = [
      await pay({ recipient: owner.usertag }, 'to-oneself'),
      await platform.post('business', 'payout.php?action=initiate', withdraw, { token: owner.token }),
    ];
    expect(
      late.map(({ body, headers }) => [body.errors?.[0]?.field, headers.get('x-ratelimit-limit')]),
    ).toEqual([
      ['recipient', '300'],
      ['details.bank_id', '300'],
    ]);
    const paid = await pay({});
    expect([paid.status, paid.headers.get('x-ratelimit-limit'), remaining(paid)]).toEqual([200, '20', 19]);
    // Neither a wrong PIN nor a recipient that does not exist is a matter of validation.
    expect(remaining(await pay({ pin: '0000' }))).toBe(18);
    expect(remaining(await pay({ recipient: 'unknown_tag' }))).toBe(17);
    const limits = platform.inside('business', RateLimitStorage as never) as RateLimitStorage;
    for (let n = 0; n <= 300; n++) await limits.increment(`general ${owner.id}`, 60_000, 300);
    const statuses: number[] = [];
    for (let n = 0; n < 22; n++) statuses.push((await pay({ amount: 0 })).status);
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429, 429]);
  });

  it('count the same key and body of two apps as two requests', async () => {
    const owner = await platform.merchant();
    const other = await platform.people.createApp(owner, 'live');
    const pay = (key: string) =>
      platform.post(
        'business',
        TRANSFER,
        { recipient: payee.usertag, amount: 1 },
        { key, idempotencyKey: 'same' },
      );
    const first = remaining(await pay(owner.live.secret_key));
    expect(remaining(await pay(owner.live.secret_key))).toBe(first);
    expect(remaining(await pay(other.secret_key))).toBe(first - 1);
  });
});

describe('A request that could be read in two ways', () => {
  const sent = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${platform.urls.business}/api/${path}`, { method: 'POST', ...init });
    return { answer, body: (await answer.json()) as Record<string, unknown> };
  };
  const json = { 'content-type': 'application/json' };

  it.each(['gzip', 'br', 'identity, gzip', 'GZIP', 'unknown'])(
    'is 415 with Content-Encoding: %s',
    async (encoding) => {
      const { answer, body } = await sent(LOGIN, {
        body: '{}',
        headers: { ...json, 'content-encoding': encoding },
      });
      expect([answer.status, body.error_code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(body.message).toBe('Send the body without Content-Encoding.');
      expect(answer.headers.get('accept-encoding')).toBe('identity');
    },
  );

  it.each(['identity', 'Identity'])('is read with Content-Encoding: %s', async (encoding) => {
    const { answer } = await sent(LOGIN, { body: '{}', headers: { ...json, 'content-encoding': encoding } });
    expect(answer.status).toBe(400);
  });

  it.each([
    ['an overlong form', [0xc0, 0xaf]],
    ['a lone continuation byte', [0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a character that ends early', [0xe2, 0x82]],
  ])('is 400 for a body with %s', async (_, bytes) => {
    const text = Buffer.concat([Buffer.from('{"note":"'), Buffer.from(bytes), Buffer.from('"}')]);
    const { answer, body } = await sent(TRANSFER, {
      body: text,
      headers: { ...json, authorization: `Bearer ${payee.token}` },
    });
    expect([answer.status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.errors).toEqual([
      { field: 'body', code: 'invalid_field', message: 'The body is not valid UTF-8.' },
    ]);
  });

  it.each([
    ['two valid', () => [merchant.token, payee.token]],
    ['the same twice', () => [payee.token, payee.token]],
    ['an empty and a valid', () => ['', payee.token]],
  ])('is 401 for %s Authorization headers', async (_, tokens) => {
    const { send, received } = await connection();
    const lines = tokens().map((token, n) => `${n ? 'Authorization' : 'authorization'}: Bearer ${token}`);
    send(head(TRANSFER, ...lines, 'Content-Length: 2') + '{}');
    const text = await received(/\r\n\r\n.*}/);
    expect(text).toContain('HTTP/1.1 401');
    expect(text).toContain('Send one Authorization header.');
    const { status } = await platform.get('business', 'auth.php?action=profile', { token: payee.token });
    expect(status).toBe(200);
  });
});

it('X-Dry-Run on a GET is ignored, whatever its value', async () => {
  const balance = (headers: Record<string, string>) =>
    platform.get('business', 'wallet.php?action=balance', { token: merchant.token, headers });
  const { body } = await balance({});
  for (const value of ['true', 'false', 'x']) {
    const answer = await balance({ 'x-dry-run': value });
    expect([answer.status, answer.body, answer.headers.get('x-dry-run')]).toEqual([200, body, null]);
  }
});

it('A sign-in past its limit shows that limit, not the general one', async () => {
  const address = from('203.0.113.77');
  const signIn = () =>
    platform.post('business', LOGIN, { email: 'unknown@example.com', password: 'wrong password' }, address);
  for (let n = 0; n < 10; n++) expect((await signIn()).body.error_code).toBe('INVALID_CREDENTIALS');
  const { status, headers, body } = await signIn();
  expect([status, headers.get('x-ratelimit-limit'), remaining({ headers })]).toEqual([429, '10', 0]);
  const resetsIn =
    Number(headers.get('x-ratelimit-reset')) - Math.floor(platform.clock.now().getTime() / 1000);
  expect(Math.abs(resetsIn - (body.retry_after as number))).toBeLessThanOrEqual(1);
});

describe('Digits that people type', () => {
  it('may be sent as numbers: PINs and codes', async () => {
    const owner = await platform.merchant();
    await platform.fund(owner, 'NGN', '10.00');
    const { token } = owner;
    const send = (path: string, body: object) => platform.post('business', path, body, { token });
    const paid = await send(TRANSFER, { recipient: payee.usertag, amount: 1, pin: Number(owner.pin) });
    expect([paid.status, paid.body.recipient]).toMatchObject([200, { usertag: payee.usertag }]);
    const pin = { pin: 4321, confirm_pin: 4321, current_pin: Number(owner.pin) };
    expect((await send('settings.php?action=set-pin', pin)).status).toBe(200);
    expect((await send(TRANSFER, { recipient: payee.usertag, amount: 1, pin: '4321' })).status).toBe(200);
    const code = await send('auth.php?action=verify-email', { otp: 123456 });
    expect(code.body.errors).toEqual([
      { field: 'otp', code: 'invalid_field', message: 'This code is wrong.' },
    ]);
    for (const wrong of ['12a4', '12345', 12345, 1.5, null, undefined, ['1234']]) {
      const { body } = await send(TRANSFER, { recipient: payee.usertag, amount: 1, pin: wrong });
      expect(body.errors).toEqual([
        { field: 'pin', code: 'invalid_field', message: 'pin must be four digits.' },
      ]);
    }
  });
});

describe('Pages of WEB_ORIGINS', () => {
  type Host = 'business' | 'app' | 'checkout';
  const READ = {
    business: 'wallet.php?action=balance',
    app: 'wallet.php?action=balance',
    checkout: 'sessions.php?action=list',
  };
  const ask = (host: Host, origin: string, init: RequestInit = {}) =>
    fetch(`${platform.urls[host]}/api/${READ[host]}`, {
      ...init,
      headers: { origin, ...init.headers },
    });
  const preflight = (host: Host, origin: string) =>
    ask(host, origin, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } });

  it.each(['business', 'app', 'checkout'] as const)('may call the %s host, without cookies', async (host) => {
    const allowed = await preflight(host, PAGE);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, PAGE]);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Authorization');
    const refused = await ask(host, PAGE);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, PAGE]);
    const { headers } = await ask(host, PAGE, { headers: { authorization: `Bearer ${payee.token}` } });
    expect(headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
  });

  it('may send the headers that browsers ask for, on actions of other pages those that these take', async () => {
    const allowedBy = async (host: 'app' | 'checkout', path: string, origin: string, method: string) => {
      const { headers } = await fetch(`${platform.urls[host]}/api/${path}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': method },
      });
      return headers.get('access-control-allow-headers')?.toLowerCase().split(', ') ?? [];
    };
    const web = await allowedBy('app', LOGIN, PAGE, 'POST');
    expect(web).toEqual(
      expect.arrayContaining(['x-device-token', 'authorization', 'x-idempotency-key', 'x-dry-run']),
    );
    const anywhere = 'https://shop.example';
    const status = await allowedBy('checkout', 'sessions.php?action=public-status', anywhere, 'GET');
    expect(status).toEqual(expect.arrayContaining(['x-buyer-token', 'x-session-token']));
    for (const header of ['x-device-token', 'authorization']) expect(status).not.toContain(header);
    // Only the payment page itself asks for codes.
    expect(await allowedBy('checkout', 'sessions.php?action=buyer-code', anywhere, 'POST')).toEqual([]);
  });

  it('are the only ones', async () => {
    for (const answer of [
      await ask('business', 'https://evil.example'),
      await preflight('business', 'https://evil.example'),
      await ask('business', 'null'),
      await ask('checkout', 'https://evil.example'),
      await preflight('checkout', 'http://localhost:5173'),
    ])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

it.each([
  ['a public action', LOGIN, () => []],
  ['a payroll', PAYROLL, () => [`Authorization: Bearer ${merchant.token}`]],
] as [string, string, () => string[]][])(
  'A request to %s that its client ends is one short line of the log, at info',
  async (name, path, headers) => {
    const id = `aborted-${name.replaceAll(' ', '-')}`;
    const linesOf = () =>
      log.lines.flatMap((written) => written.split('\n')).filter((line) => line.includes(id));
    const { send, received, abort } = await connection();
    send(
      head(path, `X-Request-Id: ${id}`, ...headers(), 'Expect: 100-continue', 'Content-Length: 1000') +
        MALFORMED,
    );
    // Sent when the request has reached the server.
    await received(/100 Continue/);
    abort();
    await eventually(() => Promise.resolve(linesOf().length > 0));
    await platform.get('business', 'none.php');
    expect(linesOf().map((line) => JSON.parse(line) as object)).toEqual([
      { level: 30, time: expect.any(Number), app: 'business', request_id: id, msg: 'request aborted' },
    ]);
  },
);
