import { randomBytes } from 'node:crypto';
import { outcomeOf } from '../../support/http-client';
import { type Platform, startPlatform } from '../../support/platform';
import { hashPasswordsQuickly } from '../../support/quick-passwords';
import { authRequests, newEmail, newTag, NO_TEXTS, PASSWORD, person, titled, UUID } from './auth-requests';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ apps: ['business', 'app'], env: { RATE_LIMITS: 'false' } });
});
afterAll(() => platform.stop());

const { auth, profile, register } = authRequests(() => platform);

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
        phone_verified: false,
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

  it('records who referred the account', async () => {
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
    ['an unknown referral code', { referral_code: 'UNKNOWNCODE' }, 'referral_code'],
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
  const optional = ['business_name', 'phone', 'country_code', 'currency', 'usertag', 'referral_code'];
  describe.each(fields)('a hostile %s', (field) => {
    const refused = NO_TEXTS.filter((value) => value !== '' || !optional.includes(field));
    it.each(refused.map(titled))('%s is refused', async (_title, value) => {
      // A password may be spaces; too few of them are still refused.
      const answer = await register({ [field]: value });
      expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
      expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
    });
  });

  it.each(optional)('reads null and an empty %s as absent', async (field) => {
    for (const value of [null, '']) expect(outcomeOf(await register({ [field]: value }))).toBe('200 OK');
  });

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
