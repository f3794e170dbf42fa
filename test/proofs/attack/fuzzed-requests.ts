import * as fc from 'fast-check';
import type { CallOptions } from '../../support/http-client';
import { pathForm } from '../../support/path-form';
import type { Random } from '../support/random';
import { type Action, type Host, HOSTS } from './actions';
import type { Credential } from './credentials';
import { type Source, valueOf } from './values';
import type { World } from './world';

/** A request as it is sent. A `raw` one is written to a socket without a client that would correct it. */
export interface FuzzedRequest {
  host: Host;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  raw?: boolean;
}

/** Share of requests in percent that are malformed below the level of JSON. */
const RAW_PERCENT = 5;
const ODD_HEADER_PERCENT = 15;

const METHODS = [
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'GET',
  'POST',
  'PROPFIND',
  'get',
  'FOO',
];
const PATHS = [
  ...[
    '/',
    '//',
    '/api',
    '/api/',
    '/api/x.php',
    '/api/wallet.php',
    '/api/wallet.php/transfer',
    '/docs/',
    '/docs/x',
  ],
  ...[
    '/api/wallet.php?action=',
    '/api/wallet.php?action=balance&action=transfer',
    '/api/wallet.php?section=a',
  ],
  ...[
    '/api/%77allet.php?action=balance',
    '/api/wallet.php%00?action=balance',
    '/api/../metrics',
    '/api/..;/docs',
  ],
  ...['/%', '/%zz', '/%ff%fe', '/api/wallet.php?action=%', '/.git/config', '/.env', '/*', '/!malformed'],
  ...[
    'http://other.example/api/wallet.php?action=balance',
    '/pay/%2e%2e%2f',
    '/escrow/x/release',
    '/admin/queues/x',
  ],
  ...[
    `/docs/${'a'.repeat(250)}`,
    `/pay/${'a'.repeat(2000)}`,
    `/${'a/'.repeat(1000)}`,
    `/api/wallet.php?${'a=1&'.repeat(2000)}`,
  ],
];
const RAW_HEADERS = [
  ...[
    'Content-Length: -1',
    'Content-Length: 5, 6',
    'Content-Length: 1e2',
    'Transfer-Encoding: chunked, identity',
  ],
  ...['Transfer-Encoding: xchunked', 'Content-Type: application/json; charset=utf-7', 'Expect: 100-continue'],
  ...[
    'X-Request-Id: \u0001',
    'Host: a\r\nHost: b',
    ' folded: x',
    'NoColon',
    ': empty',
    'Upgrade: websocket\r\nConnection: upgrade',
  ],
  ...[`X-Long: ${'a'.repeat(20_000)}`, 'Authorization: Bearer \u00ff', 'Connection: close, x-request-id'],
];
const ODD_HEADERS: readonly Record<string, string>[] = [
  { 'x-request-id': 'short' },
  { 'x-request-id': 'a'.repeat(65) },
  { 'x-idempotency-key': 'a'.repeat(129) },
  { 'x-idempotency-key': 'one' },
  { 'x-idempotency-key': ' ' },
  { 'x-dry-run': 'true' },
  { 'x-dry-run': 'maybe' },
  { 'x-forwarded-for': '1.2.3.4, unknown, ::1, 999.1.1.1' },
  { 'x-forwarded-host': 'other.example', 'x-forwarded-proto': 'javascript' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { accept: 'text/html' },
  { 'accept-encoding': '*;q=0' },
  { origin: 'null' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-session-token': 'a'.repeat(500) },
  { 'x-checkout-key': 'sk_live_x' },
  { cookie: 'a=b; '.repeat(200) },
  { range: 'bytes=0-0', 'if-none-match': '*' },
];
const RAW_BODIES: readonly (string | Buffer)[] = [
  ...[
    '',
    '{',
    '[',
    '"',
    'null',
    '1',
    '[]',
    '{}{}',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1e400}',
    '{"a":-0}',
    '\ufeff{}',
  ],
  ...[
    '{"amount":1,"amount":2}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"a":"\\u0000"}',
  ],
  ...[
    '{"a":"\\ud800"}',
    '['.repeat(5000),
    `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
    `[${'1,'.repeat(20_000)}1]`,
  ],
  ...[
    `{"a":"${'x'.repeat(120_000)}"}`,
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    'a=b&c=d',
  ],
];

/** Generates requests in rounds. Each round has about the same number of requests for every action. */
export class RequestGenerator {
  private readonly actions: readonly Action[];

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.actions = world.actions.filter(({ policy }) => !policy.hidden);
  }

  /** At least `count` requests in random order. */
  round(count: number): FuzzedRequest[] {
    const perAction = Math.ceil(count / this.actions.length);
    return this.random.shuffled(this.actions.flatMap((action) => this.requestsOf(action, perAction)));
  }

  private requestsOf(action: Action, count: number): FuzzedRequest[] {
    const { owners, endpoint } = this.world;
    const mode = action.host === 'sandbox' ? 'test' : 'live';
    const fields = fieldsOf(action, { owner: owners[0]!, mode, endpoint });
    return fc
      .sample(fields, { seed: this.random.below(2 ** 31), numRuns: count })
      .map((values) => this.request(action, values));
  }

  private request(action: Action, values: Values): FuzzedRequest {
    const { host, method } = action;
    const url = this.random.chance(50) ? pathForm(action.url) : action.url;
    const options = this.credentialFor(action).options;
    const query = new URLSearchParams();
    const body: Record<string, unknown> = {};
    for (const { name, in: place } of action.fields) {
      if (!(`${place} ${name}` in values)) continue;
      const value = values[`${place} ${name}`];
      if (place === 'query') query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
      else body[name] = value;
    }
    const path = query.size > 0 ? `${url}${url.includes('?') ? '&' : '?'}${query.toString()}` : url;
    const request: FuzzedRequest = { host, method, path, headers: headersOf(options) };
    if (method !== 'GET') {
      request.headers['content-type'] = 'application/json';
      request.body = this.random.chance(8) ? this.random.of(RAW_BODIES) : JSON.stringify(body);
    }
    if (this.random.chance(ODD_HEADER_PERCENT)) Object.assign(request.headers, this.random.of(ODD_HEADERS));
    return this.random.chance(RAW_PERCENT) ? this.malformed(request) : request;
  }

  /** The owner's credentials in most cases, so that requests get past authentication. */
  private credentialFor({ host, policy }: Action): Credential {
    const { credentials } = this.world;
    if (this.random.chance(30)) return this.random.of(credentials);
    const mode = host === 'sandbox' ? 'test' : 'live';
    const fitting = credentials.filter(({ identity, elsewhere }) => {
      if (elsewhere) return false;
      switch (identity.kind) {
        case 'user':
          return policy.credentials.includes('session');
        case 'staff':
          return policy.credentials.includes('staff');
        case 'secret-key':
          return policy.credentials.includes('secret-key') && !identity.scopes && identity.mode === mode;
        case 'public-key':
          return policy.credentials.includes('public-key') && identity.mode === mode;
        case 'checkout-session':
          return policy.credentials.includes('checkout-session');
        default:
          return false;
      }
    });
    return this.random.of(fitting.length > 0 ? fitting : credentials);
  }

  private malformed(request: FuzzedRequest): FuzzedRequest {
    const { random } = this;
    const path = random.chance(50) ? random.of(PATHS) : request.path;
    const method = random.chance(40) ? random.of(METHODS) : request.method;
    const headers = { ...request.headers };
    if (random.chance(50)) headers[''] = random.of(RAW_HEADERS);
    return { ...request, host: random.of(HOSTS), method, path, headers, raw: true };
  }
}

type Values = Record<string, unknown>;

function fieldsOf(action: Action, source: Source): fc.Arbitrary<Values> {
  const name = ({ in: place, name: field }: Action['fields'][number]) => `${place} ${field}`;
  return fc
    .record(Object.fromEntries(action.fields.map((field) => [name(field), valueOf(action, field, source)])))
    .chain((values) =>
      // Required fields are left out in one of ten requests, optional ones in half of them.
      fc
        .tuple(...action.fields.map(({ required }) => fc.integer({ min: 0, max: required ? 9 : 1 })))
        .map((kept) =>
          Object.fromEntries(
            action.fields.filter((_, i) => kept[i] !== 0).map((field) => [name(field), values[name(field)]]),
          ),
        ),
    );
}

function headersOf({ token, key, sessionToken, headers }: CallOptions): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'x-api-key': key }),
    ...(sessionToken && { 'x-session-token': sessionToken }),
    ...headers,
  };
}
