import { Authenticators } from '../../support/authenticator';
import { outcomeOf } from '../../support/http-client';
import { PASSWORD, type TestMerchant, type TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Teams } from '../../support/teams';
import { BrowserSession } from '../../support/browser-session';

describe('A session of the console', () => {
  let platform: Platform;
  let user: TestUser;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business'], env: { STAFF_NETWORKS: '10.0.0.0/8' } });
    user = await platform.signUp();
  });
  afterAll(() => platform?.stop());

  const credentials = ({ email }: { email: string }) => ({ email, password: PASSWORD });
  const browserOf = async (person: { email: string }) => {
    const browser = new BrowserSession(platform);
    expect(outcomeOf(await browser.signIn(credentials(person)))).toBe('200 OK');
    return browser;
  };
  const profile = (token: string) => platform.get('business', 'auth.php?action=profile', { token });
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string };

  it('gives pages access tokens of 15 minutes and keeps its credential from scripts', async () => {
    const browser = new BrowserSession(platform);
    const signedIn = await browser.signIn(credentials(user));
    expect(signedIn.body).toEqual({ access_token: expect.any(String), expires_in: 900 });
    expect(signedIn.headers.get('cache-control')).toBe('no-store');
    const cookies = signedIn.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.replace(/=[^;]*/, ''))).toEqual([
      'device; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000',
      'console; HttpOnly; SameSite=Strict; Path=/; Max-Age=43200',
    ]);
    expect((await profile(signedIn.body.access_token)).body.email).toBe(user.email);
    const again = await browser.token();
    expect((await profile(again.body.access_token)).body.email).toBe(user.email);
    expect(claimsOf(again.body.access_token).sid).toBe(claimsOf(signedIn.body.access_token).sid);
  });

  it('stores its cookie as a hash only', async () => {
    const browser = await browserOf(user);
    const rows = await platform.sql('SELECT * FROM console_cookies');
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('console'));
  });

  it('refuses what other sites send, and what is no JSON', async () => {
    const browser = await browserOf(user);
    const refused = [
      await browser.token({ origin: 'https://evil.example' }),
      await browser.token({ 'sec-fetch-site': 'cross-site' }),
      await browser.token({ 'sec-fetch-site': 'same-site' }),
      await browser.token({ 'content-type': 'application/x-www-form-urlencoded' }),
      await browser.signIn(credentials(user), { origin: 'null' }),
      await browser.send('DELETE', '/session', {}, { origin: 'https://evil.example' }),
    ];
    expect(refused.map(outcomeOf)).toEqual(refused.map(() => '403 FORBIDDEN'));
    expect(outcomeOf(await browser.token())).toBe('200 OK');
  });

  it('opens no action by its cookie alone', async () => {
    const { cookies } = await browserOf(user);
    const headers = { cookie: `console=${cookies.get('console')}` };
    const answers = await Promise.all(
      ['auth.php?action=me', 'wallet.php?action=balance', 'settings.php?action=sessions'].map((path) =>
        platform.get('business', path, { headers }),
      ),
    );
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => '401 UNAUTHENTICATED'));
  });

  it('asks for the second factor, and counts wrong passwords as other sign-ins do', async () => {
    const person = await platform.signUp();
    const authenticators = new Authenticators(platform);
    const { secret } = await authenticators.turnOn(person);
    const browser = new BrowserSession(platform, '198.51.100.20');
    expect(outcomeOf(await browser.signIn(credentials(person)))).toBe('401 TOTP_REQUIRED');
    const code = authenticators.nextCode(secret);
    const proved = await browser.signIn({ ...credentials(person), totp_code: code });
    expect(outcomeOf(proved)).toBe('200 OK');
    const me = await platform.get('business', 'auth.php?action=me', { token: proved.body.access_token });
    expect(me.body.proved_until).not.toBeNull();
    const guesses = [];
    for (let n = 0; n < 11; n++)
      guesses.push(
        outcomeOf(
          await new BrowserSession(platform, '198.51.100.21').signIn({
            email: user.email,
            password: 'wrong',
          }),
        ),
      );
    expect(guesses).toEqual([...Array<string>(10).fill('401 INVALID_CREDENTIALS'), '429 RATE_LIMITED']);
    const known = new BrowserSession(platform, '198.51.100.22');
    known.cookies.set('device', (await browserOf(await platform.signUp())).cookies.get('device')!);
    expect(outcomeOf(await known.signIn(credentials(user)))).toBe('429 RATE_LIMITED');
  });

  it('lets a browser in that signed in before, while strangers guess the password', async () => {
    const person = await platform.signUp();
    const own = await browserOf(person);
    for (let n = 0; n < 11; n++)
      await new BrowserSession(platform, `203.0.113.${n}`).signIn({ email: person.email, password: 'wrong' });
    const elsewhere = new BrowserSession(platform, '192.0.2.9');
    expect(outcomeOf(await elsewhere.signIn(credentials(person)))).toBe('429 RATE_LIMITED');
    elsewhere.cookies.set('device', own.cookies.get('device')!);
    expect(outcomeOf(await elsewhere.signIn(credentials(person)))).toBe('200 OK');
  });

  it('names missing fields, and refuses demo people where none are configured', async () => {
    const browser = new BrowserSession(platform);
    const missing = await browser.signIn({ password: PASSWORD });
    expect(missing.body.errors).toEqual([expect.objectContaining({ field: 'email', code: 'missing_field' })]);
    const demo = await browser.signIn({ demo: 'merchant' });
    expect(outcomeOf(demo)).toBe('400 VALIDATION_ERROR');
    expect(demo.body.errors).toEqual([expect.objectContaining({ field: 'demo', code: 'unknown_field' })]);
  });

  it('ends after two hours without use, and after twelve hours in any case', async () => {
    const browser = await browserOf(user);
    platform.clock.advance({ minutes: 119 });
    expect(outcomeOf(await browser.token())).toBe('200 OK');
    platform.clock.advance({ minutes: 121 });
    expect(outcomeOf(await browser.token())).toBe('401 UNAUTHENTICATED');
    const busy = await browserOf(user);
    for (let hours = 0; hours < 11; hours++) {
      platform.clock.advance({ minutes: 60 });
      expect(outcomeOf(await busy.token())).toBe('200 OK');
    }
    platform.clock.advance({ minutes: 60 });
    expect(outcomeOf(await busy.token())).toBe('401 UNAUTHENTICATED');
  });

  it('ends for every page when the person signs out', async () => {
    const browser = await browserOf(user);
    const { access_token: token } = (await browser.token()).body;
    const signedOut = await browser.signOut();
    expect(signedOut.status).toBe(204);
    expect(browser.cookies.has('console')).toBe(false);
    expect(browser.cookies.has('device')).toBe(true);
    expect(outcomeOf(await profile(token))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await browser.token())).toBe('401 UNAUTHENTICATED');
  });

  it('ends with other sessions of the person when the password changes', async () => {
    const person = await platform.signUp();
    const browser = await browserOf(person);
    await platform.post(
      'business',
      'settings.php?action=change-password',
      { current_password: PASSWORD, new_password: 'another long passphrase' },
      { token: person.token },
    );
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await browser.token())).toBe('401 UNAUTHENTICATED');
  });

  it('issues no more than 60 tokens a minute', async () => {
    const browser = await browserOf(await platform.signUp());
    const answers = await Promise.all(Array.from({ length: 61 }, () => browser.token()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter((answer) => outcomeOf(answer) === '429 RATE_LIMITED')).toHaveLength(1);
  });

  describe('A session of a member of a team', () => {
    let owner: TestMerchant;
    let teams: Teams;
    beforeAll(async () => {
      owner = await platform.merchant();
      teams = new Teams(platform);
    });

    it('acts for another account in the place of the former session, for the time that is left', async () => {
      const person = await teams.person();
      await teams.join(owner, person, 'support');
      const browser = new BrowserSession(platform, '198.51.100.30');
      const code = new Authenticators(platform).nextCode(person.totpSecret);
      const { access_token: former } = (await browser.signIn({ ...credentials(person), totp_code: code }))
        .body;
      platform.clock.advance({ minutes: 10 });
      const switched = await browser.switchTo(owner.id);
      expect(outcomeOf(switched)).toBe('200 OK');
      const me = await platform.get('business', 'auth.php?action=me', { token: switched.body.access_token });
      expect(me.body.account).toMatchObject({ id: owner.id, role: 'support' });
      expect(outcomeOf(await profile(former))).toBe('401 UNAUTHENTICATED');
      const { access_token: later } = (await browser.token()).body;
      expect(claimsOf(later).sid).toBe(claimsOf(switched.body.access_token).sid);
      const sessions = await platform.sql<{ length: number }>(
        `SELECT extract(epoch FROM max(expires_at) - min(created_at))::int AS length FROM sessions
          WHERE user_id = $1 AND id = ANY ($2)`,
        [person.id, [claimsOf(former).sid, claimsOf(later).sid]],
      );
      expect(sessions[0]!.length).toBe(12 * 3600);
    });

    it('stays where it is for an account of which the person is no member', async () => {
      const browser = await browserOf(user);
      expect(outcomeOf(await browser.switchTo(owner.id))).toBe('404 NOT_FOUND');
      expect(outcomeOf(await browser.token())).toBe('200 OK');
    });
  });

  describe('A session of staff', () => {
    it('opens from the networks of the operator only, as their actions do', async () => {
      const staff = await platform.staff('finance');
      const authenticators = new Authenticators(platform);
      const signIn = (browser: BrowserSession) =>
        browser.signIn({ ...credentials(staff), totp_code: authenticators.nextCode(staff.totpSecret) });
      expect(outcomeOf(await signIn(new BrowserSession(platform, '198.51.100.40')))).toBe(
        '403 IP_NOT_ALLOWED',
      );
      const browser = new BrowserSession(platform, '10.1.2.3');
      expect(outcomeOf(await signIn(browser))).toBe('200 OK');
      expect(outcomeOf(await browser.token({ 'x-forwarded-for': '198.51.100.40' }))).toBe(
        '403 IP_NOT_ALLOWED',
      );
      const { access_token: token } = (await browser.token()).body;
      const unapplied = (from: string) =>
        platform.get('business', 'admin.php?section=unapplied&action=list', {
          token,
          headers: { 'x-forwarded-for': from },
        });
      expect(outcomeOf(await unapplied('10.1.2.3'))).toBe('200 OK');
      expect(outcomeOf(await unapplied('198.51.100.40'))).toBe('403 IP_NOT_ALLOWED');
    });

    it('ends after half an hour without use', async () => {
      const staff = await platform.staff('support');
      const browser = new BrowserSession(platform, '10.1.2.3');
      const code = new Authenticators(platform).nextCode(staff.totpSecret);
      await browser.signIn({ ...credentials(staff), totp_code: code });
      platform.clock.advance({ minutes: 29 });
      expect(outcomeOf(await browser.token())).toBe('200 OK');
      platform.clock.advance({ minutes: 31 });
      expect(outcomeOf(await browser.token())).toBe('401 UNAUTHENTICATED');
    });
  });
});
