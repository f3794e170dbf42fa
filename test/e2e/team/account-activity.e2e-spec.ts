import { randomUUID } from 'node:crypto';
import { PurgeTeamRecords } from '@app/accounts';
import { outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Teams } from '../../support/teams';

describe('The activity of an account', () => {
  let platform: Platform;
  let teams: Teams;
  let owner: TestMerchant;
  let payee: TestUser;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business', 'scheduler'], env: { RATE_LIMITS: 'false' } });
    teams = new Teams(platform);
    payee = await platform.signUp();
  });
  beforeEach(async () => {
    owner = await platform.merchant();
    await platform.fund(owner, 'NGN', '1000.00');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => platform?.stop());

  const transfer = ({ token }: { token: string }, fields: object = {}, idempotencyKey?: string) =>
    platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: payee.usertag, amount: 10, pin: '1234', ...fields },
      { token, idempotencyKey },
    );
  const balance = ({ token }: { token: string }) =>
    platform.get('business', 'wallet.php?action=balance', { token });
  const activity = async (token: string, query = '') =>
    (await teams.read(`activity${query}`, token)).body.data as {
      data: Record<string, unknown>[];
      total: number;
    };

  it('lists what members write, and team and apps of the owner, newest first', async () => {
    const member = await teams.member(owner, 'finance');
    const sent = await transfer(member);
    await transfer(owner);
    expect(outcomeOf(await transfer(member, { amount: 5000 }))).toBe('400 INSUFFICIENT_FUNDS');
    await balance(member);
    const { data, total } = await activity(owner.token);
    expect(data.map(({ user_id, role, action, outcome }) => [user_id, role, action, outcome])).toEqual([
      [member.id, 'finance', 'wallet.php/transfer', 'done'],
      [member.id, 'finance', 'team.php/accept', 'done'],
      [owner.id, 'owner', 'team.php/invite', 'done'],
      [owner.id, 'owner', 'business.php/apps/create', 'done'],
      [owner.id, 'owner', 'business.php/apps/create', 'done'],
    ]);
    expect(total).toBe(5);
    expect(data[0]).toMatchObject({
      name: 'Test Person',
      subject: payee.usertag,
      request_id: sent.headers.get('x-request-id'),
      address: '127.0.0.1',
    });
    const filtered = await activity(owner.token, `&user_id=${member.id}`);
    expect(filtered.total).toBe(2);
  });

  it('lists a repeated request once, and no dry run', async () => {
    const member = await teams.member(owner, 'finance');
    const key = randomUUID();
    await transfer(member, {}, key);
    await transfer(member, {}, key);
    await platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: payee.usertag, amount: 10, pin: '1234' },
      { token: member.token, headers: { 'x-dry-run': 'true' } },
    );
    const { data } = await activity(owner.token, `&user_id=${member.id}`);
    expect(data.map(({ action }) => action)).toEqual(['wallet.php/transfer', 'team.php/accept']);
  });

  it('lists who left, from a session of either account', async () => {
    const [one, other] = [await teams.member(owner, 'finance'), await teams.member(owner, 'support')];
    await teams.send('leave', {}, one.token);
    await teams.send('leave', { account_id: owner.id }, other.ownToken);
    const { data } = await activity(owner.token);
    const left = data.filter(({ action }) => action === 'team.php/leave');
    expect(left.map(({ user_id, role }) => [user_id, role])).toEqual([
      [other.id, 'support'],
      [one.id, 'finance'],
    ]);
  });

  it('is not changed, and is kept for two years', async () => {
    await teams.member(owner, 'finance');
    await expect(
      platform.sql(`UPDATE account_activity SET action = 'x' WHERE account_id = $1`, [owner.id]),
    ).rejects.toThrow('append-only');
    const listed = async () =>
      (await platform.sql('SELECT 1 FROM account_activity WHERE account_id = $1', [owner.id])).length;
    const purge = platform.inside('scheduler', PurgeTeamRecords);
    await purge.run();
    expect(await listed()).toBe(4);
    const now = jest.spyOn(platform.clock, 'now');
    const later = new Date(platform.clock.now());
    later.setUTCFullYear(later.getUTCFullYear() + 2);
    now.mockReturnValue(new Date(later.getTime() + 60_000));
    await purge.run();
    expect(await listed()).toBe(0);
    const left = await platform.sql('SELECT 1 FROM team_invitations WHERE account_id = $1', [owner.id]);
    expect(left).toEqual([]);
  });

  it('is read by the owner and by admins', async () => {
    const [admin, finance] = [await teams.member(owner, 'admin'), await teams.member(owner, 'finance')];
    expect((await activity(admin.token)).total).toBe(6);
    expect(outcomeOf(await teams.read('activity', finance.token))).toBe('403 FORBIDDEN');
  });
});
