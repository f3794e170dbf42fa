import { EmailTokensService, EnableTwoFactor, SetUpTwoFactor } from '@app/accounts';
import { policyOf } from '@app/http';
import { Commands, RelayWorker } from '@app/write-path';
import { encode } from 'uqr';
import { SettingsController } from '../../../libs/accounts/src/people/settings.controller';
import { type Authenticated, Authenticators } from '../../support/authenticator';
import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import { takeLog } from '../../support/log-lines';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { ApprovalsDesk } from '../staff/approvals-desk';

const WRONG = '401 INVALID_CREDENTIALS';
const LOCKED = '429 RATE_LIMITED';
const RECOVERY_CODE = /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/;

type Host = 'business' | 'app';

describe('Two-factor authentication', () => {
  let platform: Platform;
  let apps: Authenticators;
  let log: ReturnType<typeof takeLog>;

  beforeAll(async () => {
    log = takeLog();
    platform = await startPlatform({
      apps: ['business', 'app', 'scheduler'],
      env: { RATE_LIMITS: 'false', LOG_LEVEL: 'debug' },
    });
    apps = new Authenticators(platform);
  });
  /** To the middle of a step, so that a test stays within it. */
  beforeEach(() => platform.clock.advance({ seconds: 45 - (platform.clock.unixSeconds() % 30) }));
  afterAll(async () => {
    await platform.stop();
    log.restore();
  });

  const auth = (action: string, body: object, token?: string, host: Host = 'business') =>
    platform.post(host, `auth.php?action=${action}`, body, { token });
  const login = ({ email, password }: TestUser, totp_code?: unknown, host: Host = 'business') =>
    auth('login', { email, password, totp_code }, undefined, host);
  const profile = (token: string, host: Host = 'business') =>
    platform.get(host, 'auth.php?action=profile', { token });
  const isOn = async (token: string) => (await profile(token)).body.user.two_factor_enabled as boolean;
  const person = async (): Promise<Authenticated> => apps.turnOn(await platform.signUp());
  /** Sends requests at once, to both hosts in turn. */
  const atOnce = (count: number, send: (host: Host, i: number) => Promise<HttpAnswer>) =>
    Promise.all(Array.from({ length: count }, (_, i) => send(i % 2 ? 'app' : 'business', i)));
  const counted = (answers: HttpAnswer[]) => {
    const counts: Record<string, number> = {};
    for (const answer of answers) counts[outcomeOf(answer)] = (counts[outcomeOf(answer)] ?? 0) + 1;
    return counts;
  };
  /** The notifications of a user, oldest first, once all events are relayed. */
  const notified = async ({ id }: TestUser) => {
    await platform.inside('scheduler', RelayWorker).run();
    return platform.sql<{ type: string; body: string }>(
      `SELECT type, body FROM notifications WHERE owner_id = $1 AND type LIKE 'security.%' ORDER BY id`,
      [id],
    );
  };
  const typesOf = (rows: { type: string }[]) => rows.map(({ type }) => type.replace('security.', ''));

  describe('its set-up', () => {
    it('gives a seed of 160 bits, its URI and a QR code, and is in use once a code was sent', async () => {
      const user = await platform.signUp();
      const setup = await auth('2fa-setup', {}, user.token);
      expect(setup.body).toEqual({
        success: true,
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        otpauth_uri: `otpauth://totp/Payments:${encodeURIComponent(user.email)}?secret=${setup.body.secret}&issuer=Payments`,
        qr_svg: expect.stringMatching(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 \d+ \d+">/),
      });
      expect(setup.headers.get('cache-control')).toBe('no-store');
      expect(outcomeOf(await login(user))).toBe('200 OK');
      expect(await isOn(user.token)).toBe(false);

      const { body } = await auth('2fa-enable', { code: apps.code(setup.body.secret) }, user.token, 'app');
      expect(body).toEqual({
        success: true,
        message: expect.any(String),
        recovery_codes: Array(10).fill(expect.stringMatching(RECOVERY_CODE)),
      });
      expect(new Set(body.recovery_codes as string[]).size).toBe(10);
      await platform.sessionChangesProcessed();
      expect(await isOn(user.token)).toBe(true);
      expect(outcomeOf(await login(user))).toBe('401 TOTP_REQUIRED');
      expect(typesOf(await notified(user))).toContain('two-factor-enabled');
    });

    it('gives a QR code of the URI, dark on white with four modules around it', async () => {
      const { body } = await auth('2fa-setup', {}, (await platform.signUp()).token);
      const svg = body.qr_svg as string;
      const { data } = encode(body.otpauth_uri as string, { border: 0 });
      const side = data.length + 8;
      const scale = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]) / side;
      expect(svg).toContain(`<rect fill="#fff" width="${side * scale}" height="${side * scale}"/>`);
      const drawn = Array.from({ length: side }, () => Array<boolean>(side).fill(false));
      for (const [, x, y] of svg.matchAll(/M(\d+),(\d+)h/g))
        drawn[Number(y) / scale]![Number(x) / scale] = true;
      expect(svg).toContain('<path fill="#000"');
      expect(drawn.slice(4, -4).map((row) => row.slice(4, -4))).toEqual(data);
      expect(drawn.flat().filter(Boolean)).toHaveLength(data.flat().filter(Boolean).length);
    });

    it('takes codes of the newest seed only', async () => {
      const user = await platform.signUp();
      const first = (await auth('2fa-setup', {}, user.token)).body.secret as string;
      const second = (await auth('2fa-setup', {}, user.token)).body.secret as string;
      expect(second).not.toBe(first);
      expect(outcomeOf(await auth('2fa-enable', { code: apps.code(first) }, user.token))).toBe(WRONG);
      expect(outcomeOf(await auth('2fa-enable', { code: apps.code(second) }, user.token))).toBe('200 OK');
    });

    it('succeeds for one of several first set-ups at once', async () => {
      const user = await platform.signUp();
      const answers = await atOnce(4, (host) => auth('2fa-setup', {}, user.token, host));
      expect(counted(answers)).toEqual({ '200 OK': 4 });
      const codes = answers.map(({ body }) => apps.code(body.secret as string));
      const enabled = [];
      for (const code of codes) enabled.push(await auth('2fa-enable', { code }, user.token));
      expect(counted(enabled)['200 OK']).toBe(1);
    });

    it('succeeds once for several requests with its code at once, with ten recovery codes', async () => {
      const user = await platform.signUp();
      const { secret } = (await auth('2fa-setup', {}, user.token)).body as { secret: string };
      const code = apps.code(secret);
      const answers = await atOnce(8, (host) => auth('2fa-enable', { code }, user.token, host));
      expect(counted(answers)).toEqual({ '200 OK': 1, '409 INVALID_STATE': 7 });
      const [{ codes }] = (await platform.sql(
        'SELECT count(*)::int AS codes FROM recovery_codes WHERE user_id = $1',
        [user.id],
      )) as [{ codes: number }];
      expect(codes).toBe(10);
    });

    it('keeps the order of its steps: others are 409', async () => {
      const user = await platform.signUp();
      for (const action of ['2fa-enable', '2fa-disable', '2fa-recovery-codes', 'step-up'])
        expect(outcomeOf(await auth(action, { code: '123456' }, user.token))).toBe('409 INVALID_STATE');
      const { secret } = await apps.turnOn(user);
      expect(outcomeOf(await auth('2fa-setup', {}, user.token))).toBe('409 INVALID_STATE');
      const again = await auth('2fa-enable', { code: apps.nextCode(secret) }, user.token);
      expect(outcomeOf(again)).toBe('409 INVALID_STATE');
    });

    it('works without a session by a command, for the link that staff get', async () => {
      const user = await platform.signUp();
      const commands = platform.inside('business', Commands);
      const { secret, otpauthUri, qrSvg } = await commands.execute(new SetUpTwoFactor(user.id));
      expect([otpauthUri.includes(secret), qrSvg.startsWith('<svg')]).toEqual([true, true]);
      const codes = await commands.execute(new EnableTwoFactor(user.id, null, apps.code(secret)));
      expect(codes).toHaveLength(10);
      expect(outcomeOf(await login(user, apps.nextCode(secret)))).toBe('200 OK');
    });

    it.each([
      {},
      { code: '' },
      { code: null },
      { code: ['123456'] },
      { code: 'a\u0000b' },
      { code: 'x'.repeat(21) },
    ])('fails with %j', async (body) => {
      const { token } = await platform.signUp();
      for (const action of ['2fa-enable', '2fa-disable', '2fa-recovery-codes', 'step-up'])
        expect(outcomeOf(await auth(action, body, token))).toBe('400 VALIDATION_ERROR');
    });
  });

  describe('its sign-in', () => {
    it('does not take the code that turned it on, and takes the next one', async () => {
      const { user, secret } = await person();
      expect(outcomeOf(await login(user, apps.code(secret)))).toBe(WRONG);
      expect(outcomeOf(await login(user, apps.nextCode(secret)))).toBe('200 OK');
    });

    it('takes a recovery code once, however it is typed, and notifies with the number left', async () => {
      const { user, recoveryCodes } = await person();
      const [first, second, third] = recoveryCodes as [string, string, string];
      expect(outcomeOf(await login(user, first))).toBe('200 OK');
      expect(outcomeOf(await login(user, first, 'app'))).toBe(WRONG);
      expect(outcomeOf(await login(user, second.toUpperCase().replace('-', ' '), 'app'))).toBe('200 OK');
      expect(outcomeOf(await login(user, third.replace('-', '')))).toBe('200 OK');
      const used = (await notified(user)).filter(({ type }) => type === 'security.recovery-code-used');
      expect(used.map(({ body }) => /Codes left: (\d)/.exec(body)![1])).toEqual(['9', '8', '7']);
      const mails = await platform.sql(
        `SELECT 1 FROM mails WHERE recipient = $1 AND type = 'security.recovery-code-used'`,
        [user.email],
      );
      expect(mails).toHaveLength(3);
    });

    it('takes a recovery code of many uses at once one time, without locking', async () => {
      const { user, recoveryCodes } = await person();
      const answers = await atOnce(12, (host) => login(user, recoveryCodes[0], host));
      expect(counted(answers)).toEqual({ '200 OK': 1, [WRONG]: 11 });
      expect(outcomeOf(await login(user, recoveryCodes[1]))).toBe('200 OK');
      const used = (await notified(user)).filter(({ type }) => type === 'security.recovery-code-used');
      expect(used.map(({ body }) => /Codes left: (\d)/.exec(body)![1])).toEqual(['9', '8']);
    });

    it('counts the codes left right where several are used at once', async () => {
      const { user, recoveryCodes } = await person();
      const answers = await atOnce(4, (host, i) => login(user, recoveryCodes[i], host));
      expect(counted(answers)).toEqual({ '200 OK': 4 });
      const used = (await notified(user)).filter(({ type }) => type === 'security.recovery-code-used');
      const left = used.map(({ body }) => /Codes left: (\d)/.exec(body)![1]);
      expect(left.sort()).toEqual(['6', '7', '8', '9']);
    });

    it('does not take the recovery code of another user', async () => {
      const [ada, ben] = [await person(), await person()];
      expect(outcomeOf(await login(ada.user, ben.recoveryCodes[0]))).toBe(WRONG);
    });
  });

  describe('its lock', () => {
    it('begins after five wrong codes in a row over all actions and hosts, for 15 minutes, also for right codes', async () => {
      const { user, secret, recoveryCodes } = await person();
      const wrong = apps.wrongCode(secret);
      const tries = [
        () => login(user, wrong),
        () => auth('step-up', { code: 'zzzzz-zzzzz' }, user.token, 'app'),
        () => auth('2fa-disable', { code: wrong }, user.token),
        () => auth('2fa-recovery-codes', { code: recoveryCodes[0] }, user.token, 'app'),
        () => login(user, 'none', 'app'),
      ];
      for (const attempt of tries) expect(outcomeOf(await attempt())).toBe(WRONG);
      const right = apps.nextCode(secret);
      for (const host of ['business', 'app'] as const) {
        const refused = await login(user, right, host);
        expect(outcomeOf(refused)).toBe(LOCKED);
        expect(refused.body.retry_after).toBe(900 - 30);
        expect(refused.headers.get('retry-after')).toBe('870');
        for (const action of ['step-up', '2fa-disable', '2fa-recovery-codes'])
          expect(outcomeOf(await auth(action, { code: right }, user.token, host))).toBe(LOCKED);
      }
      expect(outcomeOf(await login(user, recoveryCodes[0]))).toBe(LOCKED);
      expect(outcomeOf(await login(user))).toBe('401 TOTP_REQUIRED');
      expect(typesOf(await notified(user)).filter((type) => type === 'two-factor-locked')).toHaveLength(1);

      platform.clock.advance({ minutes: 15 });
      for (let n = 1; n <= 4; n++)
        expect(outcomeOf(await login(user, apps.wrongCode(secret, n)))).toBe(WRONG);
      expect(outcomeOf(await login(user, apps.code(secret)))).toBe('200 OK');
    });

    it('holds while it is set up, and a new set-up keeps the count', async () => {
      const user = await platform.signUp();
      for (let n = 1; n <= 5; n++) {
        const { secret } = (await auth('2fa-setup', {}, user.token)).body as { secret: string };
        const answer = await auth('2fa-enable', { code: apps.wrongCode(secret, n) }, user.token);
        expect(outcomeOf(answer)).toBe(WRONG);
      }
      const { secret } = (await auth('2fa-setup', {}, user.token)).body as { secret: string };
      const answer = await auth('2fa-enable', { code: apps.code(secret) }, user.token);
      expect(outcomeOf(answer)).toBe(LOCKED);
    });

    it('begins after five of many guesses at once', async () => {
      const { user, secret } = await person();
      const answers = await atOnce(40, (host, i) =>
        i % 4 < 2
          ? login(user, apps.wrongCode(secret, i + 1), host)
          : auth('step-up', { code: apps.wrongCode(secret, i + 1) }, user.token, host),
      );
      expect(counted(answers)).toEqual({ [WRONG]: 5, [LOCKED]: 35 });
    });

    it('does not begin after wrong codes with a right one between them', async () => {
      const { user, secret } = await person();
      for (let round = 1; round <= 3; round++) {
        const right = apps.nextCode(secret);
        for (let n = 1; n <= 4; n++)
          expect(outcomeOf(await login(user, apps.wrongCode(secret, n)))).toBe(WRONG);
        expect(outcomeOf(await login(user, right))).toBe('200 OK');
      }
    });

    it('does not begin after codes that were used before', async () => {
      const { user, secret } = await person();
      const code = apps.nextCode(secret);
      expect(outcomeOf(await login(user, code))).toBe('200 OK');
      for (let n = 0; n < 8; n++) expect(outcomeOf(await login(user, code))).toBe(WRONG);
      expect(outcomeOf(await login(user, apps.nextCode(secret)))).toBe('200 OK');
    });

    it('does not begin after tries of a person who does not know the password', async () => {
      const { user, secret } = await person();
      const stranger = { ...user, password: 'something else' };
      for (let n = 1; n <= 7; n++)
        expect(outcomeOf(await login(stranger, apps.wrongCode(secret, n)))).toBe(WRONG);
      expect(outcomeOf(await login(user, apps.nextCode(secret)))).toBe('200 OK');
    });
  });

  describe('turning it off', () => {
    it.each(['an authenticator code', 'a recovery code'])('works with %s', async (kind) => {
      const { user, secret, recoveryCodes } = await person();
      expect(outcomeOf(await auth('2fa-disable', { code: apps.wrongCode(secret) }, user.token))).toBe(WRONG);
      const code = kind === 'a recovery code' ? recoveryCodes[3]! : apps.nextCode(secret);
      expect(outcomeOf(await auth('2fa-disable', { code }, user.token, 'app'))).toBe('200 OK');
      expect(outcomeOf(await login(user))).toBe('200 OK');
      expect(await platform.sql('SELECT 1 FROM recovery_codes WHERE user_id = $1', [user.id])).toEqual([]);
      expect(typesOf(await notified(user))).toContain('two-factor-disabled');
      expect(outcomeOf(await auth('2fa-setup', {}, user.token))).toBe('200 OK');
    });

    it('happens once for several requests at once, and the others learn that it is off', async () => {
      for (let round = 0; round < 5; round++) {
        const { user, recoveryCodes } = await person();
        const answers = await atOnce(8, (host, i) =>
          auth('2fa-disable', { code: recoveryCodes[i] }, user.token, host),
        );
        expect(counted(answers)).toEqual({ '200 OK': 1, '409 INVALID_STATE': 7 });
      }
    });

    it('is refused to staff, who keep the code', async () => {
      const staff = await platform.staff('support');
      const code = apps.nextCode(staff.totpSecret);
      expect(outcomeOf(await auth('2fa-disable', { code }, staff.token))).toBe('403 FORBIDDEN');
      expect(outcomeOf(await auth('step-up', { code }, staff.token))).toBe('200 OK');
    });
  });

  it('has ten new recovery codes for an authenticator code, and the old ones no longer work', async () => {
    const { user, secret, recoveryCodes } = await person();
    const byRecoveryCode = await auth('2fa-recovery-codes', { code: recoveryCodes[0] }, user.token);
    expect(outcomeOf(byRecoveryCode)).toBe(WRONG);
    const { body } = await auth('2fa-recovery-codes', { code: apps.nextCode(secret) }, user.token);
    const renewed = body.recovery_codes as string[];
    expect(renewed.filter((code) => RECOVERY_CODE.test(code) && !recoveryCodes.includes(code))).toHaveLength(
      10,
    );
    expect(outcomeOf(await login(user, recoveryCodes[1]))).toBe(WRONG);
    expect(outcomeOf(await login(user, renewed[0]))).toBe('200 OK');
    expect(typesOf(await notified(user))).toContain('recovery-codes-renewed');
  });

  describe('its proof', () => {
    const policy = () => policyOf(SettingsController.prototype.chosen)!;
    beforeEach(() => (policy().proof = 'recent'));
    afterEach(() => delete policy().proof);

    const ask = async (token: string, host: Host = 'business') => {
      await platform.sessionChangesProcessed();
      return platform.get(host, 'settings.php?action=preferences', { token });
    };
    const refreshed = async (refresh_token: string) =>
      (await auth('refresh', { refresh_token })).body as { access_token: string; refresh_token: string };

    it('is given by a step-up, on every host, for 30 minutes and for refreshed sessions too', async () => {
      const { user, secret } = await person();
      const refused = await ask(user.token);
      expect(outcomeOf(refused)).toBe('401 TOTP_REQUIRED');
      expect(refused.body.step_up).toBe(true);
      expect(outcomeOf(await ask(user.token, 'app'))).toBe('401 TOTP_REQUIRED');

      const stepped = await auth('step-up', { code: apps.nextCode(secret) }, user.token);
      const until = new Date(stepped.body.proved_until as string).getTime();
      for (const host of ['business', 'app'] as const)
        expect(outcomeOf(await ask(user.token, host))).toBe('200 OK');

      platform.clock.advance({ minutes: 14 });
      const second = await refreshed(user.refreshToken);
      platform.clock.advance({ minutes: 14 });
      const { access_token: token } = await refreshed(second.refresh_token);
      expect(outcomeOf(await ask(token))).toBe('200 OK');
      platform.clock.advance({ ms: until + 1 - platform.clock.now().getTime() });
      for (const host of ['business', 'app'] as const)
        expect(outcomeOf(await ask(token, host))).toBe('401 TOTP_REQUIRED');
    });

    it('is given by a sign-in with a code of either kind, for that session only', async () => {
      const { user, secret, recoveryCodes } = await person();
      for (const code of [apps.nextCode(secret), recoveryCodes[0]]) {
        const { body } = await login(user, code);
        expect(outcomeOf(await ask(body.access_token as string, 'app'))).toBe('200 OK');
      }
      expect(outcomeOf(await ask(user.token))).toBe('401 TOTP_REQUIRED');
    });

    it('ends when it is turned off, and is not renewed by a later factor', async () => {
      const { user, secret, recoveryCodes } = await person();
      await auth('step-up', { code: apps.nextCode(secret) }, user.token);
      expect(outcomeOf(await ask(user.token, 'app'))).toBe('200 OK');
      await auth('2fa-disable', { code: recoveryCodes[0] }, user.token);
      expect(outcomeOf(await ask(user.token, 'app'))).toBe('401 TOTP_REQUIRED');
      await apps.turnOn(user);
      expect(outcomeOf(await ask(user.token))).toBe('401 TOTP_REQUIRED');
    });

    it('is not given by a clock that was ahead', async () => {
      const { user } = await person();
      await platform.sql(`UPDATE sessions SET proved_at = $2 WHERE user_id = $1`, [
        user.id,
        new Date(platform.clock.now().getTime() + 24 * 3600 * 1000),
      ]);
      expect(outcomeOf(await ask(user.token))).toBe('401 TOTP_REQUIRED');
    });

    it('is given once by several step-ups with one code at once', async () => {
      const { user, secret } = await person();
      const code = apps.nextCode(secret);
      const answers = await atOnce(8, (host) => auth('step-up', { code }, user.token, host));
      expect(counted(answers)).toEqual({ '200 OK': 1, [WRONG]: 7 });
    });
  });

  describe('its removal', () => {
    it('is done by staff, ends all sessions, and notifies the user', async () => {
      // A team with one administrator: the second person is of compliance.
      const [admin, colleague] = [await platform.staff('admin'), await platform.staff('compliance')];
      const reset = (user_id: string) => {
        const fields = { user_id, reason: 'Lost the telephone' };
        return platform.post('business', 'admin.php?section=users&action=reset-2fa', fields, {
          token: admin.token,
        });
      };
      const { user, secret } = await person();
      const { body } = await login(user, apps.nextCode(secret), 'app');
      expect((await new ApprovalsDesk(platform).carriedOut(colleague, await reset(user.id))).status).toBe(
        200,
      );
      await platform.sessionChangesProcessed();
      for (const token of [user.token, body.access_token as string])
        expect(outcomeOf(await profile(token, 'app'))).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await login(user))).toBe('200 OK');
      expect(await platform.sql('SELECT 1 FROM recovery_codes WHERE user_id = $1', [user.id])).toEqual([]);
      expect(typesOf(await notified(user))).toContain('two-factor-reset');
      const again = await reset(user.id);
      expect(outcomeOf(again)).toBe('409 INVALID_STATE');
      expect(again.body.message).toBe('This person has no second factor to remove.');
      expect(outcomeOf(await reset('01a1fbd0-40fb-7407-aac2-8ed8bd6c85b5'))).toBe('404 NOT_FOUND');
    });

    /** The token of a password reset of an account whose address is not proved. */
    const reclaimTokenOf = async (user: TestUser) => {
      await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [user.id]);
      await auth('forgot-password', { email: user.email });
      const [{ id }] = (await platform.sql('SELECT id FROM password_resets WHERE email = $1', [
        user.email,
      ])) as [{ id: string }];
      return platform.inside('business', EmailTokensService).resetTokenOf(id);
    };

    it('happens when the owner of an unproved address takes the account over, with its recovery codes', async () => {
      const { user } = await person();
      const token = await reclaimTokenOf(user);
      const password = 'another long passphrase';
      expect(outcomeOf(await auth('reset-password', { token, password }))).toBe('200 OK');
      expect(await platform.sql('SELECT 1 FROM recovery_codes WHERE user_id = $1', [user.id])).toEqual([]);
      expect(outcomeOf(await login({ ...user, password }))).toBe('200 OK');
    });

    it('lets no request of an earlier session set one up at that time or afterwards', async () => {
      for (let round = 0; round < 3; round++) {
        const user = await platform.signUp();
        const { secret } = (await auth('2fa-setup', {}, user.token)).body as { secret: string };
        const token = await reclaimTokenOf(user);
        const password = 'another long passphrase';
        const [done] = await Promise.all([
          auth('reset-password', { token, password }),
          auth('2fa-enable', { code: apps.code(secret) }, user.token, 'app'),
          ...Array.from({ length: 3 }, () => auth('2fa-setup', {}, user.token)),
        ]);
        expect(outcomeOf(done)).toBe('200 OK');
        expect(await platform.sql('SELECT 1 FROM two_factors WHERE id = $1', [user.id])).toEqual([]);
      }
    });
  });

  it('leaves its seed and recovery codes in no table, event, stored response or log line', async () => {
    const user = await platform.signUp();
    const idempotencyKey = `once-${user.id}`;
    const send = (action: string, body: object) =>
      platform.post('business', `auth.php?action=${action}`, body, { token: user.token, idempotencyKey });
    const { secret } = (await send('2fa-setup', {})).body as { secret: string };
    const { recovery_codes: first } = (await send('2fa-enable', { code: apps.code(secret) })).body;
    const { recovery_codes: second } = (await send('2fa-recovery-codes', { code: apps.nextCode(secret) }))
      .body;
    await login(user, second[0]);
    await login(user, first[0], 'app');
    await send('step-up', { code: second[1] });
    expect(typesOf(await notified(user))).toContain('recovery-codes-renewed');

    const secrets = [secret, ...(first as string[]), ...(second as string[])];
    expect(secrets).toHaveLength(21);
    const spellings = secrets.flatMap((text) => [text, text.replace('-', '')]);
    const forms = [...spellings, ...spellings.map((text) => Buffer.from(text).toString('hex'))];
    const tables = await platform.sql<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await platform.sql(`SELECT 1 FROM ${name} t WHERE t::text ILIKE ANY ($1) LIMIT 1`, [
        forms.map((form) => `%${form}%`),
      ]);
      if (rows.length > 0) found.push(name);
    }
    expect(tables.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
    const lines = log.lines.join('').toLowerCase();
    expect(lines).toContain('2fa-enable');
    expect(forms.filter((form) => lines.includes(form.toLowerCase()))).toEqual([]);
    const stored = await platform.sql('SELECT 1 FROM idempotency_keys WHERE key = $1', [idempotencyKey]);
    expect(stored).toEqual([]);
  });
});
