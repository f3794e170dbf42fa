import { setTimeout as pause } from 'node:timers/promises';
import { CALLERS } from '@app/accounts';
import type { UserCaller } from '@app/http';
import { RememberedCallers } from '../../../libs/accounts/src/remembered-callers';
import { SessionQueries } from '../../../libs/accounts/src/session.queries';
import type { Hearer } from '../../../libs/queue/src/postgres-channel';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

/** Told last: by then all that was committed before has been heard. */
const LAST = 'nobody';

/** How the gates of one process see sessions. Its HTTP is left out: passport, one for all apps of a test, would mix them. */
interface Gates {
  callerOf(sessionId: string, userId: string): Promise<UserCaller | null>;
  load(keys: unknown[]): Promise<unknown>;
}

interface SignedIn extends TestUser {
  sessionId: string;
}

const HOSTS = ['business', 'app', 'checkout'] as const;
type Host = (typeof HOSTS)[number];

describe('callers that are remembered', () => {
  let platform: Platform;

  beforeAll(async () => (platform = await startPlatform()));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => platform.stop());

  const gatesOf = (host: Host) => platform.inside(host, SessionQueries) as unknown as Gates;
  const profile = (token: string) => platform.get('business', 'auth.php?action=profile', { token });
  const ask = ({ sessionId, id }: SignedIn, host: Host = 'business') => gatesOf(host).callerOf(sessionId, id);

  async function signedIn(): Promise<SignedIn> {
    const user = await platform.signUp();
    const [session] = await platform.sql<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [
      user.id,
    ]);
    return { ...user, sessionId: session!.id };
  }

  /** Asks until the answer comes from memory. */
  async function remembered(user: SignedIn, host: Host = 'business'): Promise<jest.SpyInstance> {
    const asked = jest.spyOn(gatesOf(host), 'load');
    for (;;) {
      asked.mockClear();
      expect(await ask(user, host)).toMatchObject({ userId: user.id });
      if (asked.mock.calls.length === 0) return asked;
    }
  }

  it('are asked for once, however often they call', async () => {
    const { token } = await platform.signUp();
    const asked = jest.spyOn(SessionQueries.prototype as unknown as Gates, 'load');
    do {
      asked.mockClear();
      expect((await profile(token)).status).toBe(200);
    } while (asked.mock.calls.length > 0);
    await Promise.all(Array.from({ length: 50 }, () => profile(token)));
    expect(asked).not.toHaveBeenCalled();
  });

  it('are who the token says, also with the session of somebody else', async () => {
    const [ada, ben] = [await signedIn(), await signedIn()];
    await remembered(ada);
    expect(await ask({ ...ben, sessionId: ada.sessionId })).toBeNull();
  });

  it('are nobody once the session runs out by the clock, remembered or not', async () => {
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
    await platform.sql('CALL tell_all($1, $2)', [CALLERS, LAST]);
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
    await platform.sql('CALL tell_all($1, $2)', [CALLERS, LAST]);
    expect(await ask(user)).toMatchObject({ twoFactorEnabled });
  });

  it('stay remembered where nothing changes that the gates go by', async () => {
    const user = await signedIn();
    const forgets = jest.spyOn(platform.inside('business', RememberedCallers), 'forget');
    await remembered(user);
    await platform.sql(`UPDATE users SET first_name = 'Other', kyc_level = 1 WHERE id = $1`, [user.id]);
    await platform.sql(
      `UPDATE sessions SET last_used_at = now(), expires_at = expires_at + interval '1 day' WHERE user_id = $1`,
      [user.id],
    );
    await platform.sql('CALL tell_all($1, $2)', [CALLERS, LAST]);
    expect(forgets.mock.calls.flat().filter((id) => id !== LAST)).toEqual([]);
  });

  it('are not remembered as they were read before a change that came meanwhile', async () => {
    const [user, other] = [await signedIn(), await signedIn()];
    await remembered(other);
    const { pool } = gatesOf('business') as unknown as {
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
    await platform.sql('CALL tell_all($1, $2)', [CALLERS, LAST]);
    goOn();
    expect(await early).toMatchObject({ userId: user.id });
    await remembered(other);
    expect(await ask(user)).toBeNull();
  });

  const post = (action: string, refresh_token: string, host: Host = 'business') =>
    platform.post(host === 'checkout' ? 'business' : host, `auth.php?action=${action}`, { refresh_token });
  const ends: [how: string, end: (user: SignedIn) => Promise<unknown>][] = [
    ['signed out', ({ refreshToken }) => post('logout', refreshToken)],
    ['signed out elsewhere', ({ refreshToken }) => post('logout', refreshToken, 'app')],
    [
      'ended because a refresh token was used twice',
      async ({ refreshToken }) => {
        await post('refresh', refreshToken);
        return post('refresh', refreshToken);
      },
    ],
  ];

  it.each(ends)('%s: no request that comes later is let in, by no process', async (_how, end) => {
    const later: unknown[] = [];
    let before = 0;
    for (let round = 0; round < 8; round++) {
      const user = await signedIn();
      let ended = false;
      const callers = HOSTS.map(async (host) => {
        for (let after = 0; after < 3;) {
          const isLater = ended;
          const caller = await ask(user, host);
          if (isLater) {
            later.push(caller);
            after += 1;
          } else before += Number(caller !== null);
          await pause(1);
        }
      });
      await pause(20);
      await end(user);
      ended = true;
      await Promise.all(callers);
    }
    expect(before).toBeGreaterThan(0);
    expect(later.filter((caller) => caller !== null)).toEqual([]);
  });

  it.each(HOSTS)('are let in no more by a process that is slow to hear of it: %s', async (host) => {
    const user = await signedIn();
    await remembered(user, host);
    const { channel } = (
      platform.inside(host, RememberedCallers) as unknown as { changes: { channel: { hearer: Hearer } } }
    ).changes;
    const hear = channel.hearer.hear.bind(channel.hearer);
    const slowly = jest.spyOn(channel.hearer, 'hear');
    slowly.mockImplementation((payload) => void pause(50).then(() => hear(payload)));
    await post('logout', user.refreshToken);
    expect(await ask(user, host)).toBeNull();
    expect(slowly).toHaveBeenCalled();
  });
});
