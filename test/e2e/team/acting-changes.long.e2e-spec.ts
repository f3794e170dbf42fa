import type { UserCaller } from '@app/http';
import { SessionQueries } from '../../../libs/accounts/src/sessions/session.queries';
import { outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { APPS, type Platform, startPlatform } from '../../support/platform';
import { Teams, type TestMember } from '../../support/teams';

const HOSTS = ['business', 'sandbox', 'checkout', 'app'] as const;

/** The sessions that the request guard of one process sees; all apps of a test share one passport, so HTTP is left out. */
interface SessionReads {
  callerOf(sessionId: string, userId: string): Promise<UserCaller | null>;
  load(keys: unknown[]): Promise<unknown>;
}

describe('A session of a member that is remembered', () => {
  let platform: Platform;
  let teams: Teams;
  let owner: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
    teams = new Teams(platform);
  });
  beforeEach(async () => (owner = await platform.merchant()));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => platform?.stop());

  const remove = (member: TestUser) =>
    teams.send('remove', { user_id: member.id, pin: owner.pin }, owner.token);
  const sessionOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;
  const sessionsOf = (host: (typeof HOSTS)[number]) =>
    platform.inside(host, SessionQueries) as unknown as SessionReads;
  const ask = ({ token, id }: TestUser, host: (typeof HOSTS)[number] = 'business') =>
    sessionsOf(host).callerOf(sessionOf(token), id);

  /** Asks until the answer comes from memory. */
  async function remembered(member: TestUser): Promise<void> {
    for (const host of HOSTS) {
      const asked = jest.spyOn(sessionsOf(host), 'load');
      do {
        asked.mockClear();
        expect(await ask(member, host)).toMatchObject({ userId: member.id, accountId: owner.id });
      } while (asked.mock.calls.length > 0);
      asked.mockRestore();
    }
  }

  it.each(HOSTS)('is refused by the %s host within a second after the member was removed', async (host) => {
    const member = await teams.member(owner, 'finance');
    await remembered(member);
    const removed = await remove(member);
    const since = performance.now();
    expect(outcomeOf(removed)).toBe('200 OK');
    while ((await ask(member, host)) !== null) expect(performance.now() - since).toBeLessThan(1000);
  });

  const changes: [what: string, sql: (member: TestMember) => [string, unknown[]], left: object | null][] = [
    [
      'the role',
      ({ id }) => [`UPDATE team_members SET role = 'support' WHERE user_id = $1`, [id]],
      { teamRole: 'support' },
    ],
    ['the membership, which ends', ({ id }) => ['DELETE FROM team_members WHERE user_id = $1', [id]], null],
    [
      'the owner, who is frozen',
      () => ['UPDATE users SET frozen_at = now() WHERE id = $1', [owner.id]],
      null,
    ],
    [
      'the owner, who closes the account',
      () => ['UPDATE users SET frozen_at = now(), closed_at = now() WHERE id = $1', [owner.id]],
      null,
    ],
    [
      'the member, who is frozen',
      ({ id }) => ['UPDATE users SET frozen_at = now() WHERE id = $1', [id]],
      null,
    ],
    [
      'the address of the owner',
      () => ['UPDATE users SET email_verified_at = NULL WHERE id = $1', [owner.id]],
      { emailVerified: false },
    ],
    [
      'the address of the member',
      ({ id }) => ['UPDATE users SET email_verified_at = NULL WHERE id = $1', [id]],
      { emailVerified: false },
    ],
    [
      'the second factor',
      ({ id }) => ['UPDATE two_factors SET enabled_at = NULL WHERE id = $1', [id]],
      { twoFactorEnabled: false },
    ],
    [
      'the session, which ends',
      ({ token }) => [
        `UPDATE sessions SET ended_at = now(), end_reason = 'logout' WHERE id = $1`,
        [sessionOf(token)],
      ],
      null,
    ],
  ];

  it.each(changes)('is read again by every process after a change of %s', async (_what, sql, left) => {
    const member = await teams.member(owner, 'finance');
    await remembered(member);
    await platform.sql(...sql(member));
    await platform.sessionChangesProcessed();
    for (const host of HOSTS) {
      const found = await ask(member, host);
      if (left === null) expect(found).toBeNull();
      else expect(found).toMatchObject(left);
    }
  });
});
