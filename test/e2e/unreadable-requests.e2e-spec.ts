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

describe.each(HOSTS)('The %s host', (host) => {
  it.each(REFUSED)('refuses %s as it refuses everything', async (_, sent, status, message) => {
    const answer = read(await raw(host, sent));
    const id = answer.headers['x-request-id'];
    expect([answer.status, answer.body]).toEqual([
      status,
      { success: false, message, error_code: 'VALIDATION_ERROR', request_id: id },
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

it('are counted against their address', async () => {
  const remaining = async () =>
    Number(read(await raw('business', `${start('FOO', '/')}\r\n`)).headers['x-ratelimit-remaining']);
  const before = await remaining();
  expect(await remaining()).toBe(before - 1);
});

it('are answered in Variant B, under the id they came with, where they got so far', async () => {
  const path = '/api/session.php?action=create';
  const sent = `${start('POST', path)}X-Request-Id: caller-chosen-1\r\n${chunked}\r\nzz\r\n`;
  const { status, headers, body } = read(await raw('checkout', sent));
  expect([status, headers['x-request-id'], body]).toEqual([
    ...[422, 'caller-chosen-1'],
    {
      success: false,
      message: MALFORMED,
      error_code: 'VALIDATION_ERROR',
      request_id: 'caller-chosen-1',
      status_code: 422,
    },
  ]);
});

it('never pass for the answer of a request before them', async () => {
  const recipient = await platform.signUp();
  const body = JSON.stringify({ recipient: recipient.usertag, amount: 10, pin: user.pin });
  const head = `Authorization: Bearer ${user.token}\r\nContent-Type: application/json\r\n`;
  const path = '/api/wallet.php?action=transfer';
  const transfer = `${start('POST', path)}${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  expect(await raw('business', `${transfer}FOO / HTTP/1.1\r\n\r\n`)).not.toContain('VALIDATION_ERROR');
});
