import { createHash } from 'node:crypto';
import { grants, SCOPES, type Scope } from '@app/http';
import { ActionRegistry } from '../../libs/http/src/wire/action-registry';
import { publicPath } from '../../libs/http/src/wire/wire-path';
import { wholeReference } from '../support/api-reference';
import { type CallOptions, outcomeOf } from '../support/http-client';
import type { TestKeys, TestMerchant } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';

type Host = 'business' | 'checkout' | 'sandbox' | 'app';
const HOSTS: Host[] = ['business', 'checkout', 'sandbox', 'app'];
const flipped = (text: string) => (text.endsWith('A') ? `${text.slice(0, -1)}B` : `${text.slice(0, -1)}A`);

/** What an integration does on each host: a read, and a write whose refusal for its content proves that it got in. */
const READ: Record<Host, string> = {
  business: 'wallet.php?action=balance',
  app: 'wallet.php?action=balance',
  checkout: 'sessions.php?action=list',
  sandbox: 'sessions.php?action=list',
};
const WRITE: Record<Host, string> = {
  business: 'wallet.php?action=transfer',
  app: 'wallet.php?action=transfer',
  checkout: 'sessions.php?action=create',
  sandbox: 'sessions.php?action=create',
};
const IN = '400 VALIDATION_ERROR';

let platform: Platform;
let merchant: TestMerchant & {
  test: TestKeys & { checkout_secret_key: string; checkout_public_key: string };
};
beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  merchant = (await platform.merchant()) as typeof merchant;
});
afterAll(() => platform.stop());

const newApp = async (fields: object = {}, token = merchant.token): Promise<TestKeys> => {
  const body = { app_name: 'Shop', mode: 'live', ...fields };
  return (await platform.post('business', 'business.php?section=apps&action=create', body, { token })).body;
};

describe('access to the hosts', () => {
  const credentials: Record<string, () => CallOptions> = {
    nothing: () => ({}),
    'a session': () => ({ token: merchant.token }),
    sk_live: () => ({ key: merchant.live.secret_key }),
    pk_live: () => ({ key: merchant.live.public_key }),
    sk_test: () => ({ key: merchant.test.secret_key }),
    ck_sec: () => ({ key: merchant.test.checkout_secret_key }),
    pk_test: () => ({ key: merchant.test.public_key }),
    ck_pub: () => ({ key: merchant.test.checkout_public_key }),
    'sk_live in X-Checkout-Key': () => ({ headers: { 'x-checkout-key': merchant.live.secret_key } }),
    'ck_sec in X-Checkout-Key': () => ({ headers: { 'x-checkout-key': merchant.test.checkout_secret_key } }),
    'sk_live in Authorization': () => ({ token: merchant.live.secret_key }),
    'sk_test in Authorization, bare': () => ({ headers: { authorization: merchant.test.secret_key } }),
    'pk_live in Authorization': () => ({ token: merchant.live.public_key }),
    'ck_sec in Authorization': () => ({ token: merchant.test.checkout_secret_key }),
    'a key and a session': () => ({ key: merchant.live.secret_key, token: merchant.token }),
    'an unknown key': () => ({ key: `sk_live_${'A'.repeat(43)}` }),
  };
  const none = '401 UNAUTHENTICATED';
  const unknown = '401 INVALID_API_KEY';
  const people = '403 SESSION_REQUIRED';
  const noTest = '403 TEST_KEY_FORBIDDEN';
  const noLive = '403 LIVE_KEY_FORBIDDEN';
  /** For each host what a read and a write are answered. */
  const matrix: Record<keyof typeof credentials, Record<Host, [read: string, write: string]>> = {
    nothing: { business: [none, none], checkout: [none, none], sandbox: [none, none], app: [none, none] },
    'a session': {
      business: ['200 OK', IN],
      checkout: ['200 OK', none],
      sandbox: ['200 OK', none],
      app: ['200 OK', IN],
    },
    sk_live: {
      business: ['200 OK', IN],
      checkout: ['200 OK', IN],
      sandbox: [noLive, noLive],
      app: [people, people],
    },
    pk_live: {
      business: [unknown, unknown],
      checkout: [unknown, unknown],
      sandbox: [noLive, noLive],
      app: [people, people],
    },
    sk_test: {
      business: ['200 OK', noTest],
      checkout: [noTest, noTest],
      sandbox: ['200 OK', IN],
      app: [people, people],
    },
    ck_sec: {
      business: ['200 OK', noTest],
      checkout: [noTest, noTest],
      sandbox: ['200 OK', IN],
      app: [people, people],
    },
    pk_test: {
      business: [unknown, noTest],
      checkout: [noTest, noTest],
      sandbox: [unknown, unknown],
      app: [people, people],
    },
    ck_pub: {
      business: [unknown, noTest],
      checkout: [noTest, noTest],
      sandbox: [unknown, unknown],
      app: [people, people],
    },
    'sk_live in X-Checkout-Key': {
      business: [none, none],
      checkout: ['200 OK', IN],
      sandbox: [noLive, noLive],
      app: [none, none],
    },
    'ck_sec in X-Checkout-Key': {
      business: [none, none],
      checkout: [noTest, noTest],
      sandbox: ['200 OK', IN],
      app: [none, none],
    },
    'sk_live in Authorization': {
      business: [none, none],
      checkout: [none, none],
      sandbox: [none, none],
      app: [none, none],
    },
    'sk_test in Authorization, bare': {
      business: [none, none],
      checkout: [none, none],
      sandbox: [none, none],
      app: [none, none],
    },
    'pk_live in Authorization': {
      business: [none, none],
      checkout: [none, none],
      sandbox: [none, none],
      app: [none, none],
    },
    'ck_sec in Authorization': {
      business: [none, none],
      checkout: [none, none],
      sandbox: [none, none],
      app: [none, none],
    },
    'a key and a session': {
      business: [none, none],
      checkout: [none, none],
      sandbox: [none, none],
      app: [none, none],
    },
    'an unknown key': {
      business: [unknown, unknown],
      checkout: [unknown, unknown],
      sandbox: [unknown, unknown],
      app: [unknown, unknown],
    },
  };

  it.each(Object.keys(credentials).flatMap((name) => HOSTS.map((host) => [name, host] as const)))(
    '%s on the %s host',
    async (name, host) => {
      const options = credentials[name]!();
      const read = await platform.get(host, READ[host], options);
      // A person's write is refused for its PIN first, then for its content: malformed either way.
      const write = await platform.post(host, WRITE[host], { amount: 'x' }, options);
      expect([outcomeOf(read), outcomeOf(write)]).toEqual(matrix[name]![host]);
    },
  );

  it.each(['checkout', 'sandbox'] as const)(
    'two different keys are refused on the %s host, the same one twice is not',
    async (host) => {
      const { secret_key: key } = host === 'checkout' ? merchant.live : merchant.test;
      const twice = (other: string) =>
        platform.get(host, READ[host], { key, headers: { 'x-checkout-key': other } });
      expect(outcomeOf(await twice(key))).toBe('200 OK');
      expect(outcomeOf(await twice(flipped(key)))).toBe(none);
      expect(
        outcomeOf(await twice(host === 'checkout' ? merchant.test.secret_key : merchant.live.secret_key)),
      ).toBe(none);
    },
  );

  it.each(HOSTS)('a key in the address does not count on the %s host', async (host) => {
    const key = merchant.live.secret_key;
    for (const name of ['key', 'api_key', 'X-API-Key', 'access_token', 'secret_key']) {
      expect(outcomeOf(await platform.get(host, `${READ[host]}&${name}=${key}`))).toBe(none);
    }
  });

  it('an app acts for its owner’s account', async () => {
    const owner = await platform.merchant();
    await platform.fund(owner, 'NGN', '77.00');
    for (const key of [owner.live.secret_key, owner.test.secret_key]) {
      expect((await platform.get('business', READ.business, { key })).body.balance).toBe('77.00');
    }
    expect(
      (await platform.get('business', READ.business, { key: merchant.live.secret_key })).body.balance,
    ).toBe('0.00');
  });
});

describe('an invalid key', () => {
  const key = () => merchant.live.secret_key;
  const near: Record<string, () => string> = {
    'another last letter': () => flipped(key()),
    'one letter less': () => key().slice(0, -1),
    'one letter more': () => `${key()}A`,
    'other case': () => key().toUpperCase(),
    'the test prefix': () => key().replace('live', 'test'),
    'the public prefix': () => key().replace('sk_', 'pk_'),
    'no prefix': () => key().slice('sk_live_'.length),
    'the prefix alone': () => 'sk_live_',
    'its hash': () => createHash('sha256').update(key()).digest('hex'),
    'its last four': () => key().slice(-4),
    twice: () => `${key()}, ${key()}`,
    'in quotes': () => `"${key()}"`,
    'with a Bearer': () => `Bearer ${key()}`,
    SQL: () => "' OR '1'='1",
    'a regular expression': () => '^sk_live_.*$',
    'eight thousand letters': () => 'x'.repeat(8000),
    'bytes above ASCII': () => `sk_live_${'\u00e9'.repeat(43)}`,
  };

  it.each(Object.keys(near))('is refused: %s', async (name) => {
    for (const host of HOSTS) {
      const answer = await platform.get(host, READ[host], { key: near[name]!() });
      expect(`${host} ${outcomeOf(answer)}`).toBe(`${host} 401 INVALID_API_KEY`);
    }
    expect(outcomeOf(await platform.get('business', READ.business, { key: key() }))).toBe('200 OK');
  });

  it('an empty header counts as absent', async () => {
    const answer = await platform.get('business', READ.business, { headers: { 'x-api-key': '' } });
    expect(outcomeOf(answer)).toBe('401 UNAUTHENTICATED');
  });
});

describe('keys in the database', () => {
  it('are 256 random bits, kept as SHA-256 alone', async () => {
    const app = await newApp();
    const rows = await platform.sql<{ hash: Buffer; kind: string; public_key: string | null; last4: string }>(
      'SELECT hash, kind, public_key, last4 FROM api_keys WHERE app_id = $1 ORDER BY kind',
      [app.app_id],
    );
    const sha256 = (text: string) => createHash('sha256').update(text).digest();
    expect(rows).toEqual([
      {
        hash: sha256(app.public_key),
        kind: 'public',
        public_key: app.public_key,
        last4: app.public_key.slice(-4),
      },
      { hash: sha256(app.secret_key), kind: 'secret', public_key: null, last4: app.secret_key.slice(-4) },
    ]);
    expect(app.secret_key).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
  });

  it('are found by index, not by looking through the table', async () => {
    const rows = await platform.sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT 1 FROM api_keys k JOIN merchant_apps a ON a.id = k.app_id WHERE k.hash = sha256('x')`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using api_keys_pkey/);
  });
});

describe('scopes', () => {
  interface Operation {
    path: string;
    method: string;
    scope: string;
  }
  /** Every operation of a host that asks keys for a scope, by its own reference. */
  async function scoped(host: Host): Promise<Operation[]> {
    const document = (await wholeReference(host, platform.urls[host])) as unknown as {
      paths: Record<string, Record<string, { description?: string }>>;
    };
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { description = '' }]) => {
        const scope = /Scope of secret keys: `([a-z]+:[a-z]+)`/.exec(description)?.[1];
        return scope ? [{ path: publicPath(path).replace('/api/', ''), method, scope }] : [];
      }),
    );
  }
  const call = (host: Host, { path, method }: Operation, key: string) => {
    if (method === 'get') return platform.get(host, path, { key });
    return method === 'post'
      ? platform.post(host, path, {}, { key })
      : platform.delete(host, path, {}, { key });
  };

  it.each(['business', 'checkout'] as const)(
    'each action of the %s host takes its own scope and no other',
    async (host) => {
      const operations = await scoped(host);
      if (host === 'business') expect(operations.length).toBeGreaterThan(8);
      const keys = new Map<string, [only: string, allBut: string]>();
      for (const scope of new Set(operations.map(({ scope }) => scope))) {
        expect(SCOPES).toContain(scope);
        const only = await newApp({ scopes: [scope] });
        const allBut = await newApp({ scopes: SCOPES.filter((other) => !grants([other], scope as Scope)) });
        keys.set(scope, [only.secret_key, allBut.secret_key]);
      }
      for (const operation of operations) {
        const [only, allBut] = keys.get(operation.scope)!;
        const name = `${operation.method} ${operation.path}`;
        const refused = await call(host, operation, allBut);
        expect(`${name} ${outcomeOf(refused)}`).toBe(`${name} 403 SCOPE_MISSING`);
        expect(refused.body.message).toContain(operation.scope);
        const taken = await call(host, operation, only);
        expect(`${name} ${taken.status}`).not.toMatch(/ (401|403|5\d\d)$/);
      }
    },
  );

  it('are asked of keys alone: without any a key may do everything, and people need none', async () => {
    const free = await newApp({ scopes: [] });
    for (const operation of await scoped('business')) {
      const answer = await call('business', operation, free.secret_key);
      expect(`${operation.path} ${outcomeOf(answer)}`).not.toMatch(/SCOPE_MISSING/);
    }
    expect(outcomeOf(await platform.get('business', READ.business, { token: merchant.token }))).toBe(
      '200 OK',
    );
  });

  it('do not stand between a key and an action without one', async () => {
    const app = await newApp({ scopes: ['invoices:manage'] });
    expect(
      outcomeOf(await platform.get('business', 'wallet.php?action=wallets', { key: app.secret_key })),
    ).toBe('200 OK');
  });
});

describe('a PIN sent with a secret key', () => {
  const PINS = [1234, 12.5, '', '12', null, true, ['1234'], { $ne: '' }, 'x'.repeat(10_000), [[[[{}]]]]];

  it('is ignored by every action that asks people for theirs, whatever it holds', async () => {
    const actions = platform
      .inside('business', ActionRegistry)
      .routes.filter(({ policy }) => policy.pin && policy.credentials.includes('secret-key'))
      .map(({ path }) => publicPath(path).replace('/api/', ''));
    expect(actions).toHaveLength(6);
    const key = merchant.live.secret_key;
    for (const action of actions) {
      const answers = await Promise.all(
        [undefined, ...PINS].map(async (pin) => {
          const { status, body } = await platform.post('business', action, { pin }, { key });
          return [action, status, { ...body, request_id: undefined }];
        }),
      );
      expect(answers).toEqual(answers.map(() => answers[0]));
    }
  });

  it('changes nothing in a transfer and in its replay', async () => {
    const [payer, recipient] = [await platform.merchant(), await platform.signUp()];
    await platform.fund(payer, 'NGN', '100.00');
    const options = { key: payer.live.secret_key, idempotencyKey: 'with-any-pin' };
    const texts = [];
    for (const pin of PINS) {
      const body = { recipient: recipient.usertag, amount: 1, pin };
      const answer = await platform.post('business', 'wallet.php?action=transfer', body, options);
      expect(outcomeOf(answer)).toBe('200 OK');
      texts.push(answer.text);
    }
    expect(new Set(texts).size).toBe(1);
  });
});

describe('the IP allow-list', () => {
  /** The test's own connection comes through a proxy the platform trusts, which names the client. */
  let app: TestKeys;
  beforeAll(async () => {
    app = await newApp();
  });
  const from = async (
    ranges: string[],
    address: string | null,
    host: 'business' | 'checkout' = 'business',
  ) => {
    const changes = { app_id: app.app_id, pin: merchant.pin, allowed_ips: ranges };
    await platform.post('business', 'business.php?section=apps&action=update', changes, {
      token: merchant.token,
    });
    const headers: Record<string, string> = address === null ? {} : { 'x-forwarded-for': address };
    return outcomeOf(await platform.get(host, READ[host], { key: app.secret_key, headers }));
  };

  it.each([
    [['192.0.2.7'], '192.0.2.7'],
    [['192.0.2.0/24'], '192.0.2.255'],
    [['198.51.100.1', '192.0.2.0/24'], '192.0.2.1'],
    [['192.0.2.7/32'], '192.0.2.7'],
    [['0.0.0.0/0'], '203.0.113.9'],
    [['192.0.2.7'], '::ffff:192.0.2.7'],
    [['192.0.2.7'], '::ffff:c000:207'],
    [['::ffff:192.0.2.7'], '192.0.2.7'],
    [['::ffff:192.0.2.0/120'], '192.0.2.9'],
    [['2001:db8::1'], '2001:db8::1'],
    [['2001:db8::1'], '2001:0DB8:0000:0000:0000:0000:0000:0001'],
    [['2001:DB8:0:0::1'], '2001:db8::1'],
    [['2001:db8::/32'], '2001:db8:ffff::1'],
    [['::/0'], '2001:db8::1'],
    [['2001:db8::1'], '2001:db8::1%eth0'],
    [['127.0.0.1'], null],
    [['127.0.0.0/8'], null],
    [[], '203.0.113.9'],
  ])('%j lets %s pass', async (ranges, address) => {
    expect(await from(ranges, address)).toBe('200 OK');
    expect(await from(ranges, address, 'checkout')).toBe('200 OK');
  });

  it.each([
    [['192.0.2.7'], '192.0.2.8'],
    [['192.0.2.0/24'], '192.0.3.0'],
    [['192.0.2.7'], '::ffff:192.0.2.8'],
    [['192.0.2.7'], '2001:db8::1'],
    [['0.0.0.0/0'], '2001:db8::1'],
    [['::/0'], '192.0.2.7'],
    [['2001:db8::1'], '2001:db8::2'],
    [['2001:db8::/32'], '2001:db9::1'],
    [['192.0.2.7'], null],
    // What the client itself claims counts for nothing: the proxy's own entry is the last one.
    [['192.0.2.7'], '192.0.2.7, 198.51.100.1'],
    [['192.0.2.7'], 'nonsense'],
    [['192.0.2.7'], '192.0.2.7, nonsense'],
    [['192.0.2.7'], ''],
  ])('%j keeps %s out', async (ranges, address) => {
    expect(await from(ranges, address)).toBe('403 IP_NOT_ALLOWED');
    expect(await from(ranges, address, 'checkout')).toBe('403 IP_NOT_ALLOWED');
  });

  it('does not apply to people and public keys', async () => {
    expect(await from(['192.0.2.7'], null)).toBe('403 IP_NOT_ALLOWED');
    expect(outcomeOf(await platform.get('business', READ.business, { token: merchant.token }))).toBe(
      '200 OK',
    );
    expect(outcomeOf(await platform.get('business', READ.business, { key: app.public_key }))).toBe(
      '401 INVALID_API_KEY',
    );
  });
});

describe('a revoked key', () => {
  it('is refused by the very next request on every host', async () => {
    const owner = await platform.merchant();
    const keys = { live: owner.live.secret_key, test: owner.test.secret_key };
    expect(outcomeOf(await platform.get('business', READ.business, { key: keys.live }))).toBe('200 OK');
    expect(outcomeOf(await platform.get('checkout', READ.checkout, { key: keys.live }))).toBe('200 OK');
    expect(outcomeOf(await platform.get('sandbox', READ.sandbox, { key: keys.test }))).toBe('200 OK');
    for (const app_id of [owner.live.app_id, owner.test.app_id]) {
      const body = { app_id, pin: owner.pin };
      const answer = await platform.post('business', 'business.php?section=apps&action=revoke', body, {
        token: owner.token,
      });
      expect(outcomeOf(answer)).toBe('200 OK');
    }
    for (const host of HOSTS) {
      for (const key of [keys.live, keys.test, owner.live.public_key, owner.test.public_key]) {
        expect(outcomeOf(await platform.get(host, READ[host], { key }))).toBe('401 INVALID_API_KEY');
      }
    }
  });

  it('never answers with what it once answered: an idempotency key does not bring it back', async () => {
    const owner = await platform.merchant();
    const create = () =>
      platform.post(
        'checkout',
        WRITE.checkout,
        { amount: 10, currency: 'NGN' },
        { key: owner.live.secret_key, idempotencyKey: 'once' },
      );
    expect((await create()).status).toBe(200);
    const body = { app_id: owner.live.app_id, pin: owner.pin };
    await platform.post('business', 'business.php?section=apps&action=revoke', body, { token: owner.token });
    expect(outcomeOf(await create())).toBe('401 INVALID_API_KEY');
  });
});

describe('an app’s own rate limit', () => {
  let limited: Platform;
  beforeAll(async () => {
    limited = await startPlatform();
  });
  afterAll(() => limited.stop());

  it('counts all its requests in a minute, and no other app’s', async () => {
    const owner = await limited.merchant();
    const make = (fields: object) =>
      limited.post(
        'business',
        'business.php?section=apps&action=create',
        { app_name: 'x', mode: 'live', ...fields },
        { token: owner.token },
      );
    const slow = (await make({ rate_limit_per_min: 3 })).body;
    const read = () => limited.get('business', READ.business, { key: slow.secret_key });
    for (const left of [2, 1, 0]) {
      const { status, headers } = await read();
      expect({
        status,
        limit: headers.get('x-ratelimit-limit'),
        left: headers.get('x-ratelimit-remaining'),
      }).toEqual({
        status: 200,
        limit: '3',
        left: String(left),
      });
    }
    const refused = await read();
    expect(outcomeOf(refused)).toBe('429 RATE_LIMITED');
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retry_after));
    expect(outcomeOf(await limited.get('business', READ.business, { key: owner.live.secret_key }))).toBe(
      '200 OK',
    );
    limited.clock.advance({ minutes: 1, seconds: 1 });
    expect(outcomeOf(await read())).toBe('200 OK');
  });
});
