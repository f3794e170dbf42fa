import { outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Teams, type TestMember } from '../../support/teams';

describe('A team', () => {
  let platform: Platform;
  let teams: Teams;
  let owner: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business', 'scheduler'] });
    teams = new Teams(platform);
  });
  beforeEach(async () => (owner = await platform.merchant()));
  afterAll(() => platform?.stop());

  const PIN = '1234';
  const membersOf = async (token: string) =>
    ((await teams.read('members', token)).body.data as { user_id: string; role: string }[]).map(
      ({ user_id, role }) => [user_id, role],
    );
  const balance = (token: string) => platform.get('business', 'wallet.php?action=balance', { token });
  const setRole = (by: { token: string }, user: { id: string }, role: string) =>
    teams.send('set-role', { user_id: user.id, role, pin: PIN }, by.token);
  const remove = (by: { token: string }, user: { id: string }) =>
    teams.send('remove', { user_id: user.id, pin: PIN }, by.token);
  const invite = (by: { token: string }, email: string, role = 'finance') =>
    teams.send('invite', { email, role, pin: PIN }, by.token);

  describe('an invitation', () => {
    it('makes the person with the invited address a member, who switches to the account', async () => {
      const person = await teams.person();
      const sent = await invite(owner, person.email);
      expect(sent.body).toMatchObject({ email: person.email, role: 'finance', invited_by: owner.id });
      const token = teams.tokenOf(sent.body.invitation_id as string);
      const accepted = await teams.send('accept', { token }, person.token);
      expect([accepted.status, accepted.body]).toMatchObject([
        200,
        { account_id: owner.id, role: 'finance' },
      ]);
      expect(await membersOf(owner.token)).toEqual([
        [owner.id, 'owner'],
        [person.id, 'finance'],
      ]);
      const accounts = await platform.get('business', 'auth.php?action=accounts', { token: person.token });
      expect(accounts.body.data).toMatchObject([
        { account_id: person.id, role: 'owner', current: true },
        { account_id: owner.id, role: 'finance', account_type: 'business', current: false },
      ]);
      const acting = await teams.switchTo(person, owner.id);
      await platform.fund(owner, 'NGN', '77.00');
      expect((await balance(acting)).body.balance).toBe('77.00');
      const shown = await platform.get('business', 'auth.php?action=accounts', { token: acting });
      expect((shown.body.data as { current: boolean }[]).map(({ current }) => current)).toEqual([
        false,
        true,
      ]);
      const own = await teams.switchTo({ token: acting }, person.id);
      expect((await balance(own)).body.balance).toBe('0.00');
    });

    it('mails its token to the address and never stores it', async () => {
      const person = await platform.signUp();
      const { body } = await invite(owner, person.email);
      await platform.runJobs();
      const token = teams.tokenOf(body.invitation_id as string);
      const mails = await platform.sql<{ type: string; recipient: string; facts: object }>(
        `SELECT type, recipient, facts FROM mails WHERE type = 'team.invitation' AND recipient = $1`,
        [person.email],
      );
      expect(mails).toMatchObject([
        { facts: { invitation_id: body.invitation_id, business: 'Test Business', role: 'finance' } },
      ]);
      expect(JSON.stringify(mails)).not.toContain(token);
      const [row] = await platform.sql<{ text: string }>(
        'SELECT i::text AS text FROM team_invitations i WHERE id = $1',
        [body.invitation_id],
      );
      expect(row!.text).not.toContain(token);
    });

    it('answers alike for addresses with and without an account', async () => {
      const known = await platform.signUp();
      const [one, other] = [await invite(owner, known.email), await invite(owner, 'unknown@example.com')];
      expect([one.status, other.status]).toEqual([200, 200]);
      expect(Object.keys(one.body as object)).toEqual(Object.keys(other.body as object));
    });

    it('is refused to a person with another address, to whom it was forwarded', async () => {
      const [invited, other] = [await teams.person(), await teams.person()];
      const token = await teams.invite(owner, invited.email, 'admin');
      for (const action of ['accept', 'decline'])
        expect(outcomeOf(await teams.send(action, { token }, other.token))).toBe('403 FORBIDDEN');
      expect(await membersOf(owner.token)).toHaveLength(1);
      expect(outcomeOf(await teams.send('accept', { token }, invited.token))).toBe('200 OK');
    });

    it('is refused where the address is not proved, and without two-factor authentication', async () => {
      const invited = await teams.person();
      const token = await teams.invite(owner, invited.email, 'finance');
      await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [invited.id]);
      expect(outcomeOf(await teams.send('accept', { token }, invited.token))).toBe('403 FORBIDDEN');
      const single = await platform.signUp();
      const answer = await teams.send(
        'accept',
        { token: await teams.invite(owner, single.email, 'finance') },
        single.token,
      );
      expect(outcomeOf(answer)).toBe('403 FORBIDDEN');
      expect(answer.body.message).toContain('two-factor');
    });

    it('is refused to staff, who decide about accounts', async () => {
      const person = await teams.person();
      const token = await teams.invite(owner, person.email, 'finance');
      await platform.sql(`UPDATE users SET staff_role = 'support' WHERE id = $1`, [person.id]);
      expect(outcomeOf(await teams.send('accept', { token }, person.token))).toBe('409 INVALID_STATE');
      expect(await membersOf(owner.token)).toHaveLength(1);
    });

    it('works once, and not after it was declined, revoked or replaced, or is seven days old', async () => {
      const refused = async (token: string, { token: by }: TestUser) =>
        expect(outcomeOf(await teams.send('accept', { token }, by))).toBe('400 VALIDATION_ERROR');
      const used = await teams.person();
      const token = await teams.invite(owner, used.email, 'finance');
      expect((await teams.send('accept', { token }, used.token)).status).toBe(200);
      await refused(token, used);

      const declines = await teams.person();
      const declined = await teams.invite(owner, declines.email, 'finance');
      expect((await teams.send('decline', { token: declined }, declines.token)).status).toBe(200);
      await refused(declined, declines);

      const revoked = await teams.person();
      const { body } = await invite(owner, revoked.email);
      const { invitation_id } = body as { invitation_id: string };
      expect((await teams.send('revoke-invitation', { invitation_id }, owner.token)).status).toBe(200);
      expect(outcomeOf(await teams.send('revoke-invitation', { invitation_id }, owner.token))).toBe(
        '404 NOT_FOUND',
      );
      await refused(teams.tokenOf(invitation_id), revoked);
      await refused('x'.repeat(43), revoked);

      const again = await teams.person();
      const first = await teams.invite(owner, again.email, 'finance');
      await platform.sql(`UPDATE team_invitations SET created_at = created_at - interval '25 hours'`);
      const second = await teams.invite(owner, again.email, 'support');
      await refused(first, again);
      await platform.sql('UPDATE team_invitations SET expires_at = $1', [platform.clock.now()]);
      await refused(second, again);
    });

    it('is listed while it is open', async () => {
      const [one, other] = [await platform.signUp(), await platform.signUp()];
      const { body } = await invite(owner, one.email);
      await invite(owner, other.email, 'support');
      const { invitation_id } = body as { invitation_id: string };
      await teams.send('revoke-invitation', { invitation_id }, owner.token);
      const listed = await teams.read('invitations', owner.token);
      expect(listed.body.data).toMatchObject([{ email: other.email, role: 'support', invited_by: owner.id }]);
    });

    it('is refused for the address of the account and for that of a member', async () => {
      const member = await teams.member(owner, 'support');
      expect(outcomeOf(await invite(owner, owner.email))).toBe('400 VALIDATION_ERROR');
      expect(outcomeOf(await invite(owner, member.email))).toBe('409 INVALID_STATE');
    });

    it('needs an approved business verification, a business, a session and the PIN', async () => {
      const [person, business] = [
        await platform.signUp(),
        await platform.signUp({ account_type: 'business' }),
      ];
      expect(outcomeOf(await invite(person, 'a@example.com'))).toBe('403 ACCOUNT_TYPE_FORBIDDEN');
      expect(outcomeOf(await invite(business, 'a@example.com'))).toBe('403 KYB_REQUIRED');
      const body = { email: 'a@example.com', role: 'finance', pin: '9999' };
      expect(outcomeOf(await teams.send('invite', body, owner.token))).toBe('403 INVALID_PIN');
      const byKey = await platform.post('business', 'team.php?action=invite', body, {
        key: owner.live.secret_key,
      });
      expect(outcomeOf(byKey)).toBe('403 SESSION_REQUIRED');
      expect(outcomeOf(await invite(owner, 'a@example.com', 'owner'))).toBe('400 VALIDATION_ERROR');
    });

    it('is refused after the verification of the business was revoked', async () => {
      const person = await teams.person();
      const token = await teams.invite(owner, person.email, 'finance');
      await platform.sql(`UPDATE users SET kyb_status = 'rejected' WHERE id = $1`, [owner.id]);
      expect(outcomeOf(await teams.send('accept', { token }, person.token))).toBe('403 KYB_REQUIRED');
    });
  });

  describe('the roles', () => {
    let admin: TestMember;
    let finance: TestMember;
    beforeEach(async () => {
      admin = await teams.member(owner, 'admin');
      finance = await teams.member(owner, 'finance');
    });

    it('are changed and removed by an admin, except those of admins', async () => {
      const second = await teams.member(owner, 'admin');
      expect(outcomeOf(await setRole(admin, finance, 'support'))).toBe('200 OK');
      expect(outcomeOf(await setRole(admin, finance, 'support'))).toBe('409 INVALID_STATE');
      expect(outcomeOf(await setRole(admin, finance, 'admin'))).toBe('403 FORBIDDEN');
      expect(outcomeOf(await setRole(admin, second, 'support'))).toBe('403 FORBIDDEN');
      expect(outcomeOf(await remove(admin, second))).toBe('403 FORBIDDEN');
      expect(outcomeOf(await invite(admin, 'x@example.com', 'admin'))).toBe('403 FORBIDDEN');
      expect(outcomeOf(await remove(admin, finance))).toBe('200 OK');
      expect(outcomeOf(await setRole(owner, second, 'support'))).toBe('200 OK');
      expect(outcomeOf(await remove(owner, second))).toBe('200 OK');
    });

    it('are not changed or removed by the member who has them', async () => {
      for (const answer of [await setRole(admin, admin, 'finance'), await remove(admin, admin)]) {
        expect(outcomeOf(answer)).toBe('403 FORBIDDEN');
        expect(answer.body.message).toContain('your own role');
      }
      expect(outcomeOf(await setRole(admin, owner, 'support'))).toBe('404 NOT_FOUND');
      expect(outcomeOf(await remove(admin, owner))).toBe('404 NOT_FOUND');
    });

    it('do not let an admin revoke the invitation of another admin', async () => {
      const { body } = await invite(owner, 'boss@example.com', 'admin');
      const answer = await teams.send(
        'revoke-invitation',
        { invitation_id: (body as { invitation_id: string }).invitation_id },
        admin.token,
      );
      expect(outcomeOf(answer)).toBe('403 FORBIDDEN');
    });

    it('count from the next request of the member on', async () => {
      expect(outcomeOf(await balance(finance.token))).toBe('200 OK');
      await setRole(owner, finance, 'support');
      expect(outcomeOf(await balance(finance.token))).toBe('403 FORBIDDEN');
      expect(outcomeOf(await teams.read('members', finance.token))).toBe('403 FORBIDDEN');
    });

    it('are those of one account only: members of another team are not found', async () => {
      const stranger = await platform.merchant();
      const other = await teams.member(stranger, 'support');
      expect(outcomeOf(await setRole(owner, other, 'finance'))).toBe('404 NOT_FOUND');
      expect(outcomeOf(await remove(admin, other))).toBe('404 NOT_FOUND');
      const switched = await platform.post(
        'business',
        'auth.php?action=switch-account',
        { account_id: stranger.id },
        { token: finance.ownToken },
      );
      expect(outcomeOf(switched)).toBe('404 NOT_FOUND');
    });
  });

  describe('a membership', () => {
    it('ends when the member leaves, from a session of either account', async () => {
      const [one, other] = [await teams.member(owner, 'finance'), await teams.member(owner, 'support')];
      expect(outcomeOf(await teams.send('leave', {}, one.token))).toBe('200 OK');
      expect(outcomeOf(await balance(one.token))).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await teams.send('leave', {}, other.ownToken))).toBe('400 VALIDATION_ERROR');
      const left = await teams.send('leave', { account_id: owner.id }, other.ownToken);
      expect(outcomeOf(left)).toBe('200 OK');
      const again = await teams.send('leave', { account_id: owner.id }, other.ownToken);
      expect(outcomeOf(again)).toBe('404 NOT_FOUND');
      expect(await membersOf(owner.token)).toHaveLength(1);
    });

    it('does not revive the sessions of an earlier one', async () => {
      const member = await teams.member(owner, 'finance');
      await remove(owner, member);
      await platform.sql(`UPDATE team_invitations SET created_at = created_at - interval '25 hours'`);
      await teams.join(owner, { ...member, token: member.ownToken }, 'finance');
      expect(outcomeOf(await balance(member.token))).toBe('401 UNAUTHENTICATED');
    });

    it('ends with the account of the member and with that of the owner', async () => {
      const member = await teams.member(owner, 'finance');
      const closing = { password: member.password };
      await platform.sql('DELETE FROM two_factors WHERE id = $1', [member.id]);
      const closed = await platform.post('business', 'settings.php?action=close-account', closing, {
        token: member.ownToken,
      });
      expect(outcomeOf(closed)).toBe('200 OK');
      expect(await membersOf(owner.token)).toHaveLength(1);
    });
  });
});
