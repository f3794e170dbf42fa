import { createSecretKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { identifierOf, type RecipientType, SeedAccounts, UserDirectory } from '@app/accounts';
import { derivedKey } from '@app/config';
import { sign } from 'jsonwebtoken';
import { generateSync } from 'otplib';
import { outcomeOf } from '../../support/http-client';
import { type Platform, startPlatform } from '../../support/platform';
import { hashPasswordsQuickly } from '../../support/quick-passwords';

const PASSWORD = 'a long enough passphrase';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const newEmail = () => `user-${randomBytes(6).toString('hex')}@example.com`;
const newTag = () => `t_${randomBytes(5).toString('hex')}`;
const titled = (value: unknown): [string, unknown] => [
  (JSON.stringify(value) ?? 'nothing').slice(0, 40),
  value,
];

const person = (fields: object = {}) => ({
  account_type: 'personal',
  email: newEmail(),
  password: PASSWORD,
  first_name: 'Ada',
  last_name: 'Bello',
  ...fields,
});

/** What no text field takes. */
const NO_TEXTS: unknown[] = [
  ...['a\u0000b', '\ud800', 'line\nline', 'a\u200bb', 'x'.repeat(30_000), '', '   '],
  ...[7, -1, 1e21, true, ['x'], [], {}, { $ne: 1 }, { toString: 'x' }],
];

/** Passwords are kept as typed: these contain what other fields reject. */
const PASSWORDS: unknown[] = ['   ', 'a\u200bb'];

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
});
afterAll(() => platform.stop());

const auth = (action: string, body: unknown, host: 'business' | 'app' = 'business') =>
  platform.post(host, `auth.php?action=${action}`, body);
const register = (fields: object = {}) => auth('register', person(fields));
const profile = (token: string, host: 'business' | 'app' = 'business') =>
  platform.get(host, 'auth.php?action=profile', { token });

describe('auth.php?action=register', () => {
  it('opens a personal account, signs its owner in and opens the primary wallet', async () => {
    const email = newEmail();
    const { status, body } = await register({ email: ` ${email.toUpperCase()} `, first_name: '  Adé ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 900,
      device_token: expect.stringMatching(/^[\w-]{64}$/),
      user: {
        id: expect.stringMatching(UUID),
        account_type: 'personal',
        email,
        email_verified: false,
        first_name: 'Adé',
        last_name: 'Bello',
        business_name: null,
        usertag: expect.stringMatching(/^ade_\d{6}$/),
        phone: null,
        country_code: 'NG',
        currency: 'NGN',
        balance: '0.00',
        kyc_level: 0,
        kyc_status: 'none',
        kyb_status: 'none',
        pin_set: false,
        two_factor_enabled: false,
        referral_code: expect.stringMatching(/^[0-9A-Z]{10}$/),
        created_at: expect.any(String),
      },
    });
    const wallets = await platform.get('business', 'wallet.php?action=wallets', { token: body.access_token });
    expect(wallets.body.data).toMatchObject([{ currency_code: 'NGN', balance: '0.00', is_primary: 1 }]);
  });

  it('opens a business account with everything chosen', async () => {
    const usertag = newTag();
    const { body } = await register({
      account_type: 'business',
      business_name: 'Adé Stores',
      usertag: `@${usertag.toUpperCase()}`,
      phone: '020 7946 0958',
      country_code: 'gb',
      currency: 'gbp',
    });
    expect(body.user).toMatchObject({
      account_type: 'business',
      business_name: 'Adé Stores',
      usertag,
      phone: '+442079460958',
      country_code: 'GB',
      currency: 'GBP',
    });
  });

  it('works on the app host just as well, and the account is the same on both', async () => {
    const { body } = await auth('register', person(), 'app');
    for (const host of ['business', 'app'] as const) {
      expect((await profile(body.access_token, host)).body.user.id).toBe(body.user.id);
    }
  });

  it('knows who referred', async () => {
    const referrer = (await register()).body.user;
    const { body } = await register({ referral_code: referrer.referral_code.toLowerCase() });
    const [row] = await platform.sql('SELECT referred_by FROM users WHERE id = $1', [body.user.id]);
    expect(row).toEqual({ referred_by: referrer.id });
  });

  it('records the registration one time', async () => {
    const { body } = await register();
    const events = await platform.sql('SELECT type, payload FROM outbox WHERE aggregateid = $1', [
      body.user.id,
    ]);
    const { id: userId, email } = body.user;
    expect(events).toEqual([
      {
        type: 'account.user-registered',
        payload: { userId, email, currency: 'NGN', accountType: 'personal' },
      },
    ]);
  });

  it('refuses an e-mail address that has an account, however it is written', async () => {
    const { body } = await register();
    const again = await register({ email: body.user.email.toUpperCase() });
    expect(outcomeOf(again)).toBe('409 CONFLICT');
    expect(again.body.message).toMatch(/e-mail/);
  });

  it('opens one account of many that ask for one address at once', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => auth('register', person({ email }), n % 2 ? 'app' : 'business')),
    );
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', ...Array<string>(11).fill('409 CONFLICT')]);
    const rows = await platform.sql(
      `SELECT (SELECT count(*) FROM users WHERE email = $1)::int AS users,
              (SELECT count(*) FROM usertags t JOIN users u ON u.id = t.owner_id WHERE u.email = $1)::int AS tags,
              (SELECT count(*) FROM wallets w JOIN users u ON u.id = w.owner_id WHERE u.email = $1)::int AS wallets`,
      [email],
    );
    expect(rows).toEqual([{ users: 1, tags: 1, wallets: 1 }]);
  });

  it('gives a user tag to one of many that ask for it at once', async () => {
    const usertag = newTag();
    const answers = await Promise.all(Array.from({ length: 8 }, () => register({ usertag })));
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', ...Array<string>(7).fill('409 CONFLICT')]);
  });

  it('never reuses a tag, also after its owner changed it', async () => {
    const usertag = newTag();
    const { body } = await register({ usertag });
    await platform.sql('UPDATE users SET usertag = $2 WHERE id = $1', [body.user.id, newTag()]);
    expect(outcomeOf(await register({ usertag }))).toBe('409 CONFLICT');
  });

  it.each(['admin', 'Support', '@payments', 'SECURITY'])('keeps the tag %s for itself', async (usertag) => {
    expect(outcomeOf(await register({ usertag }))).toBe('409 CONFLICT');
  });

  it('lets two people claim one phone, because neither has proved it', async () => {
    const phone = `+23480${String(randomBytes(4).readUInt32BE()).padStart(10, '0').slice(0, 8)}`;
    expect([(await register({ phone })).status, (await register({ phone })).status]).toEqual([200, 200]);
  });

  it.each([
    ['a business without a name', { account_type: 'business' }, 'business_name'],
    ['a referral code nobody has', { referral_code: 'NOBODYHASIT' }, 'referral_code'],
    ['a phone of another country', { phone: '08031234567', country_code: 'US' }, 'phone'],
    ['a phone that is none', { phone: 'call me' }, 'phone'],
    ['a country that is none', { country_code: 'XX' }, 'country_code'],
    ['a country in words', { country_code: 'Nigeria' }, 'country_code'],
    ['a currency without wallets', { currency: 'JPY' }, 'currency'],
    ['a tag that is too short', { usertag: 'ab' }, 'usertag'],
    ['a tag of look-alikes', { usertag: 'аdmіn' }, 'usertag'],
    ['a short password', { password: 'ninechars' }, 'password'],
    ['a password of 129 characters', { password: 'ab1 '.repeat(33).slice(0, 129) }, 'password'],
    ['a common password', { password: 'Password123' }, 'password'],
    ['a password of one letter', { password: 'aaaaaaaaaaaa' }, 'password'],
    ['another account type', { account_type: 'staff' }, 'account_type'],
    ['an e-mail address with a script', { email: '"<script>"@x.com' }, 'email'],
    ['an e-mail address with a line break', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    ['an e-mail address in full-width letters', { email: 'ａｄａ@example.com' }, 'email'],
  ])('refuses %s', async (_what, fields, field) => {
    const answer = await register(fields);
    expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  it('refuses the e-mail address as password', async () => {
    const email = newEmail();
    expect(outcomeOf(await register({ email, password: email }))).toBe('400 VALIDATION_ERROR');
  });

  it('keeps a password as typed: spaces, accents and 128 characters', async () => {
    const password = ` ключ от дома ${'x1y2z3'.repeat(30)}`.slice(0, 127) + ' ';
    const { body } = await register({ password });
    expect(outcomeOf(await auth('login', { email: body.user.email, password }))).toBe('200 OK');
    expect(outcomeOf(await auth('login', { email: body.user.email, password: password.trim() }))).toBe(
      '401 INVALID_CREDENTIALS',
    );
  });

  const fields = [
    'account_type',
    'email',
    'password',
    'first_name',
    'last_name',
    'phone',
    'country_code',
    'currency',
    'usertag',
    'referral_code',
  ];
  describe.each(fields)('a hostile %s', (field) => {
    it.each(NO_TEXTS.map(titled))('%s is refused', async (_title, value) => {
      // A password may be spaces; too few of them are still refused.
      const answer = await register({ [field]: value });
      expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
      expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
    });
  });

  it.each(['business_name', 'phone', 'country_code', 'currency', 'usertag', 'referral_code'])(
    'takes null for %s as nothing',
    async (field) => {
      expect(outcomeOf(await register({ [field]: null }))).toBe('200 OK');
    },
  );

  it.each(['account_type', 'email', 'password', 'first_name', 'last_name'])('asks for %s', async (field) => {
    for (const value of [undefined, null]) {
      expect(outcomeOf(await register({ [field]: value }))).toBe('400 VALIDATION_ERROR');
    }
  });

  it('stores nothing that it does not ask for', async () => {
    const { body } = await register({
      id: '00000000-0000-7000-8000-000000000000',
      version: 9,
      email_verified_at: '2020-01-01',
      kyc_level: 2,
      kyc_status: 'approved',
      kyb_status: 'approved',
      staff_role: 'admin',
      staffRole: 'admin',
      kycLevel: 2,
      balance: '1000.00',
      frozen_at: null,
      referred_by: 'x',
      password_hash: 'x',
      business_name: 'Sneaky',
    });
    const [row] = await platform.sql(
      'SELECT version, email_verified_at, kyc_level, kyc_status, kyb_status, staff_role, business_name FROM users WHERE id = $1',
      [body.user.id],
    );
    expect(row).toEqual({
      version: 1,
      email_verified_at: null,
      kyc_level: 0,
      kyc_status: 'none',
      kyb_status: 'none',
      staff_role: null,
      business_name: null,
    });
  });

  it('writes secrets to the database in no readable form', async () => {
    const hashed = hashPasswordsQuickly();
    const { body } = await register();
    expect(hashed.mock.lastCall).toEqual([PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }]);
    const [row] = await platform.sql<{ dump: string }>(
      `SELECT row_to_json(u)::text || (SELECT string_agg(row_to_json(t)::text, '') FROM refresh_tokens t)
              || (SELECT string_agg(row_to_json(s)::text, '') FROM sessions s)
              || (SELECT string_agg(row_to_json(o)::text, '') FROM outbox o) AS dump
         FROM users u WHERE u.id = $1`,
      [body.user.id],
    );
    expect(row!.dump).toContain('$argon2id$v=19$');
    for (const secret of [PASSWORD, body.refresh_token, body.access_token]) {
      expect(row!.dump).not.toContain(secret);
      expect(row!.dump).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

describe('auth.php?action=login', () => {
  it('signs in, with the e-mail address in any case, on both hosts', async () => {
    const user = await platform.signUp();
    for (const host of ['business', 'app'] as const) {
      const { status, body } = await auth(
        'login',
        { email: ` ${user.email.toUpperCase()}`, password: PASSWORD },
        host,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        token_type: 'Bearer',
        expires_in: 900,
        user: { id: user.id, pin_set: true },
      });
      expect((await profile(body.access_token)).status).toBe(200);
    }
  });

  it('shows the balance of the primary wallet', async () => {
    const user = await platform.signUp();
    await platform.fund(user, 'NGN', '1234.50');
    const { body } = await auth('login', { email: user.email, password: PASSWORD });
    expect(body.user.balance).toBe('1234.50');
  });

  it('answers an unknown address and a wrong password alike', async () => {
    const { email } = await platform.signUp();
    const wrong = await auth('login', { email, password: `${PASSWORD}!` });
    const unknown = await auth('login', { email: newEmail(), password: PASSWORD });
    expect(outcomeOf(wrong)).toBe('401 INVALID_CREDENTIALS');
    const { request_id: _wrong, ...wrongBody } = wrong.body;
    const { request_id: _unknown, ...unknownBody } = unknown.body;
    expect({ ...unknownBody, status: unknown.status }).toEqual({ ...wrongBody, status: wrong.status });
  });

  it('refuses a frozen account, and tells so only to who knows the password', async () => {
    const user = await platform.signUp();
    await platform.people.freeze(user.id);
    expect(outcomeOf(await auth('login', { email: user.email, password: PASSWORD }))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await auth('login', { email: user.email, password: 'something else' }))).toBe(
      '401 INVALID_CREDENTIALS',
    );
  });

  describe.each(['email', 'password'])('a hostile %s', (field) => {
    it.each(NO_TEXTS.filter((value) => field === 'email' || !PASSWORDS.includes(value)).map(titled))(
      '%s is refused',
      async (_title, value) => {
        const answer = await auth('login', { email: newEmail(), password: PASSWORD, [field]: value });
        expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
      },
    );
  });

  it.each(['not json', '[]', '"text"', '{"email":', '{"__proto__": {"email": "a@example.com"}}', 'null'])(
    'refuses the body %s',
    async (text) => {
      expect(outcomeOf(await auth('login', text))).toBe('400 VALIDATION_ERROR');
    },
  );

  it('is one action: repeated, unknown and missing ones are refused, and so is another method', async () => {
    const body = { email: newEmail(), password: PASSWORD };
    for (const query of [
      '?action=login&action=register',
      '?action=Login',
      '?action=',
      '',
      '?action=log-in',
      '?section=x&action=login',
    ]) {
      expect(outcomeOf(await platform.post('business', `auth.php${query}`, body))).toBe('400 UNKNOWN_ACTION');
    }
    const wrongMethod = await platform.get('business', 'auth.php?action=login');
    expect(outcomeOf(wrongMethod)).toBe('400 METHOD_NOT_SUPPORTED');
    expect(wrongMethod.headers.get('allow')).toBe('POST');
  });

  it.each(['checkout', 'sandbox'] as const)('is not served by the %s host', async (host) => {
    const answer = await platform.post(host, 'auth.php?action=login', {
      email: newEmail(),
      password: PASSWORD,
    });
    expect(outcomeOf(answer)).toBe('404 NOT_FOUND');
  });
});

describe('two-factor sign-in', () => {
  async function withAuthenticator() {
    const email = newEmail();
    const names = { firstName: 'Ada', lastName: 'Bello' };
    const seed = {
      accountType: 'personal' as const,
      email,
      password: PASSWORD,
      ...names,
      staffRole: 'support' as const,
    };
    const { totpSecret } = await platform.inside('business', SeedAccounts).ensureUser(seed);
    const code = (steps = 0) =>
      generateSync({ secret: totpSecret!, epoch: platform.clock.unixSeconds() + steps * 30 });
    const login = (totp_code?: unknown, host: 'business' | 'app' = 'business') =>
      auth('login', { email, password: PASSWORD, totp_code }, host);
    return { email, secret: totpSecret!, code, login };
  }
  /** To the middle of a step, so that the test stays within it. */
  const toMidStep = () => platform.clock.advance({ seconds: 45 - (platform.clock.unixSeconds() % 30) });
  beforeEach(toMidStep);

  it('asks for the code, after the password and only then', async () => {
    const { email, login } = await withAuthenticator();
    expect(outcomeOf(await login())).toBe('401 TOTP_REQUIRED');
    expect(outcomeOf(await login(null))).toBe('401 TOTP_REQUIRED');
    const wrong = await auth('login', { email, password: 'something else', totp_code: '000000' });
    expect(outcomeOf(wrong)).toBe('401 INVALID_CREDENTIALS');
  });

  it('takes the code of the step before, of now and of the next, each in its turn', async () => {
    const { code, login } = await withAuthenticator();
    for (const step of [-1, 0, 1]) {
      const answer = await login(code(step));
      expect(outcomeOf(answer)).toBe('200 OK');
      expect(answer.body.user.two_factor_enabled).toBe(true);
    }
  });

  it.each([-2, 2, -20, 20])('refuses the code of %d steps away', async (steps) => {
    const { code, login } = await withAuthenticator();
    expect(outcomeOf(await login(code(steps)))).toBe('401 INVALID_CREDENTIALS');
  });

  it('accepts each code one time, and none that is older than the last', async () => {
    const { code, login } = await withAuthenticator();
    const [before, now] = [code(-1), code()];
    expect(outcomeOf(await login(now))).toBe('200 OK');
    expect(outcomeOf(await login(now, 'app'))).toBe('401 INVALID_CREDENTIALS');
    expect(outcomeOf(await login(before))).toBe('401 INVALID_CREDENTIALS');
    platform.clock.advance({ seconds: 30 });
    expect(outcomeOf(await login(now))).toBe('401 INVALID_CREDENTIALS');
    expect(outcomeOf(await login(code()))).toBe('200 OK');
  });

  it('accepts a code one time of many at once, through both hosts', async () => {
    const { code, login } = await withAuthenticator();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => login(code(), n % 2 ? 'app' : 'business')),
    );
    expect(answers.map(outcomeOf).sort()).toEqual([
      '200 OK',
      ...Array<string>(11).fill('401 INVALID_CREDENTIALS'),
    ]);
  });

  it('spends no code on a wrong password', async () => {
    const { email, code, login } = await withAuthenticator();
    await auth('login', { email, password: 'something else', totp_code: code() });
    expect(outcomeOf(await login(code()))).toBe('200 OK');
  });

  it.each(['12345', '1234567', 'abcdef', '１２３４５６', '12 456', '-12345', '1e4321'])(
    'refuses the code %s',
    async (text) => {
      expect(outcomeOf(await (await withAuthenticator()).login(text))).toBe('401 INVALID_CREDENTIALS');
    },
  );

  it.each([[12.5], [-1], [true], [['123456']], [{}], ['1'.repeat(21)], ['12345\u0000']])(
    'refuses %j as no text',
    async (code) => {
      expect(outcomeOf(await (await withAuthenticator()).login(code))).toBe('400 VALIDATION_ERROR');
    },
  );

  it('keeps the seed sealed', async () => {
    const { secret } = await withAuthenticator();
    const rows = await platform.sql<{ secret_ciphertext: Buffer }>(
      'SELECT secret_ciphertext FROM two_factors',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ secret_ciphertext }) => !secret_ciphertext.includes(secret))).toBe(true);
  });
});

describe('auth.php?action=refresh', () => {
  const refresh = (refresh_token: unknown, host: 'business' | 'app' = 'business') =>
    auth('refresh', { refresh_token }, host);

  it('exchanges a token for a new pair, over and over, on either host', async () => {
    let { refreshToken } = await platform.signUp();
    for (const host of ['business', 'app', 'business'] as const) {
      const { status, body } = await refresh(refreshToken, host);
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        access_token: expect.any(String),
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 900,
        device_token: expect.stringMatching(/^[\w-]{64}$/),
      });
      expect(body.refresh_token).not.toBe(refreshToken);
      expect((await profile(body.access_token)).status).toBe(200);
      refreshToken = body.refresh_token;
    }
  });

  it('ends the session, on every host, when a token is used again', async () => {
    const { token, refreshToken, email } = await platform.signUp();
    const other = await auth('login', { email, password: PASSWORD });
    const second = (await refresh(refreshToken)).body;
    const third = (await refresh(second.refresh_token)).body;

    expect(outcomeOf(await refresh(refreshToken, 'app'))).toBe('401 UNAUTHENTICATED');
    await platform.sessionChangesProcessed();
    for (const access of [token, second.access_token, third.access_token]) {
      expect(outcomeOf(await profile(access))).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await profile(access, 'app'))).toBe('401 UNAUTHENTICATED');
    }
    expect(outcomeOf(await refresh(third.refresh_token))).toBe('401 UNAUTHENTICATED');
    expect((await profile(other.body.access_token)).status).toBe(200);
  });

  it('lets one of many exchanges at once win, and takes the others for reuse', async () => {
    const { refreshToken } = await platform.signUp();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => refresh(refreshToken, n % 2 ? 'app' : 'business')),
    );
    expect(answers.map(outcomeOf).sort()).toEqual([
      '200 OK',
      ...Array<string>(15).fill('401 UNAUTHENTICATED'),
    ]);
    const won = answers.find(({ status }) => status === 200)!.body;
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await profile(won.access_token))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await refresh(won.refresh_token))).toBe('401 UNAUTHENTICATED');
  });

  it('refuses a token after 30 days', async () => {
    const { refreshToken } = await platform.signUp();
    platform.clock.advance({ days: 29, hours: 23 });
    const next = await refresh(refreshToken);
    expect(next.status).toBe(200);
    platform.clock.advance({ days: 30, seconds: 1 });
    expect(outcomeOf(await refresh(next.body.refresh_token))).toBe('401 UNAUTHENTICATED');
  });

  it('refuses a frozen person', async () => {
    const { id, refreshToken } = await platform.signUp();
    await platform.people.freeze(id);
    expect(outcomeOf(await refresh(refreshToken))).toBe('403 FORBIDDEN');
  });

  it('takes an access token for no refresh token', async () => {
    const { token } = await platform.signUp();
    expect((await refresh(token)).status).toBe(400);
  });

  it.each([...NO_TEXTS, undefined, null].map(titled))('refuses %s', async (_title, value) => {
    expect(outcomeOf(await refresh(value))).toBe('400 VALIDATION_ERROR');
  });

  it('rejects a token that was never issued', async () => {
    for (const text of [randomBytes(32).toString('base64url'), 'x', "' OR 1=1 --"]) {
      expect(outcomeOf(await refresh(text))).toBe('401 UNAUTHENTICATED');
    }
  });
});

describe('auth.php?action=logout', () => {
  const logout = (refresh_token: unknown) => auth('logout', { refresh_token });

  it('ends the session and its access tokens, on every host, and no other session', async () => {
    const { token, refreshToken, email } = await platform.signUp();
    const other = await auth('login', { email, password: PASSWORD });
    expect((await logout(refreshToken)).body).toEqual({ success: true, message: expect.any(String) });
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await profile(token))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await profile(token, 'app'))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await auth('refresh', { refresh_token: refreshToken }))).toBe('401 UNAUTHENTICATED');
    expect((await profile(other.body.access_token)).status).toBe(200);
  });

  it('is done where there is nothing to end', async () => {
    const { refreshToken } = await platform.signUp();
    for (const text of [refreshToken, refreshToken, randomBytes(32).toString('base64url')]) {
      expect(outcomeOf(await logout(text))).toBe('200 OK');
    }
  });

  it('ends the session by an older token of it, too', async () => {
    const { refreshToken } = await platform.signUp();
    const { body } = await auth('refresh', { refresh_token: refreshToken });
    await logout(refreshToken);
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await profile(body.access_token))).toBe('401 UNAUTHENTICATED');
  });

  it.each([...NO_TEXTS, undefined].map(titled))('refuses %s', async (_title, value) => {
    expect(outcomeOf(await logout(value))).toBe('400 VALIDATION_ERROR');
  });
});

describe('auth.php?action=profile', () => {
  it('shows the account, and nothing secret', async () => {
    const user = await platform.signUp({ usertag: newTag() });
    await platform.fund(user, 'NGN', 5);
    const { status, body, text } = await profile(user.token, 'app');
    expect(status).toBe(200);
    expect(Object.keys(body.user).sort()).toEqual(
      (
        'account_type balance business_name country_code created_at currency email email_verified first_name id kyb_status ' +
        'kyc_level kyc_status last_name phone pin_set referral_code two_factor_enabled usertag'
      ).split(' '),
    );
    expect(body.user).toMatchObject({ id: user.id, balance: '5.00', pin_set: true, email_verified: true });
    expect(text).not.toMatch(/argon2|hmac|cipher/);
  });

  it('stops, on every host, when the person is frozen', async () => {
    const { id, token } = await platform.signUp();
    expect((await profile(token)).status).toBe(200);
    await platform.people.freeze(id);
    expect([outcomeOf(await profile(token)), outcomeOf(await profile(token, 'app'))]).toEqual([
      '401 UNAUTHENTICATED',
      '401 UNAUTHENTICATED',
    ]);
  });

  it('asks for a session: nothing and keys are refused', async () => {
    const merchant = await platform.merchant();
    const ask = (options: object, host: 'business' | 'app' = 'business') =>
      platform.get(host, 'auth.php?action=profile', options);
    expect(outcomeOf(await ask({}))).toBe('401 UNAUTHENTICATED');
    for (const key of [merchant.live.secret_key, merchant.live.public_key, merchant.test.secret_key]) {
      expect(outcomeOf(await ask({ key }))).toBe('403 SESSION_REQUIRED');
      expect(outcomeOf(await ask({ key }, 'app'))).toBe('403 SESSION_REQUIRED');
      expect(outcomeOf(await ask({ token: key }))).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await ask({ headers: { authorization: key } }))).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await ask({ key, token: merchant.token }))).toBe('401 UNAUTHENTICATED');
    }
  });
});

describe('access tokens', () => {
  it('last 15 minutes by our clock', async () => {
    const { token } = await platform.signUp();
    platform.clock.advance({ minutes: 14, seconds: 55 });
    expect((await profile(token)).status).toBe(200);
    platform.clock.advance({ seconds: 6 });
    expect(outcomeOf(await profile(token))).toBe('401 TOKEN_EXPIRED');
    expect(outcomeOf(await profile(token, 'app'))).toBe('401 TOKEN_EXPIRED');
  });

  it('are refused when forged, wherever they are sent', async () => {
    const user = await platform.signUp();
    const stranger = await platform.signUp();
    const claims = JSON.parse(Buffer.from(user.token.split('.')[1]!, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const strangersSession = JSON.parse(Buffer.from(stranger.token.split('.')[1]!, 'base64url').toString())
      .sid as string;
    const key = createSecretKey(derivedKey(platform.config.env.JWT_SECRET, 'access token'));
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const [head, payload, signature] = user.token.split('.') as [string, string, string];
    const signed = (changes: object, options: object = {}) =>
      sign({ ...claims, ...changes }, key, { algorithm: 'HS256', ...options });
    const without = (name: string) => {
      const { [name]: _left, ...rest } = claims;
      return sign(rest, key, { algorithm: 'HS256', noTimestamp: true });
    };
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const otherKey = createSecretKey(randomBytes(32));
    const now = platform.clock.unixSeconds();

    // The real one, signed by the test itself, passes: so each of the rest is refused for what it changes.
    expect((await profile(signed({}))).status).toBe(200);
    const forged: Record<string, string> = {
      'none, no signature': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'none, old signature': `${encode({ alg: 'none' })}.${payload}.${signature}`,
      NoNe: `${encode({ alg: 'NoNe' })}.${payload}.`,
      'no algorithm': `${encode({ typ: 'JWT' })}.${payload}.${signature}`,
      'another key': sign(claims, otherKey, { algorithm: 'HS256' }),
      'the configured secret itself': sign(claims, platform.config.env.JWT_SECRET, { algorithm: 'HS256' }),
      'an empty key': `${head}.${payload}.`,
      'HS512 with our key': sign(claims, createSecretKey(Buffer.concat([key.export(), key.export()])), {
        algorithm: 'HS512',
      }),
      'HS384 with our key': signed({}, { algorithm: 'HS384' }),
      RS256: sign(claims, rsa.privateKey, { algorithm: 'RS256' }),
      'kid to a file': sign(claims, otherKey, { algorithm: 'HS256', keyid: '../../dev/null' }),
      'jku and jwk': sign(claims, otherKey, {
        algorithm: 'HS256',
        header: { alg: 'HS256', jku: 'https://example.com/k' },
      }),
      'another issuer': signed({ iss: 'somebody-else' }),
      'another audience': signed({ aud: 'somebody-else' }),
      'another type': signed({ typ: 'refresh' }),
      'no type': without('typ'),
      'no issuer': without('iss'),
      'no audience': without('aud'),
      'no subject': without('sub'),
      'no session': without('sid'),
      'no expiry': without('exp'),
      'no time of issue': without('iat'),
      'a longer life': signed({ exp: now + 901 + 60 }),
      expired: signed({ iat: now - 901, exp: now - 1 }),
      'an expiry in words': `${head}.${encode({ ...claims, exp: 'never' })}.${signature}`,
      'a session of somebody else': signed({ sid: strangersSession }),
      'a session that never was': signed({ sid: '01a1fbd0-40fb-7407-aac2-8ed8bd6c85b5' }),
      'a session that is no id': signed({ sid: "' OR 1=1 --" }),
      'somebody else': signed({ sub: stranger.id }),
      'a person that is no id': signed({ sub: 'x'.repeat(1000) }),
      'a list of people': signed({}, {}).replace(payload, encode({ ...claims, sub: [user.id] })),
      'a changed payload': `${head}.${encode({ ...claims, sub: stranger.id })}.${signature}`,
      'a changed signature': `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
      'two parts': `${head}.${payload}`,
      'four parts': `${user.token}.x`,
      'empty parts': '..',
      'no JSON': `${head}.${Buffer.from('{').toString('base64url')}.${signature}`,
      'a null payload': `${head}.${Buffer.from('null').toString('base64url')}.${signature}`,
      'something long': 'x'.repeat(8000),
      'a refresh token': user.refreshToken,
    };
    const places = [
      ['business', 'auth.php?action=profile'],
      ['app', 'auth.php?action=profile'],
      ['business', 'wallet.php?action=balance'],
      ['app', 'wallet.php?action=balance'],
      ['business', 'business.php?section=apps'],
      ['business', 'transactions.php?action=list'],
    ] as const;
    const taken: string[] = [];
    for (const [name, token] of Object.entries(forged)) {
      for (const [host, path] of places) {
        const answer = await platform.get(host, path, { token });
        if (!/^401 (UNAUTHENTICATED|TOKEN_EXPIRED)$/.test(outcomeOf(answer)))
          taken.push(`${name} at ${host}/${path}: ${outcomeOf(answer)}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it.each(['Bearer', 'Bearer ', 'bearer', 'Basic dXNlcjpwYXNz', 'Token x', 'Bearer a b', ',', 'Bearer null'])(
    'are not found in Authorization: %s',
    async (authorization) => {
      const answer = await platform.get('business', 'auth.php?action=profile', {
        headers: { authorization },
      });
      expect(outcomeOf(answer)).toBe('401 UNAUTHENTICATED');
    },
  );
});

describe('finding people', () => {
  let directory: UserDirectory;
  beforeAll(() => {
    directory = platform.inside('business', UserDirectory);
  });
  const idOf = async (text: string, type?: RecipientType, country?: string) => {
    const identifier = identifierOf(text, type, country);
    return identifier && ((await directory.find(identifier))?.id ?? null);
  };
  const newPhone = () => `+23480${String(randomBytes(6).readUIntBE(0, 6)).padStart(8, '0').slice(-8)}`;

  it('by their tag, with or without @, in any case', async () => {
    const usertag = newTag();
    const { id } = await platform.signUp({ usertag });
    for (const text of [usertag, `@${usertag}`, ` @${usertag.toUpperCase()} `])
      expect(await idOf(text)).toBe(id);
    expect(await idOf(usertag, 'email')).toBeNull();
    expect(await idOf(usertag, 'phone')).toBeNull();
  });

  it('by an e-mail address or phone that they have proved, and by no other', async () => {
    const phone = newPhone();
    const { email, id } = (await register({ phone })).body.user;
    expect([await idOf(email), await idOf(phone)]).toEqual([null, null]);
    await platform.sql(
      'UPDATE users SET email_verified_at = now(), phone_verified_at = now() WHERE id = $1',
      [id],
    );
    await register({ phone });
    expect([await idOf(email.toUpperCase()), await idOf(phone)]).toEqual([id, id]);
    expect(await idOf(`0${phone.slice(4)}`, undefined, 'NG')).toBe(id);
    expect(await idOf(`0${phone.slice(4)}`, undefined, 'GB')).toBeNull();
  });

  it('not by a tag they gave up, nor while they are frozen', async () => {
    const [old, current] = [newTag(), newTag()];
    const { id } = await platform.signUp({ usertag: old });
    await platform.sql('UPDATE users SET usertag = $2 WHERE id = $1', [id, current]);
    expect([await idOf(old), await idOf(current)]).toEqual([null, id]);
    await platform.people.freeze(id);
    expect(await idOf(current)).toBeNull();
    expect(await directory.byId(id)).toMatchObject({ usertag: current });
  });

  it('shows strangers a first name and an initial, and a business by its name', async () => {
    const person = await platform.signUp({ first_name: 'Chidinma', last_name: 'Ọbi' });
    const business = await platform.signUp({ account_type: 'business', business_name: 'Adé Stores' });
    const found = await directory.byIds([person.id, business.id, randomUUID()]);
    expect([...found.keys()].sort()).toEqual([person.id, business.id].sort());
    expect(found.get(person.id)).toMatchObject({ name: 'Chidinma Ọbi', maskedName: 'Chidinma Ọ.' });
    expect(found.get(business.id)).toMatchObject({ name: 'Adé Stores', maskedName: 'Adé Stores' });
  });

  it('by the beginnings of the words of their names', async () => {
    const { id, usertag } = await platform.signUp({
      account_type: 'business',
      business_name: 'Quixotic Zebra Traders',
      first_name: 'Wilhelmina',
      last_name: 'Van-Outrijve',
    });
    for (const q of ['quix', 'ZEBRA', 'traders quix', 'wilhel', 'outri', `@${usertag}`, "quix' & !"]) {
      expect([q, await directory.namesMatching(q, 10)]).toEqual([q, [id]]);
    }
    for (const q of [
      'uixotic',
      'quix nobody',
      '',
      '   ',
      '%',
      '_',
      "'",
      ':*',
      '& | !',
      '\\',
      '\u0000',
      '\ud800',
      '():<->',
    ]) {
      expect([q, await directory.namesMatching(q, 10)]).toEqual([q, []]);
    }
    expect(await directory.namesMatching('x '.repeat(5000), 10)).toEqual([]);
    await platform.signUp({ first_name: 'Quixada' });
    expect(await directory.namesMatching('quix', 10)).toHaveLength(2);
    expect(await directory.namesMatching('quix', 1)).toHaveLength(1);
  });
});

describe('seeded accounts', () => {
  it('are made once, with everything proved, and left as they are afterwards', async () => {
    const accounts = platform.inside('business', SeedAccounts);
    const email = newEmail();
    const seed = {
      accountType: 'business' as const,
      email,
      password: PASSWORD,
      firstName: 'Mira',
      lastName: 'Okafor',
      businessName: 'Demo',
      phone: '+2348031110000',
      pin: '4321',
      kycLevel: 1,
      kybStatus: 'approved' as const,
    };
    expect(await accounts.exists(email)).toBe(false);
    const first = await accounts.ensureUser(seed);
    const again = await accounts.ensureUser({ ...seed, password: 'another passphrase', pin: '1111' });
    expect(first).toEqual({
      id: expect.stringMatching(UUID),
      usertag: expect.any(String),
      created: true,
      totpSecret: null,
    });
    expect(again).toEqual({ ...first, created: false });
    expect(await accounts.exists(email)).toBe(true);
    const { body } = await auth('login', { email, password: PASSWORD });
    expect(body.user).toMatchObject({
      email_verified: true,
      kyc_level: 1,
      kyc_status: 'approved',
      kyb_status: 'approved',
      pin_set: true,
      balance: '0.00',
    });
  });
});

describe('old sessions', () => {
  it('and their refresh tokens are deleted a month after their end, and no others', async () => {
    const { PurgeSessions } = await import('@app/accounts');
    const purge = platform.inside('business', PurgeSessions);
    platform.clock.advance({ days: 61 });
    await purge.run();
    const { id, refreshToken, token } = await platform.signUp();
    const left = () =>
      platform.sql(
        `SELECT count(DISTINCT s.id)::int AS sessions, count(t.token_hash)::int AS tokens
           FROM sessions s LEFT JOIN refresh_tokens t ON t.session_id = s.id WHERE s.user_id = $1`,
        [id],
      );
    await purge.run();
    expect(await left()).toEqual([{ sessions: 1, tokens: 1 }]);
    expect((await profile(token)).status).toBe(200);
    platform.clock.advance({ days: 31 });
    await purge.run();
    expect(await left()).toEqual([{ sessions: 1, tokens: 0 }]);
    expect(outcomeOf(await auth('refresh', { refresh_token: refreshToken }))).toBe('401 UNAUTHENTICATED');
    platform.clock.advance({ days: 30 });
    await purge.run();
    expect(await left()).toEqual([{ sessions: 0, tokens: 0 }]);
  });
});

describe('limits of auth.php', () => {
  let limited: Platform;
  beforeAll(async () => {
    limited = await startPlatform({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  });
  afterAll(() => limited.stop());

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const login = (email: string, address: string) =>
    limited.post('business', 'auth.php?action=login', { email, password: 'something else' }, from(address));

  it('limits sign-ins to ten in five minutes per address, for all accounts together', async () => {
    for (let n = 0; n < 10; n++)
      expect(outcomeOf(await login(newEmail(), '192.0.2.10'))).toBe('401 INVALID_CREDENTIALS');
    const refused = await login(newEmail(), '192.0.2.10');
    expect(outcomeOf(refused)).toBe('429 RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retry_after);
    expect(refused.body.retry_after).toBeLessThanOrEqual(300);
    expect(outcomeOf(await login(newEmail(), '192.0.2.11'))).toBe('401 INVALID_CREDENTIALS');
    limited.clock.advance({ minutes: 5, seconds: 1 });
    expect(outcomeOf(await login(newEmail(), '192.0.2.10'))).toBe('401 INVALID_CREDENTIALS');
  });

  it('counts only failed sign-ins: twenty in a row from one address succeed', async () => {
    const { email, password } = await limited.signUp();
    for (let n = 0; n < 20; n++) {
      const signIn = () =>
        limited.post('business', 'auth.php?action=login', { email, password }, from('192.0.2.20'));
      expect(outcomeOf(await signIn())).toBe('200 OK');
    }
    expect(outcomeOf(await login(email, '192.0.2.20'))).toBe('401 INVALID_CREDENTIALS');
  });

  it('lets known devices and addresses sign in while strangers guess the password of the account', async () => {
    const user = await limited.signUp();
    const signIn = (address: string, device_token?: string, password = user.password) =>
      limited.post(
        'business',
        'auth.php?action=login',
        { email: user.email, password },
        { headers: { 'x-forwarded-for': address, ...(device_token && { 'x-device-token': device_token }) } },
      );
    const { device_token: device } = (await signIn('198.51.100.1')).body as { device_token: string };
    const other = (await limited.post('business', 'auth.php?action=register', person(), from('203.0.113.77')))
      .body.device_token as string;
    for (let n = 0; n < 12; n++) await login(user.email, `203.0.113.${n}`);

    expect(outcomeOf(await signIn('198.51.100.2'))).toBe('429 RATE_LIMITED');
    // A token of another account, a changed one and none at all are the same.
    const changed = `${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`;
    for (const token of [other, changed, 'x', 'é'])
      expect(outcomeOf(await signIn('198.51.100.2', encodeURIComponent(token)))).toBe('429 RATE_LIMITED');
    expect(outcomeOf(await signIn('198.51.100.2', device))).toBe('200 OK');
    // The address of an earlier sign-in.
    expect(outcomeOf(await signIn('198.51.100.1'))).toBe('200 OK');

    // A known device has ten wrong guesses of its own, and uses up those of no other client.
    const guess = () => signIn('203.0.113.201', device, 'something else');
    for (let n = 0; n < 10; n++) expect(outcomeOf(await guess())).toBe('401 INVALID_CREDENTIALS');
    expect(outcomeOf(await guess())).toBe('429 RATE_LIMITED');
    expect(outcomeOf(await signIn('198.51.100.1'))).toBe('200 OK');
  });

  it('counts guesses that arrive at once: ten of fifty are tried', async () => {
    const { email } = await limited.signUp();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => login(email, `198.18.0.${n}`).then(outcomeOf)),
    );
    expect(answers.filter((outcome) => outcome === '401 INVALID_CREDENTIALS')).toHaveLength(10);
    expect(answers.filter((outcome) => outcome === '429 RATE_LIMITED')).toHaveLength(40);
  });

  describe('of codes and reset mails, in a day', () => {
    const post = (action: string, body: object, address: string, token?: string, device?: string) =>
      limited.post('business', `auth.php?action=${action}`, body, {
        token,
        headers: { 'x-forwarded-for': address, ...(device && { 'x-device-token': device }) },
      });
    /** Requests three at a time, five minutes apart, as the limit of five minutes allows. */
    async function paced(count: number, request: (n: number) => Promise<string>): Promise<string[]> {
      const outcomes: string[] = [];
      for (let n = 0; n < count; n++) {
        if (n > 0 && n % 3 === 0) limited.clock.advance({ minutes: 5, seconds: 1 });
        outcomes.push(await request(n));
      }
      return outcomes;
    }
    /** Signs in each time, because five minutes pass often. */
    const resend = async (user: { email: string }, address: string) => {
      const credentials = { email: user.email, password: PASSWORD };
      const { body } = await post('login', credentials, address);
      return outcomeOf(await post('resend-otp', {}, address, body.access_token as string));
    };

    it('an account gets ten codes again', async () => {
      const user = person();
      await post('register', user, '192.0.2.30');
      const outcomes = await paced(11, (n) => resend(user, `192.0.2.${31 + n}`));
      expect(outcomes).toEqual([...Array<string>(10).fill('200 OK'), '429 RATE_LIMITED']);
      limited.clock.advance({ days: 1 });
      expect(await resend(user, '192.0.2.50')).toBe('200 OK');
    });

    it('a client address asks for fifty mails, for all recipients together', async () => {
      const ask = async (address: string) =>
        outcomeOf(await post('forgot-password', { email: newEmail() }, address));
      const outcomes = await paced(51, () => ask('192.0.2.60'));
      expect(outcomes).toEqual([...Array<string>(50).fill('200 OK'), '429 RATE_LIMITED']);
      expect(await ask('192.0.2.61')).toBe('200 OK');
    });

    it('a mailbox gets twenty reset mails, and strangers do not use up those of a known device', async () => {
      const user = person();
      const { device_token: device } = (await post('register', user, '192.0.2.70')).body as {
        device_token: string;
      };
      const sent = async () =>
        (await limited.sql('SELECT 1 FROM password_resets WHERE email = $1', [user.email])).length;
      const ask = async (address: string, token?: string) =>
        outcomeOf(await post('forgot-password', { email: user.email }, address, undefined, token));
      await paced(27, (n) => ask(`198.18.1.${n}`));
      expect(await sent()).toBe(20);
      limited.clock.advance({ minutes: 5, seconds: 1 });
      expect([await ask('198.18.2.1', 'x'), await sent()]).toEqual(['200 OK', 20]);
      expect([await ask('198.18.2.1', device), await sent()]).toEqual(['200 OK', 21]);
    });
  });

  it('ten sign-ins in five minutes to one account, wherever they come from', async () => {
    const email = newEmail();
    for (let n = 0; n < 10; n++)
      expect(outcomeOf(await login(email, `198.51.100.${n}`))).toBe('401 INVALID_CREDENTIALS');
    expect(outcomeOf(await login(email, '198.51.100.77'))).toBe('429 RATE_LIMITED');
    expect(outcomeOf(await login(` ${email.toUpperCase()}`, '198.51.100.78'))).toBe('429 RATE_LIMITED');
    expect(outcomeOf(await login(newEmail(), '198.51.100.79'))).toBe('401 INVALID_CREDENTIALS');
    limited.clock.advance({ minutes: 5, seconds: 1 });
    expect(outcomeOf(await login(email, '198.51.100.80'))).toBe('401 INVALID_CREDENTIALS');
  });

  it('five registrations in five minutes from one address', async () => {
    const open = () => limited.post('business', 'auth.php?action=register', person(), from('203.0.113.5'));
    for (let n = 0; n < 5; n++) expect(outcomeOf(await open())).toBe('200 OK');
    expect(outcomeOf(await open())).toBe('429 RATE_LIMITED');
  });

  it('cannot be dodged by an address in a header, where no proxy is trusted', async () => {
    const plain = await startPlatform({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } });
    try {
      const answers: string[] = [];
      for (let n = 0; n < 11; n++) {
        const body = { email: newEmail(), password: 'something else' };
        answers.push(
          outcomeOf(await plain.post('business', 'auth.php?action=login', body, from(`192.0.2.${n}`))),
        );
      }
      expect(answers.at(-1)).toBe('429 RATE_LIMITED');
    } finally {
      await plain.stop();
    }
  });
});
