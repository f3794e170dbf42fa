import { publicPath } from '../../../libs/http/src/wire/wire-path';
import { wholeReference } from '../../support/api-reference';
import type { HttpAnswer } from '../../support/http-client';
import type { TestMerchant, TestStaff, TestUser } from '../../support/people';
import { pathForm } from '../../support/path-form';
import { type Platform, startPlatform } from '../../support/platform';
import { isLong, report, seed } from '../support/proof';
import { Random } from '../support/random';

interface Operation {
  host: 'business' | 'checkout' | 'sandbox' | 'app';
  method: string;
  /** File and query, as callers write them. */
  path: string;
  fields: string[];
  /** A value of the right form for each required field. */
  samples: Record<string, unknown>;
  parameters: string[];
}

interface FieldSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  minimum?: number;
}

interface BodySchema {
  properties?: Record<string, FieldSchema>;
  required?: string[];
}

interface OpenApi {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, BodySchema> };
}

const FOREIGN_ID = '01a1fbac-7ec7-753f-a9b6-e5600ab78d60';

const VALUES: [string, unknown][] = [
  ['nothing', null],
  ['a number', 5],
  ['a negative', -1],
  ['zero', 0],
  ['a huge number', 1e21],
  ['a tiny number', 5e-324],
  ['more digits than a float holds', 9007199254740993],
  ['a boolean', true],
  ['an empty text', ''],
  ['a long text', 'x'.repeat(60_000)],
  ['a NUL byte', 'a\u0000b'],
  ['a lone surrogate', '\ud800'],
  ['SQL', `'; DROP TABLE users; --`],
  ['a wildcard', '%_\\'],
  ['markup', '<script>alert(1)</script>'],
  ['an impossible date', '2026-02-30'],
  ['a foreign id', FOREIGN_ID],
  ['a path', '../../etc/passwd'],
  ['a list', ['a', 'b']],
  ['an object', { $gt: '' }],
  ['a deep object', JSON.parse(`${'{"a":'.repeat(15)}1${'}'.repeat(15)}`) as object],
  ['a prototype', { constructor: { prototype: { admin: true } } }],
];

/** Take forms only, and refuse other bodies unread with 415. */
const UPLOADS = new Set([
  'kyc.php?action=upload',
  'business.php?section=brand&action=upload-logo',
  'business.php?section=chargebacks&action=upload',
]);

/** Refusals of a caller whose body is not read. */
const UNREAD = new Set(['UNAUTHENTICATED', 'INVALID_API_KEY', 'SESSION_REQUIRED', 'FORBIDDEN']);

/** Every operation of every host, from its own reference, with hostile values in every field. */
describe(`Hostile input (SEED=${seed})`, () => {
  const random = new Random(seed);
  let platform: Platform;
  let merchant: TestMerchant;
  let buyer: TestUser;
  let admin: TestStaff;
  const operations: Operation[] = [];
  /** The operations that receive hostile values: in the short form each on one of its hosts, selected by the seed. */
  let tried: Operation[];
  /** Something that passes in every field, so that the one hostile value gets as far as it can. */
  let plausible: Record<string, unknown>;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    buyer = await platform.signUp();
    admin = await platform.staff('admin');
    await platform.fund(merchant, 'NGN', '1000.00');
    plausible = {
      pin: '1234',
      amount: 10,
      currency: 'NGN',
      recipient: buyer.usertag,
      from: 'NGN',
      to: 'USD',
      first_name: 'A',
      last_name: 'B',
      account_type: 'personal',
      email: 'new@example.com',
      password: 'long enough text',
      app_name: 'Shop',
      mode: 'test',
      app_id: merchant.test.app_id,
      id: merchant.test.webhook_id,
      url: 'https://example.com/hooks',
      session_id: 'cs_test_x',
      gw_ref: 'x',
      otp: '123456',
      tx_ref: 'x',
      transaction_id: '1',
      wallet_id: merchant.id,
      usertag: buyer.usertag,
      request_id: 1,
      reason: 'For the test',
      refund_id: 'R-1',
      not_sent: true,
      card: { number: '4000000000000002', expiry_month: '12', expiry_year: '2034', cvv: '123' },
    };
    for (const host of ['business', 'checkout', 'sandbox', 'app'] as const) {
      operations.push(...(await operationsOf(host)));
    }
    const served = new Map(random.shuffled(operations).map((operation) => [nameOf(operation), operation]));
    tried = isLong ? operations : [...served.values()];
    report(`attack: hostile values for ${tried.length} of ${operations.length} operations`);
  });
  afterAll(async () => {
    await platform.verifyBooks();
    await platform.stop();
  });

  it('finds the operations of every host', () => {
    for (const host of ['business', 'checkout', 'sandbox', 'app']) {
      expect(operations.filter((operation) => operation.host === host).length).toBeGreaterThan(5);
    }
  });

  it.each(VALUES)(
    '%s in any field is refused or taken, never a fault of ours',
    async (_, value) => {
      const faults: string[] = [];
      for (const operation of tried) {
        for (const field of operation.fields.filter(isTried)) {
          const answer = await send(operation, { [field]: value });
          if (answer.status >= 500)
            faults.push(`${operation.path} ${field}: ${answer.status} ${answer.text}`);
        }
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );

  it.each([
    '',
    '%00',
    '%ud800',
    "'",
    '%25',
    '-1',
    '1e21',
    '99999999999999999999',
    '2026-02-30',
    '%F0%9F',
    'x'.repeat(4000),
  ])(
    '%p in any query parameter is refused or taken',
    async (value) => {
      const faults: string[] = [];
      for (const operation of tried) {
        for (const parameter of operation.parameters.filter(isTried)) {
          for (const query of [
            `${parameter}=${value}`,
            `${parameter}=${value}&${parameter}=2`,
            `${parameter}[a]=${value}`,
          ]) {
            const joined = `${operation.path}${operation.path.includes('?') ? '&' : '?'}${query}`;
            const answer = await send({ ...operation, path: joined }, {});
            if (answer.status >= 500) faults.push(`${joined}: ${answer.status} ${answer.text}`);
          }
        }
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );

  it.each([
    ['text that is no JSON', '{"amount": 5'],
    ['a list', '[1, 2]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a NUL byte', '\u0000'],
    ['a prototype key', '{"__proto__": {"admin": true}}'],
    ['an escaped prototype key', '{"\\u005f_proto__": {"admin": true}}'],
    ['a key twice in one object', '{"amount": 1, "amount": 2}'],
    ['a hundred levels', `${'['.repeat(100)}${']'.repeat(100)}`],
  ])('a body that is %s is 400 everywhere, 422 in Variant B', async (_, body) => {
    let unread = 0;
    const posts = tried.filter(({ method, path }) => method === 'POST' && !UPLOADS.has(path));
    for (const { host, path, method } of posts) {
      const answer = await platform.post(host, path, body, credentialsFor(host, path));
      // The body of a caller whom the action does not take is not read.
      if (UNREAD.has(answer.body.error_code as string)) {
        unread++;
        continue;
      }
      expect([method, path, answer.status, answer.body.error_code]).toEqual([
        method,
        path,
        path.startsWith('session.php') ? 422 : 400,
        'VALIDATION_ERROR',
      ]);
    }
    expect(unread).toBeLessThan(posts.length / 3);
  });

  it('a body over 100 kB is 413, another media type 415', async () => {
    const path = 'wallet.php?action=transfer';
    const huge = await platform.post(
      'business',
      path,
      { note: 'x'.repeat(110_000) },
      credentialsFor('business'),
    );
    expect([huge.status, huge.body.error_code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const other = await platform.post('business', path, 'a=b', {
        ...credentialsFor('business'),
        headers: { 'content-type': type },
      });
      expect([type, other.status, other.body.error_code]).toEqual([type, 415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it('every answer carries a request id and the limits', async () => {
    for (const path of [
      'wallet.php?action=balance',
      'wallet.php?action=none',
      'none.php',
      'wallet.php?action=a&action=b',
    ]) {
      const { headers, body } = await platform.get('business', path, {
        headers: { 'x-request-id': 'caller-chosen-1' },
      });
      expect(headers.get('x-request-id')).toBe('caller-chosen-1');
      expect(body.request_id).toBe('caller-chosen-1');
      for (const name of ['limit', 'remaining', 'reset'])
        expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    }
  });

  /** The short form sends each value to a quarter of the fields, selected by the seed. */
  function isTried(): boolean {
    return isLong || random.chance(25);
  }

  function credentialsFor(host: Operation['host'], path = '') {
    if (path.startsWith('admin.php')) return { token: admin.token };
    if (host === 'checkout') return { key: merchant.live.secret_key };
    if (host === 'sandbox') return { key: merchant.test.secret_key };
    // Only businesses submit one.
    const isPersonal = host === 'app' && !path.endsWith('action=submit-kyb');
    return { token: isPersonal ? buyer.token : merchant.token };
  }

  async function send(operation: Operation, fields: object): Promise<HttpAnswer> {
    const { host, method, samples } = operation;
    const path = random.chance(50) ? pathForm(operation.path) : operation.path;
    const options = credentialsFor(host, operation.path);
    if (method === 'GET') return platform.get(host, path, options);
    const given = Object.entries({ ...samples, ...plausible, ...fields });
    const body = JSON.stringify(
      Object.fromEntries(given.filter(([name]) => operation.fields.includes(name))),
    );
    return method === 'DELETE'
      ? platform.delete(host, path, body, options)
      : platform.post(host, path, body, options);
  }

  async function operationsOf(host: Operation['host']): Promise<Operation[]> {
    const document = (await wholeReference(host, platform.urls[host])) as unknown as OpenApi;
    const found: Operation[] = [];
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        // Signing out would end the session the test works with.
        if (/\/(logout|refresh)$/.test(path)) continue;
        const { requestBody, parameters = [] } = operation as {
          requestBody?: {
            content: Record<string, { schema: { $ref?: string; allOf?: { $ref: string }[] } }>;
          };
          parameters?: { name: string; in: string }[];
        };
        const body = Object.values(requestBody?.content ?? {})[0]?.schema;
        const name = (body?.$ref ?? body?.allOf?.[0]!.$ref)?.split('/').pop();
        const { properties = {}, required = [] } = (name && document.components.schemas[name]) || {};
        found.push({
          host,
          method: method.toUpperCase(),
          path: publicPath(path).replace('/api/', ''),
          fields: Object.keys(properties),
          samples: Object.fromEntries(required.map((field) => [field, sampleOf(properties[field]!)])),
          parameters: parameters
            .filter((parameter) => parameter.in === 'query')
            .map((parameter) => parameter.name),
        });
      }
    }
    return found;
  }
});

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

function sampleOf({ type, format, enum: values, minimum = 1 }: FieldSchema): unknown {
  if (values) return values[0];
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  if (format === 'uuid') return FOREIGN_ID;
  return format === 'date' || format === 'date-time' ? '2030-01-01T00:00:00Z' : 'x';
}
