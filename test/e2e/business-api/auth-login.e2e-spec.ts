import { SeedAccountsService } from '@app/accounts';
import { generateSync } from 'otplib';
import { outcomeOf } from '../../support/http-client';
import { type Platform, startPlatform } from '../../support/platform';
import { authRequests, newEmail, NO_TEXTS, PASSWORD, titled } from './auth-requests';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({
    apps: ['business', 'app', 'checkout', 'sandbox'],
    env: { RATE_LIMITS: 'false' },
  });
});
afterAll(() => platform.stop());

const { auth, profile } = authRequests(() => platform);

/** Passwords are kept as typed: these contain what other fields reject. */
const PASSWORDS: unknown[] = ['   ', 'a\u{e0041}b'];

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

  it('refuses a frozen account, and says so only to a caller who knows the password', async () => {
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

  it.each([
    ['checkout', '404 NOT_FOUND'],
    // It serves another action of the file.
    ['sandbox', '400 UNKNOWN_ACTION'],
  ] as const)('is not served by the %s host: %s', async (host, outcome) => {
    const answer = await platform.post(host, 'auth.php?action=login', {
      email: newEmail(),
      password: PASSWORD,
    });
    expect(outcomeOf(answer)).toBe(outcome);
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
    const { totpSecret } = await platform.inside('business', SeedAccountsService).ensureUser(seed);
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
