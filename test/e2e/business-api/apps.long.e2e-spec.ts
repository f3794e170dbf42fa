import { createHash } from 'node:crypto';
import { SeedMerchantsService } from '@app/merchants';
import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestKeys, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

const RANDOM = '[0-9A-Za-z]{43}';
const UNKNOWN_ID = '01a1fbd0-40fb-7407-aac2-8ed8bd6c85b5';
const faults = ({ body }: HttpAnswer) => body.errors.map(({ field }: { field: string }) => field);
const titled = (value: unknown): [string, unknown] => [
  (JSON.stringify(value) ?? 'nothing').slice(0, 50),
  value,
];

let platform: Platform;
let merchant: TestUser;
beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
});
beforeEach(async () => {
  merchant = await platform.signUp({ account_type: 'business' });
  await platform.sql("UPDATE users SET kyb_status = 'approved' WHERE id = $1", [merchant.id]);
});
afterAll(() => platform.stop());

const apps = (action: string, body: unknown, user: { token: string } = merchant) =>
  platform.post('business', `business.php?section=apps&action=${action}`, body, { token: user.token });
const create = (fields: object = {}, user?: { token: string }) =>
  apps('create', { app_name: 'Shop', mode: 'live', ...fields }, user);
const list = async (user: { token: string } = merchant) =>
  (await platform.get('business', 'business.php?section=apps&action=list', { token: user.token })).body.data;
const withPin = (fields: object) => ({ pin: merchant.pin, ...fields });
const read = (key: string) => platform.get('business', 'wallet.php?action=balance', { key });

describe('section=apps&action=create', () => {
  it('makes a live app with a key pair and a webhook endpoint', async () => {
    const { status, body } = await create({
      scopes: ['wallet:read', 'payouts:read'],
      allowed_ips: ['192.0.2.0/24', '2001:db8::1'],
      rate_limit_per_min: 60,
      allowed_origins: ['https://shop.example'],
      webhook_url: 'https://shop.example/hooks',
      webhook_events: ['payment.success'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      app_id: expect.any(String),
      app_name: 'Shop',
      mode: 'live',
      created_at: expect.any(String),
      public_key: expect.stringMatching(new RegExp(`^pk_live_${RANDOM}$`)),
      secret_key: expect.stringMatching(new RegExp(`^sk_live_${RANDOM}$`)),
      webhook_id: expect.any(String),
      webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      webhook_url: 'https://shop.example/hooks',
      webhook_events: ['payment.success'],
      scopes: ['wallet:read', 'payouts:read'],
      allowed_ips: ['192.0.2.0/24', '2001:db8::1'],
      rate_limit_per_min: 60,
      allowed_origins: ['https://shop.example'],
      success_url: null,
      cancel_url: null,
    });
  });

  it('creates a test app for any user and adds the checkout’s names of its keys', async () => {
    const user = await platform.signUp();
    const { status, body } = await create({ mode: 'test' }, user);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      public_key: expect.stringMatching(new RegExp(`^pk_test_${RANDOM}$`)),
      secret_key: expect.stringMatching(new RegExp(`^sk_test_${RANDOM}$`)),
      checkout_public_key: expect.stringMatching(new RegExp(`^ck_pub_${RANDOM}$`)),
      checkout_secret_key: expect.stringMatching(new RegExp(`^ck_sec_${RANDOM}$`)),
      scopes: null,
      allowed_ips: [],
      allowed_origins: [],
      rate_limit_per_min: null,
    });
    expect((await read(body.secret_key)).status).toBe(200);
  });

  it('needs no PIN', async () => {
    await platform.sql('DELETE FROM transaction_pins WHERE user_id = $1', [merchant.id]);
    expect(outcomeOf(await create())).toBe('200 OK');
  });

  it.each(['none', 'pending', 'rejected'])(
    'refuses a live app while business verification is %s',
    async (status) => {
      await platform.sql('UPDATE users SET kyb_status = $2 WHERE id = $1', [merchant.id, status]);
      expect(outcomeOf(await create())).toBe('403 KYB_REQUIRED');
      expect(outcomeOf(await create({ mode: 'test' }))).toBe('200 OK');
      expect(await list()).toHaveLength(1);
    },
  );

  it('refuses a live app of a person', async () => {
    expect(outcomeOf(await create({}, await platform.signUp()))).toBe('403 KYB_REQUIRED');
  });

  it.each(
    [
      ...[
        'a\u0000b',
        '\ud800',
        'x'.repeat(101),
        'line\nline',
        'a\u200bb',
        '',
        '  ',
        7,
        true,
        ['x'],
        {},
        null,
        undefined,
      ].map((value) => ['app_name', value] as const),
      ...['production', 'LIVE', '', 1, null, ['live'], undefined].map((value) => ['mode', value] as const),
      ...[
        ['wallet:write'],
        ['*'],
        ['wallet:read', 7],
        'wallet:read',
        { 0: 'wallet:read' },
        [['wallet:read']],
        [null],
        1e21,
      ].map((value) => ['scopes', value] as const),
      ...[
        ...[
          ['256.0.0.1'],
          ['192.0.2'],
          ['192.0.2.0/33'],
          ['2001:db8::/129'],
          ['fe80::1%eth0'],
          ['localhost'],
          ['0x7f.1'],
        ],
        ...[
          [''],
          ['192.0.2.1 x'],
          ['192.0.2.1\u0000'],
          [3232235521],
          '192.0.2.1',
          [null],
          [['192.0.2.1']],
          ['192.0.2.1/-1'],
        ],
        Array<string>(51).fill('192.0.2.1'),
      ].map((value) => ['allowed_ips', value] as const),
      ...[
        ...[
          ['shop.example'],
          ['https://shop.example/path'],
          ['https://shop.example?x'],
          ['https://u:p@shop.example'],
        ],
        ...[
          ['javascript:alert(1)'],
          ['*'],
          ['null'],
          ['https://shop.example#x'],
          'https://shop.example',
          [7],
          ['file:///'],
        ],
      ].map((value) => ['allowed_origins', value] as const),
      ...[0, -1, 1.5, 1e21, 100_001, '60', true, [60], {}, 9007199254740993].map(
        (value) => ['rate_limit_per_min', value] as const,
      ),
      ...[
        ...[
          'ftp://shop.example/x',
          'javascript:alert(1)',
          'shop.example',
          '//shop.example',
          'https://u:p@shop.example/',
        ],
        ...[
          'http://shop.example\\@evil.example',
          `https://${'x'.repeat(3000)}`,
          7,
          ['https://x.example'],
          {},
        ],
      ].map((value) => ['webhook_url', value] as const),
      ...[
        [],
        ['payment'],
        ['PAYMENT.SUCCESS'],
        ['payment.success', 7],
        'payment.success',
        [null],
        {},
        ['__proto__'],
      ].map((value) => ['webhook_events', value] as const),
    ].map(([field, value]) => [field, (JSON.stringify(value) ?? 'nothing').slice(0, 50), value] as const),
  )('refuses %s %s', async (field, _title, value) => {
    const answer = await create({ [field]: value });
    expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
    expect(faults(answer)).toEqual([field]);
  });

  it.each(['scopes', 'allowed_ips', 'allowed_origins'])(
    'takes null and [] for %s as no limit',
    async (field) => {
      const [none, empty, absent] = [
        await create({ [field]: null }),
        await create({ [field]: [] }),
        await create(),
      ];
      expect(none.body[field]).toEqual(absent.body[field]);
      expect(empty.body[field]).toEqual(absent.body[field]);
    },
  );

  it('creates an app for the caller, whatever owner the body claims', async () => {
    const other = await platform.signUp();
    const { body } = await create({
      owner_id: other.id,
      id: UNKNOWN_ID,
      version: 9,
      revoked_at: '2020-01-01',
    });
    expect(await list()).toMatchObject([{ app_id: body.app_id, revoked_at: null }]);
    expect(await list(other)).toEqual([]);
  });

  it('keeps neither keys nor webhook secret in readable form, nor behind an idempotency key', async () => {
    const idempotencyKey = 'create-app-once';
    const body = { app_name: 'Shop', mode: 'test' };
    const options = { token: merchant.token, idempotencyKey };
    const path = 'business.php?section=apps&action=create';
    const [first, again] = [
      await platform.post('business', path, body, options),
      await platform.post('business', path, body, options),
    ];
    expect(again.body.secret_key).not.toBe(first.body.secret_key);
    const tables = ['merchant_apps', 'webhook_endpoints', 'idempotency_keys', 'outbox', 'api_keys'];
    let dump = '';
    for (const table of tables) {
      const sql = `SELECT coalesce(string_agg(row_to_json(t)::text, ''), '') AS dump FROM ${table} t`;
      dump += (await platform.sql<{ dump: string }>(sql))[0]!.dump;
    }
    for (const secret of [
      first.body.secret_key,
      first.body.checkout_secret_key,
      first.body.webhook_secret,
    ] as string[]) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(secret.slice(8, 30));
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(dump).toContain(createHash('sha256').update(first.body.secret_key).digest('hex'));
  });

  it('stops at a thousand apps', async () => {
    await platform.sql(
      `INSERT INTO merchant_apps (id, version, owner_id, mode, name, allowed_ips, allowed_origins, created_at)
       SELECT gen_random_uuid(), 1, $1, 'test', 'many', '{}', '{}', now() FROM generate_series(1, 999)`,
      [merchant.id],
    );
    expect(outcomeOf(await create())).toBe('200 OK');
    expect(outcomeOf(await create())).toBe('400 LIMIT_REACHED');
  });
});

describe('section=apps&action=create of an account without an approved business verification', () => {
  it.each(['none', 'pending', 'rejected'])('stops at twenty test apps where KYB is %s', async (kyb) => {
    await platform.sql('UPDATE users SET kyb_status = $2 WHERE id = $1', [merchant.id, kyb]);
    const test = { mode: 'test' };
    for (let n = 0; n < 18; n++) expect(outcomeOf(await create(test))).toBe('200 OK');
    const outcomes = (await Promise.all([1, 2, 3, 4, 5, 6].map(() => create(test)))).map(outcomeOf);
    expect(outcomes.sort()).toEqual([
      ...['200 OK', '200 OK', '400 LIMIT_REACHED', '400 LIMIT_REACHED', '400 LIMIT_REACHED'],
      '400 LIMIT_REACHED',
    ]);
    const [one] = await list();
    await apps('revoke', withPin({ app_id: one.app_id }));
    expect(outcomeOf(await create(test))).toBe('200 OK');
    await platform.sql(`UPDATE users SET kyb_status = 'approved' WHERE id = $1`, [merchant.id]);
    expect(outcomeOf(await create(test))).toBe('200 OK');
  });
});

describe('section=apps&action=list', () => {
  it('shows every app with its limits, at both addresses, and no secret', async () => {
    const one = (await create({ scopes: ['wallet:read'], allowed_ips: ['192.0.2.1'], rate_limit_per_min: 5 }))
      .body;
    const two = (await create({ mode: 'test', app_name: 'Trial' })).body;
    const expected = [
      {
        app_id: one.app_id,
        app_name: 'Shop',
        mode: 'live',
        scopes: ['wallet:read'],
        allowed_ips: ['192.0.2.1'],
        rate_limit_per_min: 5,
        public_key: one.public_key,
        checkout_public_key: null,
        revoked_at: null,
        secret_keys: [
          {
            prefix: 'sk_live_',
            last4: one.secret_key.slice(-4),
            expires_at: null,
            created_at: expect.any(String),
          },
        ],
      },
      {
        app_id: two.app_id,
        mode: 'test',
        scopes: null,
        rate_limit_per_min: null,
        public_key: two.public_key,
        checkout_public_key: two.checkout_public_key,
        secret_keys: [{ prefix: 'sk_test_' }, { prefix: 'ck_sec_' }],
      },
    ];
    for (const query of ['section=apps&action=list', 'section=apps']) {
      const { status, body, text } = await platform.get('business', `business.php?${query}`, {
        token: merchant.token,
      });
      expect(status).toBe(200);
      expect(body.data).toMatchObject(expected);
      for (const secret of [one.secret_key, one.webhook_secret, two.secret_key, two.checkout_secret_key]) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it('hides the apps of other users', async () => {
    await create();
    expect(await list(await platform.signUp())).toEqual([]);
  });
});

describe('section=apps&action=update', () => {
  const update = (fields: object, user?: { token: string }) => apps('update', withPin(fields), user);

  it('changes scopes, allow-lists and limit in one call, from the next request on', async () => {
    const { app_id, secret_key } = (await create()).body;
    expect((await read(secret_key)).status).toBe(200);
    const changes = {
      scopes: ['payouts:read'],
      allowed_ips: ['127.0.0.1'],
      allowed_origins: ['https://a.example'],
      rate_limit_per_min: 7,
    };
    expect(outcomeOf(await update({ app_id, ...changes, app_name: 'Renamed' }))).toBe('200 OK');
    expect(await list()).toMatchObject([{ ...changes, app_name: 'Renamed' }]);
    expect(outcomeOf(await read(secret_key))).toBe('403 SCOPE_MISSING');
    await update({ app_id, scopes: ['wallet:read'], allowed_ips: ['192.0.2.1'] });
    expect(outcomeOf(await read(secret_key))).toBe('403 IP_NOT_ALLOWED');
  });

  it('leaves alone what is absent and takes away what is null', async () => {
    const settings = {
      scopes: ['wallet:read'],
      allowed_ips: ['127.0.0.1'],
      allowed_origins: ['https://a.example'],
      rate_limit_per_min: 7,
    };
    const { app_id } = (await create(settings)).body;
    await update({ app_id });
    expect(await list()).toMatchObject([{ app_name: 'Shop', ...settings }]);
    await update({
      app_id,
      app_name: null,
      scopes: null,
      allowed_ips: null,
      allowed_origins: null,
      rate_limit_per_min: null,
    });
    expect(await list()).toMatchObject([
      { app_name: 'Shop', scopes: null, allowed_ips: [], allowed_origins: [], rate_limit_per_min: null },
    ]);
  });

  it('changes neither mode nor owner nor keys', async () => {
    const created = (await create({ mode: 'test' })).body;
    await update({
      app_id: created.app_id,
      mode: 'live',
      owner_id: UNKNOWN_ID,
      public_key: 'pk_live_x',
      revoked_at: '2020-01-01',
    });
    expect(await list()).toMatchObject([{ mode: 'test', public_key: created.public_key, revoked_at: null }]);
  });

  it('loses none of many updates at once', async () => {
    const { app_id } = (await create()).body;
    const limits = Array.from({ length: 4 }, (_, n) => n + 1);
    const answers = await Promise.all(
      limits.map((rate_limit_per_min) => update({ app_id, rate_limit_per_min })),
    );
    expect(answers.map(outcomeOf)).toEqual(limits.map(() => '200 OK'));
    const [row] = await platform.sql('SELECT version FROM merchant_apps WHERE id = $1', [app_id]);
    expect(row).toEqual({ version: 1 + limits.length });
  });

  it.each([
    ['scopes', ['nothing:read']],
    ['allowed_ips', ['nowhere']],
    ['rate_limit_per_min', 0],
    ['app_name', 'a\u0000'],
    ['app_id', 'not-an-id'],
    ['app_id', 7],
    ['app_id', undefined],
  ])('refuses %s %j and changes nothing', async (field, value) => {
    const { app_id } = (await create()).body;
    const before = await list();
    const answer = await update({ app_id, rate_limit_per_min: 9, [field]: value });
    expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
    expect(faults(answer)).toEqual([field]);
    expect(await list()).toEqual(before);
  });
});

describe('section=apps&action=rotate-secret', () => {
  const rotate = (app_id: string, fields: object = {}) =>
    apps('rotate-secret', withPin({ app_id, ...fields }));
  const works = async (key: string) => (await read(key)).status === 200;
  /** Moves time on and keeps the owner signed in. */
  async function later(duration: { hours?: number; seconds?: number }) {
    platform.clock.advance(duration);
    const body = { email: merchant.email, password: merchant.password };
    merchant.token = (await platform.post('business', 'auth.php?action=login', body)).body.access_token;
  }

  it('issues a new key at once; the old one works for 24 hours', async () => {
    const { app_id, secret_key: old } = (await create()).body;
    const { status, body } = await rotate(app_id);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      app_id,
      grace_hours: 24,
      old_key_expires_at: expect.any(String),
      secret_key: expect.stringMatching(new RegExp(`^sk_live_${RANDOM}$`)),
    });
    expect([await works(old), await works(body.secret_key)]).toEqual([true, true]);
    await later({ hours: 23, seconds: 3590 });
    expect(await works(old)).toBe(true);
    await later({ seconds: 11 });
    expect([await works(old), await works(body.secret_key)]).toEqual([false, true]);
    expect(outcomeOf(await read(old))).toBe('401 INVALID_API_KEY');
  });

  it.each([
    [0, 0],
    [1, 3600],
    [72, 72 * 3600],
  ])('keeps the old key for grace_hours %d', async (grace_hours, seconds) => {
    const { app_id, secret_key: old } = (await create()).body;
    await rotate(app_id, { grace_hours });
    if (seconds > 0) {
      await later({ seconds: seconds - 5 });
      expect(await works(old)).toBe(true);
      await later({ seconds: 6 });
    }
    expect(await works(old)).toBe(false);
  });

  it('ends the oldest key when it is done again within the grace: two work at most', async () => {
    const { app_id, secret_key: first } = (await create()).body;
    const second = (await rotate(app_id, { grace_hours: 72 })).body.secret_key;
    const third = (await rotate(app_id, { grace_hours: 1 })).body.secret_key;
    expect([await works(first), await works(second), await works(third)]).toEqual([false, true, true]);
    expect((await list())[0].secret_keys).toHaveLength(2);
    await later({ hours: 1, seconds: 1 });
    expect([await works(second), await works(third)]).toEqual([false, true]);
  });

  it('rotates both names of a test key', async () => {
    const created = (await create({ mode: 'test' })).body;
    const { body } = await rotate(created.app_id, { grace_hours: 0 });
    expect([await works(created.secret_key), await works(created.checkout_secret_key)]).toEqual([
      false,
      false,
    ]);
    expect([await works(body.secret_key), await works(body.checkout_secret_key)]).toEqual([true, true]);
  });

  it('leaves the public key and the webhook secret as they were', async () => {
    const { app_id, public_key, webhook_id } = (await create({ webhook_url: 'https://shop.example/hooks' }))
      .body;
    const sealed = () =>
      platform.sql('SELECT secret_ciphertext FROM webhook_endpoints WHERE id = $1', [webhook_id]);
    const before = await sealed();
    await rotate(app_id);
    expect((await list())[0].public_key).toBe(public_key);
    expect(await sealed()).toEqual(before);
  });

  it('leaves two keys at work after many at once, the newest among them', async () => {
    const { app_id, secret_key } = (await create()).body;
    const answers = await Promise.all(Array.from({ length: 4 }, () => rotate(app_id)));
    const keys = [
      secret_key,
      ...answers.filter(({ status }) => status === 200).map(({ body }) => body.secret_key),
    ];
    const live = (await Promise.all(keys.map(works))).filter(Boolean);
    expect(live).toHaveLength(2);
    expect(
      (await list())[0].secret_keys.filter(({ expires_at }: { expires_at: unknown }) => expires_at === null),
    ).toHaveLength(1);
  });

  it.each([-1, 73, 1.5, 1e21, '24', true, [24], {}].map(titled))(
    'refuses grace_hours %s',
    async (_title, grace_hours) => {
      const { app_id, secret_key } = (await create()).body;
      const answer = await rotate(app_id, { grace_hours });
      expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
      expect(faults(answer)).toEqual(['grace_hours']);
      expect(await works(secret_key)).toBe(true);
    },
  );
});

describe('section=apps&action=revoke', () => {
  const revoke = (app_id: string) => apps('revoke', withPin({ app_id }));

  it('ends every key of the app for good, those in grace and the public one too', async () => {
    const created = (await create({ mode: 'test' })).body;
    const rotated = (await apps('rotate-secret', withPin({ app_id: created.app_id }))).body;
    const other = (await create({ mode: 'test' })).body;
    expect(outcomeOf(await revoke(created.app_id))).toBe('200 OK');
    const keys = [
      created.secret_key,
      created.checkout_secret_key,
      rotated.secret_key,
      rotated.checkout_secret_key,
      created.public_key,
    ];
    for (const key of keys) expect(outcomeOf(await read(key))).toBe('401 INVALID_API_KEY');
    expect((await read(other.secret_key)).status).toBe(200);
    const [shown] = await list();
    expect(shown).toMatchObject({ app_id: created.app_id, revoked_at: expect.any(String), secret_keys: [] });
  });

  it('allows nothing more with the app', async () => {
    const { app_id } = (await create()).body;
    await revoke(app_id);
    expect(outcomeOf(await revoke(app_id))).toBe('409 INVALID_STATE');
    expect(outcomeOf(await apps('update', withPin({ app_id, rate_limit_per_min: 5 })))).toBe(
      '409 INVALID_STATE',
    );
    expect(outcomeOf(await apps('rotate-secret', withPin({ app_id })))).toBe('409 INVALID_STATE');
  });

  it('lets nothing pass once it has answered, however many requests are under way', async () => {
    const { app_id, secret_key } = (await create()).body;
    let revoked = false;
    const late: string[] = [];
    const hammer = async () => {
      for (let n = 0; n < 60; n++) {
        const began = revoked;
        const answer = outcomeOf(await read(secret_key));
        if (began) late.push(answer);
      }
    };
    const load = Promise.all(Array.from({ length: 6 }, hammer));
    await revoke(app_id);
    revoked = true;
    await load;
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late)).toEqual(new Set(['401 INVALID_API_KEY']));
  });
});

describe('seeded apps', () => {
  it('creates each app once by name and mode and returns its secrets only on creation', async () => {
    const seeds = platform.inside('business', SeedMerchantsService);
    const live = { ownerId: merchant.id, mode: 'live', name: 'Demo' } as const;
    const first = await seeds.ensureApp(live);
    expect((await read(first.secretKey!)).status).toBe(200);
    expect(first.webhookSecret).toMatch(/^whsec_/);
    expect(await seeds.ensureApp(live)).toEqual({
      appId: first.appId,
      publicKey: null,
      secretKey: null,
      checkoutPublicKey: null,
      checkoutSecretKey: null,
      webhookId: null,
      webhookSecret: null,
    });
    const test = await seeds.ensureApp({ ...live, mode: 'test', webhookUrl: 'https://shop.example/hooks' });
    expect([test.checkoutSecretKey, test.checkoutPublicKey]).toEqual([
      expect.stringMatching(/^ck_sec_/),
      expect.stringMatching(/^ck_pub_/),
    ]);
    expect(await list()).toHaveLength(2);
  });
});

describe('apps of signed-in people with a PIN', () => {
  const ACTIONS = ['create', 'update', 'rotate-secret', 'revoke'];
  let live: TestKeys;
  let test: TestKeys & { checkout_secret_key: string };
  const bodyFor = (action: string, app_id = live.app_id) =>
    action === 'create' ? { app_name: 'x', mode: 'test', pin: '1234' } : { app_id, pin: '1234' };
  beforeEach(async () => {
    live = (await create()).body;
    test = (await create({ mode: 'test' })).body;
  });

  it('are not created, changed, rotated, listed or revoked by any key', async () => {
    for (const key of [
      live.secret_key,
      live.public_key,
      test.secret_key,
      test.checkout_secret_key,
      test.public_key,
    ]) {
      for (const action of ACTIONS) {
        const answer = await platform.post(
          'business',
          `business.php?section=apps&action=${action}`,
          bodyFor(action),
          { key },
        );
        const expected = key.includes('live') ? '403 SESSION_REQUIRED' : '403 TEST_KEY_FORBIDDEN';
        expect(`${action} ${outcomeOf(answer)}`).toBe(`${action} ${expected}`);
      }
      expect(outcomeOf(await platform.get('business', 'business.php?section=apps', { key }))).toBe(
        '403 SESSION_REQUIRED',
      );
    }
    expect(await list()).toHaveLength(2);
  });

  it('are not reached without credentials', async () => {
    for (const action of ACTIONS) {
      const answer = await platform.post(
        'business',
        `business.php?section=apps&action=${action}`,
        bodyFor(action),
      );
      expect(`${action} ${outcomeOf(answer)}`).toBe(`${action} 401 UNAUTHENTICATED`);
    }
    expect(outcomeOf(await platform.get('business', 'business.php?section=apps'))).toBe(
      '401 UNAUTHENTICATED',
    );
  });

  it.each(ACTIONS.slice(1))('need the PIN for %s, and nothing is done without it', async (action) => {
    const before = await list();
    for (const [pin, answer] of [
      [undefined, '400 VALIDATION_ERROR'],
      ['', '400 VALIDATION_ERROR'],
      [12345, '400 VALIDATION_ERROR'],
      ['9999', '403 INVALID_PIN'],
    ]) {
      expect(outcomeOf(await apps(action, { ...bodyFor(action), pin }))).toBe(answer);
    }
    await platform.sql('DELETE FROM transaction_pins WHERE user_id = $1', [merchant.id]);
    expect(outcomeOf(await apps(action, bodyFor(action)))).toBe('403 PIN_NOT_SET');
    expect(await list()).toEqual(before);
  });

  it.each(ACTIONS.slice(1))(
    '%s answers another user’s app with 404, like an id that does not exist',
    async (action) => {
      const stranger = await platform.signUp();
      const theirs = await apps(action, bodyFor(action), stranger);
      const unknown = await apps(action, bodyFor(action, UNKNOWN_ID), stranger);
      expect(outcomeOf(theirs)).toBe('404 NOT_FOUND');
      expect({ ...theirs.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      expect((await read(live.secret_key)).status).toBe(200);
    },
  );

  it('have keys that stop at once when their owner is frozen', async () => {
    await platform.people.freeze(merchant.id);
    expect(outcomeOf(await read(live.secret_key))).toBe('401 INVALID_API_KEY');
    await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [merchant.id]);
    expect(outcomeOf(await read(live.secret_key))).toBe('200 OK');
  });

  it('have actions of one name: repeated names, other sections and methods are refused', async () => {
    const token = merchant.token;
    for (const query of [
      'section=apps&action=create&action=list',
      'section=apps&section=apps',
      'action=create',
      'section=App',
      '',
    ]) {
      const answer = await platform.get('business', `business.php?${query}`, { token });
      expect(`${query} ${outcomeOf(answer)}`).toBe(`${query} 400 UNKNOWN_ACTION`);
    }
    expect(
      outcomeOf(await platform.get('business', 'business.php?section=apps&action=create', { token })),
    ).toBe('400 METHOD_NOT_SUPPORTED');
  });
});
