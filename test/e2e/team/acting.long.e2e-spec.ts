import { randomUUID } from 'node:crypto';
import { UserDirectoryQueries } from '@app/accounts';
import type { UserCaller } from '@app/http';
import { SessionQueries } from '../../../libs/accounts/src/sessions/session.queries';
import { outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Teams } from '../../support/teams';

describe('A session that acts for the account of a business', () => {
  let platform: Platform;
  let teams: Teams;
  let owner: TestMerchant;
  let payee: TestUser;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business'], env: { RATE_LIMITS: 'false' } });
    teams = new Teams(platform);
    payee = await platform.signUp();
  });
  beforeEach(async () => {
    owner = await platform.merchant();
    await platform.fund(owner, 'NGN', '1000.00');
  });
  afterAll(() => platform?.proveAndStop());

  const transfer = ({ token }: { token: string }, fields: object = {}, idempotencyKey?: string) =>
    platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: payee.usertag, amount: 10, pin: '1234', ...fields },
      { token, idempotencyKey },
    );
  const balance = ({ token }: { token: string }) =>
    platform.get('business', 'wallet.php?action=balance', { token });
  const remove = (member: TestUser) =>
    teams.send('remove', { user_id: member.id, pin: owner.pin }, owner.token);
  const sessionOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;
  const ask = ({ token, id }: TestUser) =>
    platform.inside('business', SessionQueries).callerOf(sessionOf(token), id);

  it('spends the money of the account with the PIN of the member', async () => {
    const member = await teams.member(owner, 'finance');
    await platform.post(
      'business',
      'settings.php?action=set-pin',
      { pin: '8642', confirm_pin: '8642', current_pin: '1234' },
      { token: member.ownToken },
    );
    expect(outcomeOf(await transfer(member))).toBe('403 INVALID_PIN');
    expect(outcomeOf(await transfer(member, { pin: '8642' }))).toBe('200 OK');
    expect((await balance(owner)).body.balance).toBe('989.99');
    expect((await balance({ token: member.ownToken })).body.balance).toBe('0.00');
  });

  it('moves money twice where one idempotency key is used in two accounts', async () => {
    const member = await teams.member(owner, 'finance');
    await platform.fund(member, 'NGN', '100.00');
    const key = randomUUID();
    const answers = [
      await transfer(member, {}, key),
      await transfer({ token: member.ownToken }, {}, key),
      await transfer(member, {}, key),
    ];
    expect(answers.map(outcomeOf)).toEqual(['200 OK', '200 OK', '200 OK']);
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null, 'true']);
    expect(answers[0]!.body.transaction_id).not.toBe(answers[1]!.body.transaction_id);
    expect((await balance(owner)).body.balance).toBe('989.99');
    expect((await balance({ token: member.ownToken })).body.balance).toBe('89.99');
  });

  it('is not found by those who are no members, and needs two-factor authentication', async () => {
    const [stranger, member] = [await teams.person(), await teams.member(owner, 'finance')];
    const switched = (token: string, account_id: string) =>
      platform.post('business', 'auth.php?action=switch-account', { account_id }, { token });
    expect(outcomeOf(await switched(stranger.token, owner.id))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await switched(stranger.token, randomUUID()))).toBe('404 NOT_FOUND');
    await platform.sql('UPDATE two_factors SET enabled_at = NULL WHERE id = $1', [member.id]);
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await switched(member.ownToken, owner.id))).toBe('403 FORBIDDEN');
    const refused = await balance(member);
    expect(outcomeOf(refused)).toBe('403 FORBIDDEN');
    expect(refused.body.message).toContain('two-factor');
  });

  it('has the proof of the second factor of the session that opened it', async () => {
    const member = await teams.member(owner, 'finance');
    const proofs = (token: string) =>
      platform.sql<{ proved_at: Date | null; account_id: string | null }>(
        'SELECT proved_at, account_id FROM sessions WHERE id = $1',
        [sessionOf(token)],
      );
    expect(await proofs(member.token)).toEqual([{ proved_at: null, account_id: owner.id }]);
    const at = platform.clock.now();
    await platform.sql('UPDATE sessions SET proved_at = $2 WHERE id = $1', [sessionOf(member.ownToken), at]);
    const proved = await teams.switchTo({ token: member.ownToken }, owner.id);
    expect(await proofs(proved)).toEqual([{ proved_at: at, account_id: owner.id }]);
  });

  it('is refreshed for the same account, and ends with the password of the member', async () => {
    const member = await teams.member(owner, 'finance');
    const { body } = await platform.post(
      'business',
      'auth.php?action=switch-account',
      { account_id: owner.id },
      { token: member.ownToken },
    );
    const { refresh_token } = body as { refresh_token: string };
    const refreshed = await platform.post('business', 'auth.php?action=refresh', { refresh_token });
    const { access_token: token } = refreshed.body as { access_token: string };
    expect((await balance({ token })).body.balance).toBe('1000.00');
    const change = { current_password: member.password, new_password: 'another long passphrase' };
    await platform.post('business', 'settings.php?action=change-password', change, {
      token: member.ownToken,
    });
    expect(outcomeOf(await balance({ token }))).toBe('401 UNAUTHENTICATED');
  });

  describe('apps in it', () => {
    const apps = (action: string, body: object, { token }: { token: string }) =>
      platform.post('business', `business.php?section=apps&action=${action}`, body, { token });

    it('are made and changed by a developer where they are test apps', async () => {
      const developer = await teams.member(owner, 'developer');
      expect(outcomeOf(await apps('create', { app_name: 'A', mode: 'test' }, developer))).toBe('200 OK');
      expect(outcomeOf(await apps('create', { app_name: 'A', mode: 'live' }, developer))).toBe(
        '403 FORBIDDEN',
      );
      for (const action of ['update', 'rotate-secret', 'revoke']) {
        const body = { app_id: owner.live.app_id, pin: '1234' };
        expect([action, outcomeOf(await apps(action, body, developer))]).toEqual([action, '403 FORBIDDEN']);
        const test = await apps(action, { ...body, app_id: owner.test.app_id }, developer);
        expect([action, outcomeOf(test)]).toEqual([action, '200 OK']);
      }
    });

    it('have their live keys made by an admin, and not by finance', async () => {
      const [finance, admin] = [await teams.member(owner, 'finance'), await teams.member(owner, 'admin')];
      const body = { app_id: owner.live.app_id, pin: '1234' };
      expect(outcomeOf(await apps('rotate-secret', body, finance))).toBe('403 FORBIDDEN');
      expect(outcomeOf(await apps('rotate-secret', body, admin))).toBe('200 OK');
      expect(outcomeOf(await apps('create', { app_name: 'A', mode: 'live' }, admin))).toBe('200 OK');
    });
  });

  it('mails an invoice again for support, and issues no draft', async () => {
    const support = await teams.member(owner, 'support');
    const draft = {
      client_name: 'Ada Client',
      client_email: 'ada.client@example.com',
      items: [{ description: 'A chair', quantity: 1, unit_price: 25 }],
    };
    const invoices = (action: string, body: object, { token }: { token: string }) =>
      platform.post('business', `invoices.php?action=${action}`, body, { token });
    const { id } = (await invoices('create', draft, owner)).body as { id: string };
    expect(outcomeOf(await invoices('send', { id }, support))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await invoices('send', { id }, owner))).toBe('200 OK');
    expect(outcomeOf(await invoices('send', { id }, support))).toBe('200 OK');
    expect(outcomeOf(await balance(support))).toBe('403 FORBIDDEN');
  });

  it('has no role of staff, and a session of the own account still has it', async () => {
    const member = await teams.member(owner, 'finance');
    await platform.sql(`UPDATE users SET staff_role = 'admin' WHERE id = $1`, [member.id]);
    await platform.sessionChangesProcessed();
    expect(await ask(member)).toMatchObject({ staffRole: null, teamRole: 'finance', accountId: owner.id });
    const own = { ...member, token: member.ownToken };
    expect(await ask(own)).toMatchObject({ staffRole: 'admin', teamRole: null, accountId: member.id });
  });

  it('ends when staff freeze the owner, and its holder switches again after the unfreeze', async () => {
    const [member, staff] = [await teams.member(owner, 'finance'), await platform.staff('compliance')];
    const decide = (action: string) =>
      platform.post(
        'business',
        `admin.php?section=users&action=${action}`,
        { user_id: owner.id, reason: 'A reason for it' },
        { token: staff.token },
      );
    expect(outcomeOf(await decide('freeze'))).toBe('200 OK');
    expect(outcomeOf(await balance(member))).toBe('401 UNAUTHENTICATED');
    const accounts = await platform.get('business', 'auth.php?action=accounts', { token: member.ownToken });
    expect(accounts.body.data).toHaveLength(1);
    await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [owner.id]);
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await balance(member))).toBe('401 UNAUTHENTICATED');
    const token = await teams.switchTo({ token: member.ownToken }, owner.id);
    expect(outcomeOf(await balance({ token }))).toBe('200 OK');
  });

  it('ends when the owner closes the account, as does the team', async () => {
    const business = await platform.merchant();
    for (const { app_id } of [business.live, business.test])
      await platform.post(
        'business',
        'business.php?section=apps&action=revoke',
        { app_id, pin: '1234' },
        business,
      );
    const member = await teams.member(business, 'admin');
    const open = await teams.invite(business, 'late@example.com', 'finance');
    const closed = await platform.post(
      'business',
      'settings.php?action=close-account',
      { password: business.password },
      { token: business.token },
    );
    expect([outcomeOf(closed), closed.text]).toEqual(['200 OK', expect.any(String)]);
    expect(outcomeOf(await balance(member))).toBe('401 UNAUTHENTICATED');
    const rows = await platform.sql('SELECT 1 FROM team_members WHERE account_id = $1', [business.id]);
    expect(rows).toEqual([]);
    const accepted = await teams.send('accept', { token: open }, member.ownToken);
    expect(outcomeOf(accepted)).toBe('400 VALIDATION_ERROR');
  });

  it('makes addresses of reports that end with the membership and with the role', async () => {
    const [one, other] = [await teams.member(owner, 'finance'), await teams.member(owner, 'finance')];
    const reported = async ({ token }: TestUser) => {
      const path = 'analytics.php?action=report-link';
      return (await platform.post('business', path, { currency: 'NGN' }, { token })).body.url as string;
    };
    const links = [await reported(one), await reported(other)];
    const statuses = () => Promise.all(links.map(async (link) => (await fetch(link)).status));
    expect(await statuses()).toEqual([200, 200]);
    await remove(one);
    await teams.send('set-role', { user_id: other.id, role: 'support', pin: owner.pin }, owner.token);
    expect(await statuses()).toEqual([404, 404]);
  });

  it('is refused for accounts of which the member decides as staff', async () => {
    const member = await teams.member(owner, 'support');
    const directory = platform.inside('business', UserDirectoryQueries);
    const caller = { userId: member.id } as UserCaller;
    await expect(directory.assertOfAnotherPerson(caller, owner.id, 'decide')).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await directory.assertOfAnotherPerson(caller, payee.id, 'decide');
  });
});
