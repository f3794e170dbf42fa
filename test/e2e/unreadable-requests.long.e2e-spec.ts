import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestUser } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';

const HOSTS = ['business', 'checkout', 'sandbox', 'app'] as const;
type Host = (typeof HOSTS)[number];

let platform: Platform;
let user: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  user = await platform.signUp();
  await platform.fund(user, 'NGN', '1000.00');
});
afterAll(() => platform?.proveAndStop());

/** Sends bytes as they are, and gives all that comes until the server ends the connection. */
function raw(host: Host, ...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(platform.urls[host]);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part, 'latin1');
    });
    socket.setEncoding('utf8').on('data', (part: string) => (received += part));
    socket.on('error', () => undefined).on('close', () => resolve(received));
  });
}

function read(received: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ') as [string, string])),
    body: JSON.parse(body) as Record<string, unknown>,
    length: Buffer.byteLength(body),
  };
}

const MALFORMED = 'The request is not valid HTTP.';
const BALANCE = '/api/wallet.php?action=balance';
const start = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n`;
const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';

const REFUSED: [string, string, number, string][] = [
  ['an unknown method', `${start('FOO', BALANCE)}\r\n`, 400, MALFORMED],
  ['a forbidden character', `${start('GET', BALANCE)}X-Note: a\x7fb\r\n\r\n`, 400, MALFORMED],
  ['what is no HTTP', 'hello\r\n\r\n', 400, MALFORMED],
  [
    'two lengths',
    `${start('POST', BALANCE)}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    MALFORMED,
  ],
  [
    'headers that are too large',
    `${start('GET', BALANCE)}X-Note: ${'x'.repeat(17_000)}\r\n\r\n`,
    ...([431, 'The headers are larger than the 16 kB that are read.'] as const),
  ],
  ['a broken body', `${start('POST', BALANCE)}${chunked}\r\nzz\r\n`, 400, MALFORMED],
];

const docUrl = expect.stringMatching(/\/docs\/errors#VALIDATION_ERROR$/) as unknown;

describe.each(HOSTS)('The %s host', (host) => {
  it.each(REFUSED)('refuses %s as it refuses everything', async (_, sent, status, message) => {
    const answer = read(await raw(host, sent));
    const id = answer.headers['x-request-id'];
    expect([answer.status, answer.body]).toEqual([
      status,
      { success: false, message, error_code: 'VALIDATION_ERROR', doc_url: docUrl, request_id: id },
    ]);
    expect(id).toMatch(/^[a-z0-9-]{36}$/);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.length),
      connection: 'close',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    for (const name of ['limit', 'remaining', 'reset'])
      expect(answer.headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/);
  });
});

it('unreadable requests are counted against their address', async () => {
  const remaining = async () =>
    Number(read(await raw('business', `${start('FOO', '/')}\r\n`)).headers['x-ratelimit-remaining']);
  const before = await remaining();
  expect(await remaining()).toBe(before - 1);
});

it('unreadable requests are answered in Variant B, under the id they came with, where they got so far', async () => {
  const path = '/api/session.php?action=create';
  const sent = `${start('POST', path)}X-Request-Id: caller-chosen-1\r\n${chunked}\r\nzz\r\n`;
  const { status, headers, body } = read(await raw('checkout', sent));
  expect([status, headers['x-request-id'], body]).toEqual([
    ...[422, 'caller-chosen-1'],
    {
      success: false,
      message: MALFORMED,
      error_code: 'VALIDATION_ERROR',
      doc_url: docUrl,
      request_id: 'caller-chosen-1',
      status_code: 422,
    },
  ]);
});

const transferOf = (recipient: TestUser) => {
  const body = JSON.stringify({ recipient: recipient.usertag, amount: 10, pin: user.pin });
  const head = `Authorization: Bearer ${user.token}\r\nContent-Type: application/json\r\n`;
  const path = '/api/wallet.php?action=transfer';
  return `${start('POST', path)}${head}Content-Length: ${body.length}\r\n\r\n${body}`;
};
const answersIn = (received: string) => received.match(/HTTP\/1\.1 \d{3}/g);

it.each([
  ['another request', 'FOO / HTTP/1.1\r\n\r\n'],
  ['a rest of its body', '}'],
  ['a line break and bytes', '\r\n\u0001\u0002'],
  ['a long rest', 'x'.repeat(100_000)],
])(
  'an unreadable request never takes the place of the response to a complete request before it: %s',
  async (_, stray) => {
    const received = await raw('business', `${transferOf(await platform.signUp())}${stray}`);
    expect(answersIn(received)).toEqual(['HTTP/1.1 200']);
    expect(received).toContain('"transaction_id"');
  },
);

it('an unreadable request never takes the place of the responses to several complete requests before it', async () => {
  const recipient = await platform.signUp();
  const balance = `${start('GET', BALANCE)}Authorization: Bearer ${user.token}\r\n\r\n`;
  const received = await raw('business', `${transferOf(recipient)}${balance}${balance}{}`);
  expect(answersIn(received)).toEqual(Array<string>(3).fill('HTTP/1.1 200'));
});

describe.each(HOSTS)('The %s host', (host) => {
  const statusOfBalance = host === 'checkout' || host === 'sandbox' ? 404 : 401;
  const get = (target: string, ...headers: string[]) =>
    raw(host, [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));

  it.each<[string, string[]]>([
    ['two Host headers', ['Host: localhost', 'Host: other.example']],
    ['the same Host header twice', ['Host: localhost', 'host: localhost']],
    ['no Host header', []],
    ['an empty Host header', ['Host: ']],
    ['two hosts in one header', ['Host: localhost, other.example']],
    ['a host with a path', ['Host: localhost/api']],
    ['a host with a user', ['Host: user@localhost']],
    ['a host with a blank', ['Host: local host']],
    ['a port that is none', ['Host: localhost:99999']],
  ])('refuses %s with an id of the request', async (_, headers) => {
    for (const target of [BALANCE, '/health/live', '/nowhere']) {
      const answer = read(await get(target, ...headers));
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { success: false, error_code: 'VALIDATION_ERROR', request_id: answer.headers['x-request-id'] },
      ]);
      expect(answer.headers['x-request-id']).toMatch(/^[a-z0-9-]{36}$/);
    }
  });

  it.each(['localhost', 'LOCALHOST:3001', 'pay.example.', '127.0.0.1:1', '[::1]:3001', 'app_api'])(
    'accepts the host %s',
    async (name) => expect(await get('/health/live', `Host: ${name}`)).toMatch(/^HTTP\/1\.1 200/),
  );

  it('serves targets in absolute form, and requests of HTTP/1.0 without a host', async () => {
    const to = (target: string) => get(target, 'Host: localhost').then(read);
    expect(await get('http://localhost/health/live', 'Host: localhost')).toMatch(/^HTTP\/1\.1 200/);
    const [absolute, plain] = [await to(`http://localhost:1${BALANCE}`), await to(BALANCE)];
    expect([absolute.status, absolute.body.error_code]).toEqual([plain.status, plain.body.error_code]);
    expect(plain.status).toBe(statusOfBalance);
    const inPath = await to('http://localhost/api/wallet.php/balance');
    expect([inPath.status, inPath.body.error_code]).toEqual([plain.status, plain.body.error_code]);
    expect(await raw(host, 'GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/);
  });

  it('refuses tunnels, and serves requests that expect something of it', async () => {
    expect(read(await raw(host, `${start('CONNECT', 'other.example:443')}\r\n`)).status).toBe(400);
    expect(read(await get(BALANCE, 'Host: localhost', 'Expect: something')).status).toBe(statusOfBalance);
  });

  it('outlives clients that reset the connection of a refused tunnel', async () => {
    const { hostname, port } = new URL(platform.urls[host]);
    for (let n = 0; n < 20; n++) {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${start('CONNECT', 'other.example:443')}\r\n`),
      );
      await once(
        socket.on('error', () => undefined),
        'data',
      );
      socket.resetAndDestroy();
    }
    expect(await raw(host, 'GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('A body', () => {
  const post = (body: string | Buffer, type: string) =>
    fetch(`${platform.urls.business}/api/wallet.php?action=create-wallet`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
      body: Buffer.from(body),
    });

  it('may begin with a byte order mark', async () => {
    const answer = await post('\ufeff{"currency":"GBP"}', 'application/json');
    expect([answer.status, await answer.json()]).toMatchObject([200, { currency_code: 'GBP' }]);
    expect((await post('\ufeff\ufeff{}', 'application/json')).status).toBe(400);
  });

  it.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii', 'ASCII'])('may be declared as %s', async (charset) => {
    expect((await post('{"currency":"EUR"}', `application/json; charset=${charset}`)).status).not.toBe(415);
  });

  it.each(['utf-16', 'iso-8859-1', '"utf-7"', 'windows-1252', 'x', 'utf-8; charset=utf-16'])(
    'is refused with 415 where it is declared as %s',
    async (charset) => {
      const answer = await post('{"currency":"EUR"}', `application/json;Charset=${charset}`);
      expect([answer.status, await answer.json()]).toMatchObject([
        415,
        { success: false, error_code: 'UNSUPPORTED_MEDIA_TYPE' },
      ]);
    },
  );

  it('is refused with 415 where it is declared twice', async () => {
    const head = `${start('POST', '/api/wallet.php?action=create-wallet')}Authorization: Bearer ${user.token}\r\n`;
    const types = ['', '; charset=utf-16'].map((charset) => `Content-Type: application/json${charset}\r\n`);
    const sent = `${head}${types.join('')}Connection: close\r\nContent-Length: 2\r\n\r\n{}`;
    expect(read(await raw('business', sent)).status).toBe(415);
  });
});
