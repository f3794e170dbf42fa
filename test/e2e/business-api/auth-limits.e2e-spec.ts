import { outcomeOf } from '../../support/http-client';
import { type Platform, startPlatform } from '../../support/platform';
import { newEmail, PASSWORD, person } from './auth-requests';

describe('limits of auth.php', () => {
  let limited: Platform;
  beforeAll(async () => {
    limited = await startPlatform({ apps: ['business'], env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
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

  it('shows the limit that stops a sign-in first', async () => {
    const user = await limited.signUp();
    const signIn = async (email: string, password: string, address: string) => {
      const { headers } = await limited.post(
        'business',
        'auth.php?action=login',
        { email, password },
        from(address),
      );
      return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
    };
    const right = () => signIn(user.email, user.password, '192.0.2.130');
    expect([await right(), await right()]).toEqual([
      ['10', '10'],
      ['10', '10'],
    ]);
    for (let left = 9; left >= 5; left--)
      expect(await signIn(user.email, 'something else', `192.0.2.${130 + left}`)).toEqual([
        '10',
        String(left),
      ]);
    // The address has failed once, the account five times.
    expect(await signIn(user.email, 'something else', '192.0.2.131')).toEqual(['10', '4']);
    for (let left = 8; left >= 0; left--)
      expect(await signIn(newEmail(), 'something else', '192.0.2.131')).toEqual(['10', String(left)]);
    expect(await signIn(newEmail(), 'something else', '192.0.2.131')).toEqual(['10', '0']);
    expect(await signIn('no address', 'something else', '192.0.2.132')).toEqual(['300', expect.any(String)]);
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

  describe('limits of codes and reset mails in a day', () => {
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

    it('let an account get ten codes again', async () => {
      const user = person();
      await post('register', user, '192.0.2.30');
      const outcomes = await paced(11, (n) => resend(user, `192.0.2.${31 + n}`));
      expect(outcomes).toEqual([...Array<string>(10).fill('200 OK'), '429 RATE_LIMITED']);
      limited.clock.advance({ days: 1 });
      expect(await resend(user, '192.0.2.50')).toBe('200 OK');
    });

    it('let a client address ask for fifty mails, for all recipients together', async () => {
      const ask = async (address: string) =>
        outcomeOf(await post('forgot-password', { email: newEmail() }, address));
      const outcomes = await paced(51, () => ask('192.0.2.60'));
      expect(outcomes).toEqual([...Array<string>(50).fill('200 OK'), '429 RATE_LIMITED']);
      expect(await ask('192.0.2.61')).toBe('200 OK');
    });

    it('let a mailbox get twenty reset mails, and strangers do not use up those of a known device', async () => {
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

  it('allow ten sign-ins in five minutes to one account, wherever they come from', async () => {
    const email = newEmail();
    for (let n = 0; n < 10; n++)
      expect(outcomeOf(await login(email, `198.51.100.${n}`))).toBe('401 INVALID_CREDENTIALS');
    expect(outcomeOf(await login(email, '198.51.100.77'))).toBe('429 RATE_LIMITED');
    expect(outcomeOf(await login(` ${email.toUpperCase()}`, '198.51.100.78'))).toBe('429 RATE_LIMITED');
    expect(outcomeOf(await login(newEmail(), '198.51.100.79'))).toBe('401 INVALID_CREDENTIALS');
    limited.clock.advance({ minutes: 5, seconds: 1 });
    expect(outcomeOf(await login(email, '198.51.100.80'))).toBe('401 INVALID_CREDENTIALS');
  });

  it('allow five registrations in five minutes from one address', async () => {
    const open = () => limited.post('business', 'auth.php?action=register', person(), from('203.0.113.5'));
    for (let n = 0; n < 5; n++) expect(outcomeOf(await open())).toBe('200 OK');
    expect(outcomeOf(await open())).toBe('429 RATE_LIMITED');
  });

  it('allow ten accounts in a day with further addresses of one mailbox, not counting refused registrations', async () => {
    const [name, domain] = newEmail().split('@');
    const open = async (n: number, fields: object = {}) => {
      const body = person({ email: `${name}+${n}@${domain}`, ...fields });
      return outcomeOf(
        await limited.post('business', 'auth.php?action=register', body, from(`198.51.100.${n}`)),
      );
    };
    for (let n = 0; n < 11; n++)
      expect(await open(n, { referral_code: 'NOBODY' })).toBe('400 VALIDATION_ERROR');
    for (let n = 100; n < 110; n++) expect(await open(n)).toBe('200 OK');
    expect(await open(110)).toBe('429 RATE_LIMITED');
  });

  it('cannot be dodged by an address in a header, where no proxy is trusted', async () => {
    const plain = await startPlatform({ apps: ['business'], env: { TRUSTED_PROXIES: '10.0.0.0/8' } });
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
