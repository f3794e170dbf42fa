import { randomBytes } from 'node:crypto';
import { MailWorkerService } from '@app/notifications';
import { RelayWorker } from '@app/write-path';
import { generateSync } from 'otplib';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import { MailServer } from '../../support/mail-server';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { Browser } from 'playwright-core';
import { DESKTOP, describeInBrowser, launch, look, watchedPage } from '../checkout-api/browser';

const NEW_PASSWORD = 'another long passphrase';
const newEmail = () => `user-${randomBytes(6).toString('hex')}@example.com`;

let platform: Platform;
let mails: MailServer;
beforeAll(async () => {
  mails = await MailServer.start();
  platform = await startPlatform({
    env: {
      RATE_LIMITS: 'false',
      ...mails.environment,
      PASSWORD_RESET_URL: 'https://pay.example/reset',
    },
  });
});
afterAll(async () => {
  await platform.stop();
  await mails.stop();
});

const auth = (action: string, body: object, token?: string, host: 'business' | 'app' = 'app') =>
  platform.post(host, `auth.php?action=${action}`, body, { token });

async function sent(): Promise<void> {
  await platform.inside('scheduler', RelayWorker).run();
  await platform.inside('scheduler', MailWorkerService).drain();
  // The scheduler relays and mails by itself as well: what it has begun may still be on its way.
  await eventually(async () => {
    const underWay = await platform.sql(
      `SELECT 1 FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL
        UNION ALL SELECT 1 FROM mails WHERE status = 'due' AND due_at <= $1`,
      [platform.clock.now()],
    );
    return underWay.length === 0;
  });
}

/** What the newest mail with such a text says in the brackets of `pattern`. */
async function newest(email: string, pattern: RegExp): Promise<string> {
  await sent();
  const found = textsTo(email).map((text) => pattern.exec(text)?.[1]);
  return found.findLast((text) => text !== undefined)!;
}

/** Registers over HTTP and leaves the address unproved. */
async function register(fields: object = {}) {
  const body = {
    account_type: 'personal',
    email: newEmail(),
    password: 'a long enough passphrase',
    first_name: 'Ada',
    last_name: 'Bello',
    ...fields,
  };
  const { body: answer } = await auth('register', body);
  return { ...body, id: answer.user.id as string, token: answer.access_token as string };
}

const textsTo = (email: string) =>
  mails.received.filter(({ to }) => to.includes(email)).map(({ text }) => text);

const codeOf = (email: string) => newest(email, /^ {4}(\d{6})$/m);

const wrong = (code: string, i = 1) => String((Number(code) + i) % 1_000_000).padStart(6, '0');
const isVerified = async (token: string) =>
  (await platform.get('app', 'auth.php?action=profile', { token })).body.user.email_verified as boolean;

describe('auth.php?action=verify-email', () => {
  it('proves the address with the code that register mailed', async () => {
    const ada = await register();
    const code = await codeOf(ada.email);
    expect(await isVerified(ada.token)).toBe(false);
    const { status, body } = await auth('verify-email', { otp: code }, ada.token, 'business');
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'E-mail address verified.', email_verified: true });
    expect(await isVerified(ada.token)).toBe(true);
    // A transfer may name the address now.
    const found = await platform.get('business', `wallet.php?action=lookup&email=${ada.email}`, {
      token: ada.token,
    });
    expect(found.status).toBe(200);
    for (const otp of [code, wrong(code)]) {
      const again = await auth('verify-email', { otp }, ada.token);
      expect(outcomeOf(again)).toBe('409 INVALID_STATE');
      expect(again.body.message).toBe('This e-mail address is verified already.');
    }
    expect(outcomeOf(await auth('resend-otp', {}, ada.token))).toBe('409 INVALID_STATE');
  });

  it('takes five tries, counted for all hosts together, then none', async () => {
    const ada = await register();
    const code = await codeOf(ada.email);
    const tries = Array.from({ length: 40 }, (_, i) =>
      auth('verify-email', { otp: wrong(code, i + 1) }, ada.token, i % 2 ? 'app' : 'business'),
    );
    const answers = await Promise.all(tries);
    const counts = new Map<string, number>();
    for (const answer of answers) counts.set(outcomeOf(answer), (counts.get(outcomeOf(answer)) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ '400 VALIDATION_ERROR': 5, '400 LIMIT_REACHED': 35 });
    const left = answers.flatMap(({ body }) => ('tries_left' in body ? [body.tries_left as number] : []));
    expect(left.sort()).toEqual([0, 1, 2, 3, 4]);
    expect(outcomeOf(await auth('verify-email', { otp: code }, ada.token))).toBe('400 LIMIT_REACHED');
    await auth('resend-otp', {}, ada.token);
    expect(outcomeOf(await auth('verify-email', { otp: await codeOf(ada.email) }, ada.token))).toBe('200 OK');
  });

  it('takes no code but the newest, for ten minutes', async () => {
    const ada = await register();
    const first = await codeOf(ada.email);
    await auth('resend-otp', {}, ada.token);
    const second = await codeOf(ada.email);
    expect(second).not.toBe(first);
    expect(outcomeOf(await auth('verify-email', { otp: first }, ada.token))).toBe('400 VALIDATION_ERROR');
    platform.clock.advance({ minutes: 10 });
    const late = await auth('verify-email', { otp: second }, ada.token);
    expect(outcomeOf(late)).toBe('400 VALIDATION_ERROR');
    expect(late.body.message).toContain('This code has expired.');
    await platform.sql('DELETE FROM email_codes WHERE user_id = $1', [ada.id]);
    const none = await auth('verify-email', { otp: second }, ada.token);
    expect(outcomeOf(none)).toBe('400 VALIDATION_ERROR');
    expect(none.body.message).toContain('it was used already, or none was sent');
  });

  it('is used once by two at the same moment, and both see the address proved', async () => {
    const ada = await register();
    const code = await codeOf(ada.email);
    const answers = await Promise.all([1, 2, 3].map(() => auth('verify-email', { otp: code }, ada.token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers)
      expect(['200 OK', '400 VALIDATION_ERROR', '409 INVALID_STATE', '409 CONFLICT']).toContain(
        outcomeOf(answer),
      );
    const events = await platform.sql(
      `SELECT 1 FROM outbox WHERE type = 'account.email-verified' AND owner_id = $1`,
      [ada.id],
    );
    expect(events).toHaveLength(1);
  });

  it('rejects the code for another account and for a key of no account', async () => {
    const [ada, bola] = [await register(), await register()];
    const code = await codeOf(ada.email);
    expect(outcomeOf(await auth('verify-email', { otp: code }, bola.token))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await auth('verify-email', { otp: code }))).toBe('401 UNAUTHENTICATED');
    for (const otp of [
      '12345',
      '1234567',
      12345,
      1234.56,
      ' 123456',
      '12345a',
      '',
      null,
      undefined,
      ['123456'],
    ])
      expect(outcomeOf(await auth('verify-email', { otp }, ada.token))).toBe('400 VALIDATION_ERROR');
  });

  it('does not store or return the code: no row, event or answer contains it', async () => {
    const ada = await register();
    const code = await codeOf(ada.email);
    for (const table of ['email_codes', 'mails', 'outbox', 'idempotency_keys']) {
      const rows = await platform.sql<{ text: string }>(
        `SELECT t::text AS text FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`,
        [ada.id],
      );
      for (const { text } of rows) expect(text.replace(/[0-9a-f-]{36}/g, '')).not.toContain(code);
    }
  });
});

describe('A forgotten password', () => {
  const forgot = (email: string, host: 'business' | 'app' = 'app') =>
    auth('forgot-password', { email }, undefined, host);
  const reset = (token: string, password = NEW_PASSWORD) => auth('reset-password', { token, password });
  const login = (user: { email: string; password: string }, more: object = {}) =>
    auth('login', { email: user.email, password: user.password, ...more });

  const tokenOf = (email: string) => newest(email, /https:\/\/pay\.example\/reset#([\w-]+)\s/);

  async function tokenFor(user: { email: string }): Promise<string> {
    await forgot(user.email);
    return tokenOf(user.email);
  }

  it('is set anew with the mailed token: every session ends, the old password is refused', async () => {
    const ada: TestUser = await platform.signUp();
    const second = (await login(ada)).body as { access_token: string; refresh_token: string };
    const token = await tokenFor(ada);
    const profileOf = (access: string) =>
      platform.get('business', 'auth.php?action=profile', { token: access });
    const both = [ada.token, second.access_token];
    for (const access of both) expect((await profileOf(access)).status).toBe(200);
    expect((await reset(token)).body).toEqual({ success: true, message: expect.stringContaining('sign in') });
    await platform.sessionChangesProcessed();
    for (const access of both) expect((await profileOf(access)).status).toBe(401);
    expect(outcomeOf(await auth('refresh', { refresh_token: second.refresh_token }))).toBe(
      '401 UNAUTHENTICATED',
    );
    expect(outcomeOf(await login(ada))).toBe('401 INVALID_CREDENTIALS');
    expect(outcomeOf(await login({ ...ada, password: NEW_PASSWORD }))).toBe('200 OK');
    await sent();
    expect((await mails.to(ada.email, 'Your password was changed')).text).toContain('If it was not you');
  });

  it('works once, also for two at the same moment', async () => {
    const ada = await platform.signUp();
    const token = await tokenFor(ada);
    const passwords = [1, 2, 3, 4].map((i) => `${NEW_PASSWORD} ${i}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(outcomeOf).sort()).toEqual([
      '200 OK',
      ...Array<string>(3).fill('400 VALIDATION_ERROR'),
    ]);
    const won = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect(outcomeOf(await login({ ...ada, password: won }))).toBe('200 OK');
    expect(outcomeOf(await reset(token))).toBe('400 VALIDATION_ERROR');
  });

  it('works for thirty minutes; a use ends the other tokens of the address', async () => {
    const ada = await platform.signUp();
    const [first, second] = [await tokenFor(ada), await tokenFor(ada)];
    expect(first).not.toBe(second);
    expect(outcomeOf(await reset(first))).toBe('200 OK');
    expect(outcomeOf(await reset(second))).toBe('400 VALIDATION_ERROR');
    const late = await tokenFor(ada);
    platform.clock.advance({ minutes: 30 });
    expect(outcomeOf(await reset(late))).toBe('400 VALIDATION_ERROR');
  });

  it('keeps the token for a better password', async () => {
    const ada = await platform.signUp();
    const token = await tokenFor(ada);
    for (const bad of ['short', 'password123', ada.email, 'x'.repeat(129), '1234567890'])
      expect(outcomeOf(await reset(token, bad))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await reset(token))).toBe('200 OK');
  });

  it('takes no token that was not mailed', async () => {
    const ada = await platform.signUp();
    const token = await tokenFor(ada);
    const [row] = await platform.sql<{ id: string }>('SELECT id FROM password_resets WHERE email = $1', [
      ada.email,
    ]);
    for (const forged of [
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token}x`,
      row!.id,
      'x'.repeat(64),
    ]) {
      const answer = await reset(forged);
      expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
      expect(answer.body.errors[0].field).toBe('token');
    }
    const kept = await platform.sql<{ text: string }>(
      `SELECT m::text AS text FROM mails m WHERE recipient = $1 UNION ALL SELECT o::text FROM outbox o WHERE payload->>'email' = $1
       UNION ALL SELECT p::text FROM password_resets p WHERE email = $1`,
      [ada.email],
    );
    expect(kept.length).toBeGreaterThan(2);
    for (const { text } of kept) expect(text).not.toContain(token.slice(22));
  });

  it('asks for the authenticator as before', async () => {
    const staff = await platform.staff('support');
    const token = await tokenFor(staff);
    expect(outcomeOf(await reset(token))).toBe('200 OK');
    expect(outcomeOf(await login({ email: staff.email, password: NEW_PASSWORD }))).toBe('401 TOTP_REQUIRED');
    platform.clock.advance({ seconds: 31 });
    const totp_code = generateSync({ secret: staff.totpSecret, epoch: platform.clock.unixSeconds() });
    expect(outcomeOf(await login({ email: staff.email, password: NEW_PASSWORD }, { totp_code }))).toBe(
      '200 OK',
    );
  });

  it('returns the same answer and does the same work for an unknown address, but sends no mail', async () => {
    const ada = await platform.signUp();
    const stranger = newEmail();
    const [known, unknown] = [await forgot(ada.email, 'business'), await forgot(stranger, 'business')];
    expect(known.status).toBe(200);
    expect(unknown.text).toBe(known.text);
    expect([...unknown.headers.keys()].sort()).toEqual([...known.headers.keys()].sort());
    await sent();
    expect(textsTo(stranger)).toEqual([]);
    const rows = await platform.sql('SELECT email FROM password_resets WHERE email = ANY ($1)', [
      [ada.email, stranger],
    ]);
    expect(rows).toHaveLength(2);
  });

  it('does not look for the account before it answers, so that its duration shows nothing', async () => {
    const ada = await platform.signUp();
    const stranger = newEmail();
    await forgot(ada.email);
    await forgot(stranger);
    const leftOf = (email: string) =>
      platform.sql(
        `SELECT o.type, o.owner_id = r.id AS has_no_owner FROM password_resets r JOIN outbox o ON o.aggregateid = r.id::text
          WHERE r.email = $1`,
        [email.toLowerCase()],
      );
    expect(await leftOf(ada.email)).toEqual([{ type: expect.any(String), has_no_owner: true }]);
    expect(await leftOf(stranger)).toEqual(await leftOf(ada.email));
  });

  describe('A reset for an account whose address was not proved', () => {
    /** A stranger opens an account with an address that is not theirs. */
    async function hijacked() {
      const stranger = await register({
        account_type: 'business',
        business_name: 'Trap',
        phone: '08031112222',
      });
      const pin = { pin: '4321', confirm_pin: '4321' };
      await platform.post('business', 'settings.php?action=set-pin', pin, { token: stranger.token });
      const saved = { type: 'extwallet', extwallet_email: 'stranger@example.com' };
      await platform.post('business', 'payout.php?action=add-bank', saved, { token: stranger.token });
      await platform.fund(stranger, 'NGN', '50.00');
      return stranger;
    }
    /** An app as it could be made before the address had to be proved. */
    async function withApp(stranger: { id: string; token: string }) {
      await platform.sql('UPDATE users SET email_verified_at = now() WHERE id = $1', [stranger.id]);
      const app = await platform.post(
        'business',
        'business.php?section=apps&action=create',
        { app_name: 'Trap', mode: 'test', webhook_url: 'https://93.184.215.14/hooks' },
        { token: stranger.token },
      );
      await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [stranger.id]);
      return app.body as { app_id: string; secret_key: string };
    }
    const rowsOf = async (id: string) => {
      const [row] = await platform.sql<Record<string, number>>(
        `SELECT (SELECT count(*)::int FROM transaction_pins WHERE user_id = $1) AS pins,
                (SELECT count(*)::int FROM two_factors WHERE id = $1) AS factors,
                (SELECT count(*)::int FROM sessions WHERE user_id = $1 AND ended_at IS NULL) AS sessions,
                (SELECT count(*)::int FROM email_codes WHERE user_id = $1) AS codes,
                (SELECT count(*)::int FROM merchant_apps WHERE owner_id = $1 AND revoked_at IS NULL) AS apps,
                (SELECT count(*)::int FROM webhook_endpoints WHERE owner_id = $1) AS endpoints,
                (SELECT count(*)::int FROM payout_accounts WHERE owner_id = $1 AND deleted_at IS NULL) AS banks,
                (SELECT count(*)::int FROM users WHERE id = $1 AND phone IS NOT NULL) AS phones`,
        [id],
      );
      return row;
    };

    it('ends all access of the person who opened it, and leaves the balance to the owner of the address', async () => {
      const stranger = await hijacked();
      const app = await withApp(stranger);
      expect(await rowsOf(stranger.id)).toEqual({
        pins: 1,
        factors: 0,
        sessions: 1,
        codes: 1,
        apps: 1,
        endpoints: 1,
        banks: 1,
        phones: 1,
      });
      expect(outcomeOf(await reset(await tokenFor(stranger)))).toBe('200 OK');
      expect(await rowsOf(stranger.id)).toEqual({
        pins: 0,
        factors: 0,
        sessions: 0,
        codes: 0,
        apps: 0,
        endpoints: 0,
        banks: 0,
        phones: 0,
      });
      await platform.sessionChangesProcessed();
      expect(outcomeOf(await auth('login', { email: stranger.email, password: stranger.password }))).toBe(
        '401 INVALID_CREDENTIALS',
      );
      const read = (options: object) => platform.get('business', 'wallet.php?action=balance', options);
      expect(outcomeOf(await read({ token: stranger.token }))).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await read({ key: app.secret_key }))).toBe('401 INVALID_API_KEY');
      const { body } = await auth('login', { email: stranger.email, password: NEW_PASSWORD });
      expect(body.user).toMatchObject({
        email_verified: true,
        pin_set: false,
        phone: null,
        balance: '50.00',
      });
    });

    it('lets no request of theirs set a PIN afterwards', async () => {
      for (let round = 0; round < 5; round++) {
        const stranger = await register();
        const token = await tokenFor(stranger);
        const pin = { pin: '4321', confirm_pin: '4321' };
        const tries = Array.from({ length: 4 }, () =>
          platform.post('business', 'settings.php?action=set-pin', pin, { token: stranger.token }),
        );
        const [done] = await Promise.all([reset(token), ...tries]);
        expect(outcomeOf(done)).toBe('200 OK');
        expect((await rowsOf(stranger.id))!.pins).toBe(0);
      }
    });

    it('keeps the PIN and the apps where the address was proved', async () => {
      const ada = await platform.merchant();
      expect(outcomeOf(await reset(await tokenFor(ada)))).toBe('200 OK');
      expect(await rowsOf(ada.id)).toMatchObject({ pins: 1, apps: 2, endpoints: 2 });
    });

    it('has no app before: the refusal names the step', async () => {
      const ada = await register({ account_type: 'business', business_name: 'Ada Shop' });
      const create = () =>
        platform.post(
          'business',
          'business.php?section=apps&action=create',
          { app_name: 'Shop', mode: 'test' },
          { token: ada.token },
        );
      const refused = await create();
      expect(outcomeOf(refused)).toBe('403 KYC_REQUIRED');
      expect(refused.body.message).toContain('auth.php?action=verify-email');
      await auth('verify-email', { otp: await codeOf(ada.email) }, ada.token);
      expect(outcomeOf(await create())).toBe('200 OK');
    });
  });

  it('brings no mail to a frozen account', async () => {
    const ada = await platform.signUp();
    await platform.people.freeze(ada.id);
    await forgot(ada.email);
    await sent();
    expect(textsTo(ada.email)).toHaveLength(1);
  });

  it('rejects the old password, also for a sign-in that races with the reset', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await platform.signUp();
      const token = await tokenFor(ada);
      const signIns = Array.from({ length: 6 }, () => login(ada));
      const [done, ...answers] = await Promise.all([reset(token), ...signIns]);
      expect(done!.status).toBe(200);
      for (const { status, body } of answers) {
        if (status !== 200) continue;
        const profile = await platform.get('app', 'auth.php?action=profile', {
          token: body.access_token as string,
        });
        expect(profile.status).toBe(401);
      }
    }
  });
});

describe('The page of a reset link', () => {
  const open = (headers: Record<string, string> = {}) =>
    fetch(`${platform.urls.app}/reset-password`, { headers });

  it('loads nothing from other origins and passes nothing on', async () => {
    const { status, headers } = await open();
    expect(status).toBe(200);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  });

  it('runs no script but its own, under a nonce that is new each time', async () => {
    const pages = await Promise.all([open(), open()]);
    const nonces = pages.map(
      ({ headers }) => /script-src 'nonce-([^']+)'/.exec(headers.get('content-security-policy')!)![1]!,
    );
    expect(nonces[0]).not.toBe(nonces[1]);
    const markup = await pages[0]!.text();
    expect(markup.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonces[0]}">`]);
    expect(markup).not.toMatch(/ on\w+=|javascript:/);
  });

  it('uses French for a user who chose it', async () => {
    expect(await (await open({ 'accept-language': 'fr-FR,fr;q=0.9' })).text()).toContain('<html lang="fr">');
    expect(await (await open({ 'accept-language': 'en-GB,fr;q=0.5' })).text()).toContain('<html lang="en">');
  });
});

describeInBrowser('The page of a reset link in a browser', () => {
  let browser: Browser;
  beforeAll(async () => (browser = await launch()));
  afterAll(() => browser.close());

  it('sets the password, says why not, and keeps the token out of the address', async () => {
    const ada = await platform.signUp();
    await auth('forgot-password', { email: ada.email });
    await sent();
    const token = /#([\w-]+)\s/.exec(textsTo(ada.email).at(-1)!)![1]!;
    const { page, faults, close } = await watchedPage(browser, DESKTOP, [platform.urls.app]);
    await page.goto(`${platform.urls.app}/reset-password#${token}`);
    expect(page.url()).toBe(`${platform.urls.app}/reset-password`);
    await look(page);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button').click();
    await page.getByText('password must be 10 to 128 characters').waitFor();
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button').click();
    await page.getByText('Your password is set').waitFor();
    await look(page);
    expect(await page.getByLabel('New password').isVisible()).toBe(false);
    expect(outcomeOf(await auth('login', { email: ada.email, password: NEW_PASSWORD }))).toBe('200 OK');
    await page.reload();
    await page.getByText('This link is not complete').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('Limits of mails', () => {
  let limited: Platform;
  beforeAll(async () => {
    limited = await startPlatform({ env: mails.environment, redis: true });
  });
  afterAll(() => limited.stop());
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

  it('allow three reset requests in five minutes from one address', async () => {
    const ask = () =>
      limited.post('app', 'auth.php?action=forgot-password', { email: newEmail() }, from('10.9.9.9'));
    expect([await ask(), await ask(), await ask()].map(outcomeOf)).toEqual(['200 OK', '200 OK', '200 OK']);
    const fourth = await ask();
    expect(outcomeOf(fourth)).toBe('429 RATE_LIMITED');
    expect(fourth.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('allow three mails in five minutes to one mailbox, without a notice to the caller', async () => {
    const email = newEmail();
    for (let i = 0; i < 6; i++)
      expect(
        outcomeOf(
          await limited.post('app', 'auth.php?action=forgot-password', { email }, from(`10.8.0.${i}`)),
        ),
      ).toBe('200 OK');
    const rows = await limited.sql('SELECT 1 FROM password_resets WHERE email = $1', [email]);
    expect(rows).toHaveLength(3);
  });

  it('allow three codes in five minutes to one person', async () => {
    const { body } = await limited.post(
      'app',
      'auth.php?action=register',
      {
        account_type: 'personal',
        email: newEmail(),
        password: NEW_PASSWORD,
        first_name: 'Ada',
        last_name: 'B',
      },
      from('10.7.0.1'),
    );
    // By itself, woken over the work queue.
    await mails.to(body.user.email as string, 'Your verification code');
    const resend = (i: number) =>
      limited.post(
        'app',
        'auth.php?action=resend-otp',
        {},
        { token: body.access_token as string, ...from(`10.6.0.${i}`) },
      );
    const answers = [await resend(1), await resend(2), await resend(3), await resend(4)];
    expect(answers.map(outcomeOf)).toEqual(['200 OK', '200 OK', '200 OK', '429 RATE_LIMITED']);
  });
});
