import { readActions, type Action, type Schema } from '../proofs/attack/actions';
import { httpClient, type CallOptions, type HttpAnswer, outcomeOf } from '../support/http-client';
import type { TestMerchant, TestStaff, TestUser } from '../support/people';
import { APPS, type Platform, startPlatform } from '../support/platform';

/** What the API answers of one field. */
interface FieldFault {
  field: string;
  code: string;
  message: string;
  did_you_mean?: string;
}

let platform: Platform;
let merchant: TestMerchant;
let user: TestUser;
let admin: TestStaff;
let actions: Action[];
beforeAll(async () => {
  platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
  merchant = await platform.merchant();
  user = await platform.signUp();
  admin = await platform.staff('admin');
  await platform.fund(merchant, 'NGN', '1000.00');
  actions = (await readActions(platform)).filter(({ policy }) => !policy.hidden);
});
afterAll(() => platform?.proveAndStop());

const faultsIn = ({ body }: HttpAnswer) => (body?.errors ?? []) as FieldFault[];

/** A field of an action, nested ones with the names of the fields around them. */
interface Named {
  place: 'query' | 'body';
  path: string[];
  /** All names of the object that holds it. */
  siblings: string[];
  schema: Schema;
}

function namesOf({ fields }: Action): Named[] {
  const within = (place: Named['place'], entries: [string, Schema][], path: string[]): Named[] => {
    const siblings = entries.map(([name]) => name);
    return entries.flatMap(([name, schema]) => {
      const held = schema.properties ?? schema.items?.properties ?? {};
      const here = { place, path: [...path, name], siblings, schema };
      return [here, ...within(place, Object.entries(held), here.path)];
    });
  };
  return (['query', 'body'] as const).flatMap((place) => {
    const entries = fields.filter((field) => field.in === place);
    return within(
      place,
      entries.map(({ name, schema }) => [name, schema]),
      [],
    );
  });
}

/** A mistake in a name, of another kind in each turn, which makes no other field of the same object. */
function typoOf({ path, siblings }: Named, turn: number): string {
  const name = path.at(-1)!;
  const at = turn % name.length;
  const kinds = [
    name.slice(0, at) +
      name
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      name.slice(at + 2),
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at + 1) + name.slice(at),
    `${name.slice(0, at)}x${name.slice(at + 1)}`,
  ];
  const usable = [...kinds.slice(turn % 4), ...kinds].find(
    (typo) => typo.length > 1 && !siblings.includes(typo) && !(name.length < 3 && typo.length < 3),
  );
  return usable ?? `${name}x`;
}

/** The request with nothing but the mistyped field in it. */
async function sendTypo(action: Action, named: Named, typo: string, options: CallOptions) {
  const { host, method, url } = action;
  const address = platform.urls[host] + url;
  if (named.place === 'query') {
    const query = new URLSearchParams({ [typo]: '1' }).toString();
    const body = method === 'GET' ? undefined : {};
    return httpClient(method, `${address}${url.includes('?') ? '&' : '?'}${query}`, body, options);
  }
  let body: object = { [typo]: 1 };
  let schema: Schema[] = [];
  const fields = action.fields.filter((field) => field.in === 'body');
  let properties: Record<string, Schema> = Object.fromEntries(
    fields.map((field) => [field.name, field.schema]),
  );
  for (const name of named.path.slice(0, -1)) {
    schema = [...schema, properties[name]!];
    properties = properties[name]!.properties ?? properties[name]!.items!.properties!;
  }
  for (const [i, outer] of named.path.slice(0, -1).reverse().entries())
    body = { [outer]: schema.at(-1 - i)!.items ? [body] : body };
  return httpClient(method, address, body, options);
}

/** The path by which errors name a field. */
function shownPath(action: Action, path: string[], last: string): string {
  const fields = action.fields.filter((field) => field.in === 'body');
  let properties = Object.fromEntries(fields.map((field) => [field.name, field.schema]));
  let shown = '';
  for (const name of path.slice(0, -1)) {
    shown += `${name}${properties[name]!.items ? '[0]' : ''}.`;
    properties = properties[name]!.properties ?? properties[name]!.items!.properties!;
  }
  return shown + last;
}

const TEST_CREDENTIALS = [
  ['secret-key', () => ({ key: merchant.test.secret_key })],
  ['public-key', () => ({ key: merchant.test.public_key })],
  ['checkout-session', () => ({ sessionToken: 'x' })],
] as const;

describe('A field with a mistake in its name', () => {
  it('is refused and named with test keys, with the right suggestion, in every operation', async () => {
    const faults: string[] = [];
    let [asked, right] = [0, 0];
    for (const action of actions.filter(
      ({ host, method, policy }) =>
        !policy.upload && (host === 'sandbox' || (host === 'business' && method === 'GET')),
    )) {
      const [, options] = TEST_CREDENTIALS.find(([kind]) => action.policy.credentials.includes(kind)) ?? [];
      if (!options) continue;
      for (const named of namesOf(action)) {
        const typo = typoOf(named, asked++);
        const answer = await sendTypo(action, named, typo, options());
        const [fault, ...others] = faultsIn(answer);
        const shown = shownPath(action, named.path, typo);
        const isVariantB = action.path.startsWith('/api/session.php');
        const named400 =
          answer.status === (isVariantB ? 422 : 400) &&
          answer.body.error_code === 'VALIDATION_ERROR' &&
          fault?.code === 'unknown_field' &&
          fault.field === shown &&
          others.length === 0;
        if (!named400) faults.push(`${action.method} ${action.path} ${shown}: ${answer.text.slice(0, 200)}`);
        if (fault?.did_you_mean === shownPath(action, named.path, named.path.at(-1)!)) right++;
      }
    }
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(300);
    expect(right / asked).toBeGreaterThanOrEqual(0.98);
  });

  it('is named in a header of served requests with live keys and sessions, in every operation', async () => {
    const faults: string[] = [];
    let asked = 0;
    for (const action of actions.filter(({ host, policy }) => host !== 'sandbox' && !policy.upload)) {
      const names = namesOf(action);
      if (names.length === 0) continue;
      const { credentials } = action.policy;
      const options: CallOptions = credentials.includes('staff')
        ? { token: admin.token }
        : credentials.includes('session')
          ? { token: merchant.token }
          : credentials.includes('secret-key')
            ? { key: merchant.live.secret_key }
            : credentials.includes('public-key')
              ? { key: merchant.live.public_key }
              : credentials.includes('checkout-session')
                ? { sessionToken: 'x' }
                : {};
      const named = names[asked++ % names.length]!;
      const typo = typoOf(named, asked);
      const answer = await sendTypo(action, named, typo, options);
      const expected = shownPath(action, named.path, typo);
      const isUnknown = faultsIn(answer).some(({ code }) => code === 'unknown_field');
      if (answer.headers.get('x-unknown-fields') !== expected || isUnknown)
        faults.push(
          `${action.host} ${action.method} ${action.path} ${expected}: ${answer.text.slice(0, 200)}`,
        );
    }
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(150);
  });

  const transfer = (fields: object = {}, options: CallOptions = {}) =>
    platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: user.usertag, amount: 5, currency: 'NGN', pin: merchant.pin, ...fields },
      { token: merchant.token, ...options },
    );

  it('is served in a transfer, and counted in a metric by its operation', async () => {
    const { status, headers } = await transfer({ noet: 'x', 'a b\u00e9': 1 });
    expect([status, headers.get('x-unknown-fields')]).toEqual([200, 'noet, a%20b%C3%A9']);
    expect((await transfer()).headers.get('x-unknown-fields')).toBeNull();
    platform.clock.advance({ seconds: 2 });
    const metrics = await (await fetch(`${platform.urls.business}/metrics`)).text();
    expect(metrics).toMatch(
      /http_requests_with_unknown_fields_total\{method="POST",route="\/api\/wallet.php\/transfer"\} \d/,
    );
    expect(metrics).not.toContain('noet');
  });

  it('is named to pages of other origins', async () => {
    const { status, headers } = await platform.post(
      'checkout',
      'sessions.php?action=create-public',
      { amount: 5, curency: 'NGN' },
      { key: merchant.live.public_key, headers: { origin: 'https://shop.example' } },
    );
    expect([status, headers.get('x-unknown-fields')]).toEqual([200, 'curency']);
    expect(headers.get('access-control-expose-headers')).toContain('X-Unknown-Fields');
  });

  it('is refused before the PIN is tried and leaves the idempotency key unused', async () => {
    const options = { key: merchant.test.secret_key, idempotencyKey: 'typo-first' };
    const create = (body: object) => platform.post('sandbox', 'sessions.php?action=create', body, options);
    const refused = await create({ amount: 5, curency: 'USD' });
    expect([outcomeOf(refused), faultsIn(refused)]).toEqual([
      '400 VALIDATION_ERROR',
      [
        {
          field: 'curency',
          code: 'unknown_field',
          message: 'curency is not a field of this action; did you mean currency?',
          did_you_mean: 'currency',
        },
      ],
    ]);
    expect(outcomeOf(await create({ amount: 5, currency: 'USD' }))).toBe('200 OK');
  });

  it('is not refused in metadata, in PINs that keys send, and in names that guards read', async () => {
    const options = { key: merchant.test.secret_key };
    const metadata = { curency: 1, constructor: 'x', nested: { amuont: 2 } };
    const created = await platform.post(
      'sandbox',
      'sessions.php?action=create',
      { amount: 5, metadata },
      options,
    );
    expect(outcomeOf(created)).toBe('200 OK');
    const variantB = { amount: 500, currency_code: 'NGN', idempotency_key: 'strict-b' };
    expect((await platform.post('sandbox', 'session.php?action=create', variantB, options)).status).toBe(201);
    const pin = await transfer({ pin: 'ignored' }, { token: undefined, key: merchant.live.secret_key });
    expect([outcomeOf(pin), pin.headers.get('x-unknown-fields')]).toEqual(['200 OK', null]);
    for (const pin of ['ignored', 7, null, {}, [1]]) {
      const inSandbox = await platform.post(
        'sandbox',
        'sessions.php?action=create',
        { amount: 5, pin },
        options,
      );
      expect([pin, outcomeOf(inSandbox)]).toEqual([pin, '200 OK']);
    }
    const byPublicKey = { amount: 5, public_key: merchant.test.public_key };
    expect(outcomeOf(await platform.post('sandbox', 'sessions.php?action=create-public', byPublicKey))).toBe(
      '200 OK',
    );
  });
});

describe('A field of the query that is written as a list', () => {
  const spellings = [
    ...['status[]=completed', 'status%5B%5D=completed', 'status[0]=completed', 'status[a]=completed'],
    ...['status=completed&status=completed', 'status=completed&status=pending', '&status[]=&status[]='],
    `${Array.from({ length: 30 }, (_, n) => `x${n}=1`).join('&')}&status[]=completed`,
  ];

  it.each(spellings)('is refused in both modes: %s', async (query) => {
    for (const [host, mode] of [
      ['sandbox', 'test'],
      ['checkout', 'live'],
    ] as const) {
      const answer = await platform.get(host, `sessions.php?action=list&${query}`, {
        key: merchant[mode].secret_key,
      });
      expect([host, outcomeOf(answer), faultsIn(answer)[0]?.code]).toEqual([
        ...[host, '400 VALIDATION_ERROR', 'repeated_field'],
      ]);
      expect(answer.body.data).toBeUndefined();
    }
  });

  it('is refused for a session of a person, too', async () => {
    const answer = await platform.get('business', 'wallet.php?action=history&type[]=transfer', {
      token: user.token,
    });
    expect([answer.status, faultsIn(answer)]).toEqual([
      400,
      [{ field: 'type[]', code: 'repeated_field', message: expect.stringContaining('type once') }],
    ]);
  });

  it('is absent if it is left blank', async () => {
    const path = 'sessions.php?action=list&status=&page=&per_page=%20&order_ref=';
    const { status, body } = await platform.get('checkout', path, { key: merchant.live.secret_key });
    expect([status, body.data.page]).toEqual([200, 1]);
  });
});

describe('An unknown action', () => {
  const suggested = async (host: 'business' | 'sandbox' | 'app', path: string, options: CallOptions) => {
    const { status, body } = await platform.get(host, path, options);
    expect([status, body.error_code]).toEqual([400, 'UNKNOWN_ACTION']);
    expect(body.message.includes(body.did_you_mean ?? 'Unknown or missing')).toBe(true);
    return body.did_you_mean as string | undefined;
  };

  it('is answered with the nearest one that the caller may call', async () => {
    const key = { key: merchant.test.secret_key };
    expect(await suggested('sandbox', 'sessions.php?action=creat', key)).toBe('create');
    expect(await suggested('sandbox', 'sessions.php/creat', key)).toBe('create');
    expect(await suggested('sandbox', 'sessions.php/pay-crad', { sessionToken: 'x' })).toBe('pay-card');
    expect(await suggested('sandbox', 'sessions.php/expier', { sessionToken: 'x' })).toBeUndefined();
    expect(await suggested('business', 'wallet.php?action=balence', { token: user.token })).toBe('balance');
    expect(await suggested('business', 'auth.php?action=lgoin', {})).toBe('login');
    const merchantToken = { token: merchant.token };
    expect(await suggested('business', 'business.php?section=app&action=create', merchantToken)).toBe('apps');
    expect(await suggested('business', 'business.php?section=apps&action=craete', merchantToken)).toBe(
      'create',
    );
    expect(await suggested('business', 'admin.php?section=users&action=fnid', { token: admin.token })).toBe(
      'find',
    );
    expect(await suggested('business', 'admin.php?section=user&action=find', { token: admin.token })).toBe(
      'users',
    );
    expect(await suggested('business', 'wallet.php?action=quite-another', merchantToken)).toBeUndefined();
    expect(await suggested('business', 'wallet.php', merchantToken)).toBeUndefined();
  });

  it('is answered with the name of the parameter if that is misspelt', async () => {
    expect(await suggested('sandbox', 'webhooks.php?Action=list', {})).toBe('action');
    expect(await suggested('business', 'wallet.php?acton=balance', { token: user.token })).toBe('action');
    expect(await suggested('business', 'business.php?setcion=apps', { token: user.token })).toBe('section');
    expect(await suggested('business', 'wallet.php?currency=NGN', { token: user.token })).toBeUndefined();
  });

  it('names no action that the caller may not call', async () => {
    const support = await platform.staff('support');
    const finance = await platform.staff('finance');
    const refused: [string, CallOptions][] = [
      ['admin.php?section=users&action=fnid', { token: merchant.token }],
      ['admin.php?section=user&action=find', { token: user.token }],
      ['admin.php?section=users&action=fnid', {}],
      ['admin.php?section=users&action=fnid', { key: merchant.live.secret_key }],
      ['admin.php?section=users&action=set-rloe', { token: support.token }],
      ['admin.php?section=users&action=set-rloe', { token: finance.token }],
      ['wallet.php?action=balence', {}],
      ['wallet.php?action=balence', { token: 'not.a.token' }],
      ['wallet.php?action=balence', { key: 'sk_live_unknown' }],
      ['wallet.php?action=transfre', { key: merchant.test.secret_key }],
      ['business.php?section=app&action=create', { key: merchant.live.secret_key }],
      ['business.php?section=app&action=create', { token: user.token, key: merchant.live.secret_key }],
    ];
    for (const [path, options] of refused)
      expect([path, await suggested('business', path, options)]).toEqual([path, undefined]);
    expect(
      await suggested('business', 'admin.php?section=users&action=set-rloe', { token: admin.token }),
    ).toBe('set-role');
  });
});

describe('A hostile body', () => {
  const thousands = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, 1]));
  const send = (body: unknown, mode: 'test' | 'live') =>
    platform.post(mode === 'test' ? 'sandbox' : 'checkout', 'sessions.php?action=create', body, {
      key: merchant[mode].secret_key,
    });

  it.each([
    ['10,000 unknown fields', thousands],
    ['names of 10 kB', { [`amount${'x'.repeat(10_000)}`]: 1, [`${'\u20ac'.repeat(9000)}`]: 2 }],
    ['lone surrogates', { '\ud83d': 1, [`${'x'.repeat(49)}\ud83d\ude00`]: 1 }],
    ['names of the prototype', { constructor: 1, toString: 2, hasOwnProperty: { prototype: {} } }],
    ['line breaks', { 'a\r\nx-evil: 1': 1, '\u0000': 1 }],
    ['20 levels', { customer: JSON.parse(`${'{"a":'.repeat(18)}1${'}'.repeat(18)}`) as object }],
  ])('has a short answer in both modes: %s', async (_, fields) => {
    const body = { amount: 5, ...fields };
    const test = await send(body, 'test');
    expect(outcomeOf(test)).toBe('400 VALIDATION_ERROR');
    expect(faultsIn(test).length).toBeGreaterThan(0);
    expect(faultsIn(test).length).toBeLessThanOrEqual(20);
    expect(faultsIn(test).every(({ code, field }) => code === 'unknown_field' && field.length < 80)).toBe(
      true,
    );
    expect(test.text.length).toBeLessThan(8000);
    const live = await send(body, 'live');
    expect(outcomeOf(live)).toBe('200 OK');
    expect(live.headers.get('x-unknown-fields')).toMatch(/^[\w.,%[\] -]{1,500}$/);
  });

  it('is refused for the key __proto__, in bodies and queries', async () => {
    expect(outcomeOf(await send('{"amount": 5, "__proto__": {"curency": 1}}', 'live'))).toBe(
      '400 VALIDATION_ERROR',
    );
    const path = 'sessions.php?action=list&__proto__=1&__proto__[status]=completed&constructor=2';
    const answer = await platform.get('sandbox', path, { key: merchant.test.secret_key });
    expect([answer.status, faultsIn(answer).map(({ field }) => field)]).toEqual([
      400,
      ['__proto__', '__proto__[status]', 'constructor'],
    ]);
  });
});

describe('A credential of the wrong kind', () => {
  it.each([
    [
      'Basic authentication',
      'sandbox',
      () => ({ headers: { authorization: 'Basic c2tfdGVzdA==' } }),
      'X-API-Key',
    ],
    ['a key as a token', 'sandbox', () => ({ token: merchant.test.secret_key }), 'X-API-Key'],
    ['a test key on the checkout host', 'checkout', () => ({ key: merchant.test.secret_key }), 'sandbox'],
    ['a live key on the sandbox', 'sandbox', () => ({ key: merchant.live.secret_key }), 'checkout'],
    ['a key on the app host', 'app', () => ({ key: merchant.live.secret_key }), 'business'],
  ] as [string, 'sandbox' | 'checkout' | 'app', () => CallOptions, string][])(
    'is answered with the place for it: %s',
    async (_, host, options, place) => {
      const path = host === 'app' ? 'wallet.php?action=balance' : 'sessions.php?action=list';
      const { status, body } = await platform.get(host, path, options());
      expect([401, 403]).toContain(status);
      const named = place in platform.urls ? platform.urls[place as 'sandbox'] : place;
      expect(body.message).toContain(named);
    },
  );
});
