import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UserCaller } from '@app/http';
import { SessionCacheService } from '../../../libs/accounts/src/sessions/session-cache.service';
import { SessionQueries } from '../../../libs/accounts/src/sessions/session.queries';
import type { ChannelSubscriber } from '../../../libs/queue/src/changes/postgres-channel';
import { eventually } from '../../support/eventually';
import type { TestUser } from '../../support/people';
import { APPS, type Platform, startPlatform } from '../../support/platform';

/** The sessions that the request guard of one process sees. HTTP is left out: all apps of a test share one passport. */
interface SessionReads {
  callerOf(sessionId: string, userId: string): Promise<UserCaller | null>;
  load(keys: unknown[]): Promise<unknown>;
}

interface SignedIn extends TestUser {
  sessionId: string;
}

const HOSTS = ['business', 'app', 'sandbox'] as const;
type Host = (typeof HOSTS)[number];

const CALLER: UserCaller = {
  kind: 'user',
  userId: '',
  sessionId: '',
  accountId: '',
  teamRole: null,
  accountType: 'personal',
  staffRole: null,
  twoFactorEnabled: false,
  provedAt: null,
  emailVerified: true,
};

describe('callers that are remembered', () => {
  let platform: Platform;

  beforeAll(async () => (platform = await startPlatform({ apps: APPS })));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => platform.stop());

  const sessionsOf = (host: Host) => platform.inside(host, SessionQueries) as unknown as SessionReads;
  const profile = (token: string) => platform.get('business', 'auth.php?action=profile', { token });
  const ask = ({ sessionId, id }: SignedIn, host: Host = 'business') =>
    sessionsOf(host).callerOf(sessionId, id);

  const subscriberOf = (host: Host) =>
    (
      platform.inside(host, SessionCacheService) as unknown as {
        changes: { channel: { subscriber: ChannelSubscriber } };
      }
    ).changes.channel.subscriber;

  async function signedIn(): Promise<SignedIn> {
    const user = await platform.signUp();
    const [session] = await platform.sql<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [
      user.id,
    ]);
    return { ...user, sessionId: session!.id };
  }

  /** Asks until the answer comes from memory. */
  async function remembered(user: SignedIn, host: Host = 'business'): Promise<jest.SpyInstance> {
    const asked = jest.spyOn(sessionsOf(host), 'load');
    for (;;) {
      asked.mockClear();
      expect(await ask(user, host)).toMatchObject({ userId: user.id });
      if (asked.mock.calls.length === 0) return asked;
    }
  }

  it('are asked for once, however often they call', async () => {
    const { token } = await platform.signUp();
    const asked = jest.spyOn(SessionQueries.prototype as unknown as SessionReads, 'load');
    do {
      asked.mockClear();
      expect((await profile(token)).status).toBe(200);
    } while (asked.mock.calls.length > 0);
    await Promise.all(Array.from({ length: 50 }, () => profile(token)));
    expect(asked).not.toHaveBeenCalled();
  });

  it('rejects a session that belongs to another user', async () => {
    const [ada, ben] = [await signedIn(), await signedIn()];
    await remembered(ada);
    expect(await ask({ ...ben, sessionId: ada.sessionId })).toBeNull();
  });

  it('rejects an expired session, cached or not', async () => {
    const user = await signedIn();
    await remembered(user);
    const [session] = await platform.sql<{ expires: Date }>(
      'SELECT expires_at AS expires FROM sessions WHERE id = $1',
      [user.sessionId],
    );
    const now = jest.spyOn(platform.clock, 'now');
    now.mockReturnValue(new Date(session!.expires.getTime() - 1));
    expect(await ask(user)).toMatchObject({ userId: user.id });
    now.mockReturnValue(session!.expires);
    expect(await ask(user)).toBeNull();
  });

  const changes: [what: string, sql: string, left: object | null][] = [
    [
      'the second factor was proved',
      `UPDATE sessions SET proved_at = '2026-03-01T12:00:00Z' WHERE user_id = $1`,
      { provedAt: new Date('2026-03-01T12:00:00Z') },
    ],
    [
      'the session ended',
      `UPDATE sessions SET ended_at = now(), end_reason = 'logout' WHERE user_id = $1`,
      null,
    ],
    [
      'the session was shortened',
      `UPDATE sessions SET expires_at = created_at - interval '1 day' WHERE user_id = $1`,
      null,
    ],
    ['the session was removed', 'DELETE FROM sessions WHERE user_id = $1', null],
    ['the person was frozen', 'UPDATE users SET frozen_at = now() WHERE id = $1', null],
    ['the person was removed', 'DELETE FROM users WHERE id = $1', null],
    ['another role', `UPDATE users SET staff_role = 'support' WHERE id = $1`, { staffRole: 'support' }],
    [
      'a business now',
      `UPDATE users SET account_type = 'business', business_name = 'Ltd' WHERE id = $1`,
      { accountType: 'business' },
    ],
    [
      'a second factor',
      `INSERT INTO two_factors (id, version, secret_ciphertext, last_step, enabled_at) VALUES ($1, 1, '', 0, now())`,
      { twoFactorEnabled: true },
    ],
  ];

  it.each(changes)('are forgotten: %s', async (_what, sql, left) => {
    const user = await signedIn();
    await remembered(user);
    await platform.sql(sql, [user.id]);
    await platform.sessionChangesProcessed();
    const found = await ask(user);
    if (left === null) expect(found).toBeNull();
    else expect(found).toMatchObject(left);
  });

  it.each([
    ['is switched on', 'UPDATE two_factors SET enabled_at = now() WHERE id = $1', true],
    ['is switched off', 'UPDATE two_factors SET enabled_at = NULL WHERE id = $1', false],
    ['is removed', 'DELETE FROM two_factors WHERE id = $1', false],
  ])('are forgotten where their second factor %s', async (_what, sql, twoFactorEnabled) => {
    const user = await signedIn();
    await platform.sql(
      `INSERT INTO two_factors (id, version, secret_ciphertext, last_step, enabled_at) VALUES ($1, 1, '', 0, $2)`,
      [user.id, twoFactorEnabled ? null : new Date()],
    );
    await remembered(user);
    await platform.sql(sql, [user.id]);
    await platform.sessionChangesProcessed();
    expect(await ask(user)).toMatchObject({ twoFactorEnabled });
  });

  it('keeps the cache when columns change that authentication does not read', async () => {
    const user = await signedIn();
    const forgets = jest.spyOn(platform.inside('business', SessionCacheService), 'invalidate');
    await remembered(user);
    await platform.sql(`UPDATE users SET first_name = 'Other', kyc_level = 1 WHERE id = $1`, [user.id]);
    await platform.sql(
      `UPDATE sessions SET last_used_at = now(), expires_at = expires_at + interval '1 day' WHERE user_id = $1`,
      [user.id],
    );
    await platform.sessionChangesProcessed();
    expect(forgets).not.toHaveBeenCalled();
  });

  it('are not remembered as they were read before a change that came meanwhile', async () => {
    const [user, other] = [await signedIn(), await signedIn()];
    await remembered(other);
    const { pool } = sessionsOf('business') as unknown as {
      pool: { query(...of: unknown[]): Promise<unknown> };
    };
    const query = pool.query.bind(pool);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const read = new Promise<void>((isRead) => {
      jest.spyOn(pool, 'query').mockImplementationOnce(async (...of) => {
        const result = await query(...of);
        isRead();
        await held;
        return result;
      });
    });
    const early = ask(user);
    await read;
    await platform.sql('UPDATE users SET frozen_at = now() WHERE id = $1', [user.id]);
    await platform.sessionChangesProcessed();
    goOn();
    expect(await early).toMatchObject({ userId: user.id });
    await remembered(other);
    expect(await ask(user)).toBeNull();
  });

  const post = (host: Host, action: string, refresh_token: string) =>
    platform.post(host, `auth.php?action=${action}`, { refresh_token });
  const ends: [how: string, end: (user: SignedIn, host: Host) => Promise<unknown>][] = [
    ['signed out', ({ refreshToken }, host) => post(host, 'logout', refreshToken)],
    [
      'ended because a refresh token was used twice',
      async ({ refreshToken }, host) => {
        await post(host, 'refresh', refreshToken);
        platform.clock.advance({ seconds: 20 });
        return post(host, 'refresh', refreshToken);
      },
    ],
  ];

  it.each(ends)(
    '%s: rejects at once in the process of the change, in others once it is processed',
    async (_how, end) => {
      const user = await signedIn();
      for (const host of HOSTS) await remembered(user, host);
      const receiving = jest.spyOn(subscriberOf('business'), 'receive').mockReturnValue(undefined);
      await end(user, 'business');
      expect(await ask(user, 'business')).toBeNull();
      receiving.mockRestore();
      await platform.sessionChangesProcessed();
      expect(await Promise.all(HOSTS.map((host) => ask(user, host)))).toEqual([null, null, null]);
    },
  );

  it('are never let in again by a process that has refused them', async () => {
    const again: unknown[] = [];
    let before = 0;
    for (let round = 0; round < 8; round++) {
      const user = await signedIn();
      const callers = HOSTS.map(async (host) => {
        let refused = 0;
        while (refused < 5) {
          const caller = await ask(user, host);
          if (caller === null) refused += 1;
          else if (refused > 0) again.push(caller);
          else before += 1;
          await nextTurn();
        }
      });
      const asked = before;
      await eventually(() => before > asked);
      await post('business', 'logout', user.refreshToken);
      await Promise.all(callers);
    }
    expect(before).toBeGreaterThan(0);
    expect(again).toEqual([]);
  });

  it('are remembered up to 20,000, and by no more room for one person', async () => {
    const callers = platform.inside('business', SessionCacheService);
    const now = platform.clock.now();
    const later = new Date(now.getTime() + 60_000);
    const known = (userId: string, sessionId: string) => callers.find(userId, sessionId, now) !== null;
    const keep = (userId: string, sessionId: string) =>
      callers.keep({ ...CALLER, userId, sessionId, accountId: userId }, later, callers.moment);
    await remembered(await signedIn());
    // On a busy machine the loop lasts longer than the proof that changes are received.
    const { changes } = callers as unknown as { changes: { isTrusted: boolean } };
    jest.spyOn(changes, 'isTrusted', 'get').mockReturnValue(true);
    for (let i = 0; i < 20_001; i++) keep(i % 2 === 0 ? 'ada' : `person ${i}`, `session ${i}`);
    expect([
      known('ada', 'session 0'),
      known('person 1', 'session 1'),
      known('ada', 'session 20000'),
    ]).toEqual([...[false, true, true]]);
    callers.invalidate('ada');
    expect([known('ada', 'session 20000'), known('person 1', 'session 1')]).toEqual([false, true]);
    callers.invalidateAll();
    expect(known('person 1', 'session 1')).toBe(false);
  });
});
