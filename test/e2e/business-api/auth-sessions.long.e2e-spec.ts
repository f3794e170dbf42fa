import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { derivedKey } from '@app/config';
import { sign } from 'jsonwebtoken';
import { outcomeOf } from '../../support/http-client';
import { type Platform, startPlatform } from '../../support/platform';
import { authRequests, newTag, NO_TEXTS, PASSWORD, person, titled } from './auth-requests';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({
    apps: ['business', 'app'],
    env: { RATE_LIMITS: 'false', TRUSTED_PROXIES: '127.0.0.1/32' },
  });
});
afterAll(() => platform.stop());

const { auth, profile } = authRequests(() => platform);

describe('auth.php?action=refresh', () => {
  const refresh = (refresh_token: unknown, host: 'business' | 'app' = 'business') =>
    auth('refresh', { refresh_token }, host);
  const refreshFrom = (address: string, refresh_token: unknown, device?: string) =>
    platform.post(
      'app',
      'auth.php?action=refresh',
      { refresh_token },
      { headers: { 'x-forwarded-for': address, ...(device && { 'x-device-token': device }) } },
    );

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

    platform.clock.advance({ seconds: 20 });
    expect(outcomeOf(await refresh(refreshToken, 'app'))).toBe('401 UNAUTHENTICATED');
    await platform.sessionChangesProcessed();
    for (const access of [token, second.access_token, third.access_token]) {
      expect(outcomeOf(await profile(access))).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await profile(access, 'app'))).toBe('401 UNAUTHENTICATED');
    }
    expect(outcomeOf(await refresh(third.refresh_token))).toBe('401 UNAUTHENTICATED');
    expect((await profile(other.body.access_token)).status).toBe(200);
  });

  it('gives many exchanges at once of one address the same pair, which lives on', async () => {
    const { refreshToken } = await platform.signUp();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => refresh(refreshToken, n % 2 ? 'app' : 'business')),
    );
    expect(answers.map(outcomeOf)).toEqual(Array<string>(16).fill('200 OK'));
    const [{ body: pair }] = answers as [(typeof answers)[number]];
    expect(answers.map(({ body }) => body as unknown)).toEqual(Array<unknown>(16).fill(pair));
    expect(outcomeOf(await profile(pair.access_token))).toBe('200 OK');
    expect(outcomeOf(await refresh(pair.refresh_token))).toBe('200 OK');
  });

  it('gives the pair of an exchange of the last 20 seconds again, with the rest of its life, and ends the session later', async () => {
    const { refreshToken } = await platform.signUp();
    const first = await refresh(refreshToken);
    platform.clock.advance({ seconds: 19 });
    const repeated = await refresh(refreshToken, 'app');
    expect(repeated.body).toEqual(first.body);
    expect(outcomeOf(await profile(repeated.body.access_token, 'app'))).toBe('200 OK');

    platform.clock.advance({ seconds: 1 });
    expect(outcomeOf(await refresh(refreshToken))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await refresh(first.body.refresh_token))).toBe('401 UNAUTHENTICATED');
  });

  it('gives a tab that repeats an exchange the newest pair, which another tab got after it', async () => {
    const { refreshToken } = await platform.signUp();
    const { body: second } = await refresh(refreshToken);
    platform.clock.advance({ seconds: 1 });
    const { body: third } = await refresh(second.refresh_token);
    platform.clock.advance({ seconds: 14 });
    const { body: repeated } = await refresh(refreshToken, 'app');
    expect(repeated).toEqual(third);
    platform.clock.advance({ minutes: 10 });
    expect(outcomeOf(await refresh(repeated.refresh_token))).toBe('200 OK');
  });

  it('ends the session if another address has exchanged the next token', async () => {
    const { refreshToken } = await platform.signUp();
    const { refresh_token: second } = (await refreshFrom('192.0.2.1', refreshToken)).body;
    const { refresh_token: third } = (await refreshFrom('192.0.2.2', second)).body;
    expect(outcomeOf(await refreshFrom('192.0.2.1', refreshToken))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await refreshFrom('192.0.2.2', third))).toBe('401 UNAUTHENTICATED');
  });

  it('ends the session for another address within the 20 seconds', async () => {
    const { refreshToken } = await platform.signUp();
    const { refresh_token: next } = (await refreshFrom('192.0.2.1', refreshToken)).body;
    expect(outcomeOf(await refreshFrom('192.0.2.2', refreshToken))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await refreshFrom('192.0.2.1', refreshToken))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await refreshFrom('192.0.2.1', next))).toBe('401 UNAUTHENTICATED');
  });

  it('gives another address with the same device token the same pair, and ends the session for other devices', async () => {
    const { email, refreshToken } = await platform.signUp();
    const signedIn = async () => (await auth('login', { email, password: PASSWORD })).body;
    const [own, other, earlier] = [await signedIn(), await signedIn(), await signedIn()];
    const stranger = (await auth('register', person())).body.device_token;

    const first = await refreshFrom('192.0.2.1', own.refresh_token, own.device_token);
    const again = await refreshFrom('192.0.2.2', own.refresh_token, own.device_token);
    expect(again.text).toBe(first.text);
    for (const device of [other.device_token, stranger, 'x', undefined]) {
      const session = await signedIn();
      await refreshFrom('192.0.2.1', session.refresh_token, session.device_token);
      expect(outcomeOf(await refreshFrom('192.0.2.2', session.refresh_token, device))).toBe(
        '401 UNAUTHENTICATED',
      );
    }
    // A thief who exchanged it first, without a device token.
    const stolen = await signedIn();
    await refreshFrom('192.0.2.1', stolen.refresh_token);
    expect(outcomeOf(await refreshFrom('192.0.2.2', stolen.refresh_token, stolen.device_token))).toBe(
      '401 UNAUTHENTICATED',
    );
    // The device token of an earlier sign-in, sent with both.
    const kept = await refreshFrom('192.0.2.1', refreshToken, earlier.device_token);
    const repeated = await refreshFrom('192.0.2.2', refreshToken, earlier.device_token);
    expect(repeated.text).toBe(kept.text);
  });

  it('gives no pair again once the session has ended or the person was frozen', async () => {
    const [ada, ben] = [await platform.signUp(), await platform.signUp()];
    const { access_token: access, refresh_token: next } = (await refresh(ada.refreshToken)).body;
    await auth('logout', { refresh_token: ada.refreshToken });
    expect(outcomeOf(await refresh(ada.refreshToken))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await refresh(next))).toBe('401 UNAUTHENTICATED');
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await profile(access))).toBe('401 UNAUTHENTICATED');

    await refresh(ben.refreshToken);
    await platform.people.freeze(ben.id);
    expect(outcomeOf(await refresh(ben.refreshToken))).toBe('403 FORBIDDEN');
  });

  it('ends both of two tabs when one of them signs out while the other exchanges its token', async () => {
    const { refreshToken } = await platform.signUp();
    const { refresh_token: next } = (await refresh(refreshToken)).body;
    const [repeated] = await Promise.all([
      refresh(refreshToken, 'app'),
      auth('logout', { refresh_token: next }),
    ]);
    await platform.sessionChangesProcessed();
    for (const token of [
      refreshToken,
      next,
      ...(repeated.status === 200 ? [repeated.body.refresh_token] : []),
    ])
      expect(outcomeOf(await refresh(token))).toBe('401 UNAUTHENTICATED');
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

  it('rejects an access token as a refresh token', async () => {
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

  it('ends the session of the access token too, also where it is another one', async () => {
    const ada = await platform.signUp();
    const other = (await auth('login', { email: ada.email, password: PASSWORD })).body;
    const third = (await auth('login', { email: ada.email, password: PASSWORD })).body;
    const send = (refresh_token: string, token: string) =>
      platform.post('app', 'auth.php?action=logout', { refresh_token }, { token });
    expect(outcomeOf(await send(ada.refreshToken, other.access_token))).toBe('200 OK');
    expect(outcomeOf(await send('of no session', third.access_token))).toBe('200 OK');
    await platform.sessionChangesProcessed();
    for (const token of [ada.token, other.access_token, third.access_token] as string[])
      for (const host of ['business', 'app'] as const)
        expect(outcomeOf(await profile(token, host))).toBe('401 UNAUTHENTICATED');
    expect(outcomeOf(await auth('refresh', { refresh_token: other.refresh_token }))).toBe(
      '401 UNAUTHENTICATED',
    );
  });

  it('ends the session of the refresh token only, with an access token that is forged or expired', async () => {
    const [ada, ben] = [await platform.signUp(), await platform.signUp()];
    const { access_token: expired, refresh_token: kept } = (
      await auth('login', { email: ada.email, password: PASSWORD })
    ).body;
    platform.clock.advance({ minutes: 16 });
    const forged = `${ben.token.slice(0, -4)}AAAA`;
    for (const authorization of [
      `Bearer ${expired}`,
      `Bearer ${forged}`,
      'Basic dXNlcjpwYXNz',
      'Bearer',
      'x',
    ])
      expect(
        outcomeOf(
          await platform.post(
            'app',
            'auth.php?action=logout',
            { refresh_token: 'of no session' },
            {
              headers: { authorization },
            },
          ),
        ),
      ).toBe('200 OK');
    expect(outcomeOf(await auth('refresh', { refresh_token: kept }))).toBe('200 OK');
    expect(outcomeOf(await auth('refresh', { refresh_token: ben.refreshToken }))).toBe('200 OK');
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
        'kyc_level kyc_status last_name phone phone_verified pin_set referral_code two_factor_enabled usertag'
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

describe('old sessions', () => {
  it('are deleted with their refresh tokens a month after their end, and no others', async () => {
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
