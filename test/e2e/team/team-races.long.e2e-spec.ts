import { outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Teams } from '../../support/teams';

const ROUNDS = 8;

/** Everything here happens on two business-apis over one database, at once. */
describe('A team that is changed at once', () => {
  let platform: Platform;
  let teams: Teams;
  let hosts: string[];
  let owner: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({
      apps: ['business'],
      secondBusiness: true,
      env: { RATE_LIMITS: 'false' },
    });
    teams = new Teams(platform);
    hosts = [platform.urls.business, await platform.secondBusinessUrl()];
  });
  beforeEach(async () => (owner = await platform.merchant()));
  afterAll(() => platform?.stop());

  const hostOf = (i: number) => hosts[i % hosts.length]!;
  const counted = (outcomes: string[]) =>
    Object.fromEntries(
      [...new Set(outcomes)].sort().map((one) => [one, outcomes.filter((o) => o === one).length]),
    );
  const membersOf = (accountId: string) =>
    platform.sql<{ user_id: string }>('SELECT user_id FROM team_members WHERE account_id = $1', [accountId]);
  const accept = (token: string, person: TestUser, i = 0) =>
    teams.send('accept', { token }, person.token, hostOf(i));
  const invite = (email: string, i = 0) =>
    teams.send('invite', { email, role: 'finance', pin: owner.pin }, owner.token, hostOf(i));
  const remove = (person: TestUser, i = 0) =>
    teams.send('remove', { user_id: person.id, pin: owner.pin }, owner.token, hostOf(i));
  const switched = (person: TestUser, i = 0) =>
    platform.post(
      hostOf(i),
      'auth.php?action=switch-account',
      { account_id: owner.id },
      { token: person.token },
    );

  it('mails one invitation to an address, and ten in a day', async () => {
    const same = await Promise.all(Array.from({ length: 6 }, (_, i) => invite('one@example.com', i)));
    expect(counted(same.map(outcomeOf))).toEqual({ '200 OK': 1, '400 LIMIT_REACHED': 5 });
    const others = await Promise.all(Array.from({ length: 14 }, (_, i) => invite(`${i}@example.com`, i)));
    expect(counted(others.map(outcomeOf))).toEqual({ '200 OK': 9, '400 LIMIT_REACHED': 5 });
    const [row] = await platform.sql<{ open: number }>(
      'SELECT count(*)::int AS open FROM team_invitations WHERE account_id = $1 AND ended_at IS NULL',
      [owner.id],
    );
    expect(row!.open).toBe(10);
  });

  it('has at most twenty open invitations', async () => {
    for (let i = 0; i < 19; i++)
      await platform.sql(
        `INSERT INTO team_invitations (id, account_id, email, role, token_hash, invited_by, created_at, expires_at)
         VALUES (gen_random_uuid(), $1, $2::text, 'support', sha256($2::text::bytea), $1, now() - interval '2 days', now() + interval '5 days')`,
        [owner.id, `${owner.id}-${i}@example.com`],
      );
    const sent = await Promise.all(Array.from({ length: 4 }, (_, i) => invite(`new-${i}@example.com`, i)));
    expect(counted(sent.map(outcomeOf))).toEqual({ '200 OK': 1, '400 LIMIT_REACHED': 3 });
  });

  it('takes an invitation once', async () => {
    const person = await teams.person();
    const token = await teams.invite(owner, person.email, 'finance');
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => accept(token, person, i)));
    expect(answers.map(outcomeOf).filter((outcome) => outcome === '200 OK')).toHaveLength(1);
    expect(await membersOf(owner.id)).toEqual([{ user_id: person.id }]);
  });

  it('has at most fifty members, and a person twenty teams', async () => {
    await platform.sql(
      `INSERT INTO team_members (account_id, user_id, role, invited_by, joined_at)
       SELECT $1, gen_random_uuid(), 'support', $1, now() FROM generate_series(1, 48)`,
      [owner.id],
    );
    const people = await Promise.all(Array.from({ length: 4 }, () => teams.person()));
    const tokens: string[] = [];
    for (const { email } of people) tokens.push(await teams.invite(owner, email, 'finance'));
    const joined = await Promise.all(people.map((person, i) => accept(tokens[i]!, person, i)));
    expect(counted(joined.map(outcomeOf))).toEqual({ '200 OK': 2, '400 LIMIT_REACHED': 2 });

    const person = await teams.person();
    await platform.sql(
      `INSERT INTO team_members (account_id, user_id, role, invited_by, joined_at)
       SELECT gen_random_uuid(), $1, 'support', $1, now() FROM generate_series(1, 19)`,
      [person.id],
    );
    const businesses = await Promise.all([platform.merchant(), platform.merchant(), platform.merchant()]);
    const offers = await Promise.all(businesses.map((one) => teams.invite(one, person.email, 'support')));
    const taken = await Promise.all(offers.map((token, i) => accept(token, person, i)));
    expect(counted(taken.map(outcomeOf))).toEqual({ '200 OK': 1, '400 LIMIT_REACHED': 2 });
  });

  it('takes an invitation or revokes it, and never both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const business = await platform.merchant();
      const person = await teams.person();
      const sent = await teams.send(
        'invite',
        { email: person.email, role: 'finance', pin: business.pin },
        business.token,
      );
      const { invitation_id } = sent.body as { invitation_id: string };
      const [accepted, revoked] = await Promise.all([
        accept(teams.tokenOf(invitation_id), person, round),
        teams.send('revoke-invitation', { invitation_id }, business.token, hostOf(round + 1)),
      ]);
      const outcomes = [outcomeOf(accepted), outcomeOf(revoked)];
      expect([
        ['200 OK', '404 NOT_FOUND'],
        ['400 VALIDATION_ERROR', '200 OK'],
      ]).toContainEqual(outcomes);
      expect(await membersOf(business.id)).toHaveLength(accepted.status === 200 ? 1 : 0);
    }
  });

  it('leaves no session to a member who switches while being removed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const person = await teams.person();
      const business = await platform.merchant();
      owner = business;
      await teams.join(business, person, 'finance');
      expect(outcomeOf(await switched(person))).toBe('200 OK');
      const [removed, ...tries] = await Promise.all([
        remove(person, round),
        ...Array.from({ length: 3 }, (_, i) => switched(person, i)),
      ]);
      expect(outcomeOf(removed)).toBe('200 OK');
      for (const answer of tries) expect(['200 OK', '404 NOT_FOUND']).toContain(outcomeOf(answer));
      const left = await platform.sql('SELECT 1 FROM sessions WHERE account_id = $1 AND ended_at IS NULL', [
        business.id,
      ]);
      expect(left).toEqual([]);
    }
  });

  it('has a member or none after invite, accept, change of role, remove and leave at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      owner = await platform.merchant();
      const person = await teams.person();
      const token = await teams.invite(owner, person.email, 'finance');
      const answers = await Promise.all([
        accept(token, person, 0),
        invite(person.email, 1),
        remove(person, 0),
        teams.send(
          'set-role',
          { user_id: person.id, role: 'support', pin: owner.pin },
          owner.token,
          hostOf(1),
        ),
        teams.send('leave', { account_id: owner.id }, person.token, hostOf(0)),
        accept(token, person, 1),
      ]);
      for (const { status } of answers) expect(status).toBeLessThan(500);
      const [members, [open]] = [
        await membersOf(owner.id),
        await platform.sql<{ open: number }>(
          'SELECT count(*)::int AS open FROM team_invitations WHERE account_id = $1 AND ended_at IS NULL',
          [owner.id],
        ),
      ];
      const joined = answers[0]!.status === 200 || answers[5]!.status === 200;
      const left = answers[2]!.status === 200 || answers[4]!.status === 200;
      expect(members.length).toBe(joined && !left ? 1 : 0);
      expect(open!.open).toBe(joined ? 0 : 1);
    }
  });

  it('has no member of an account that is closed while an invitation is accepted', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const business = await platform.signUp({ account_type: 'business' });
      await platform.sql(`UPDATE users SET kyb_status = 'approved' WHERE id = $1`, [business.id]);
      const person = await teams.person();
      const token = await teams.invite(business, person.email, 'finance');
      const [accepted, closed] = await Promise.all([
        accept(token, person, round),
        platform.post(
          hostOf(round + 1),
          'settings.php?action=close-account',
          { password: business.password },
          { token: business.token },
        ),
      ]);
      expect(['200 OK', '400 VALIDATION_ERROR']).toContain(outcomeOf(accepted));
      expect(outcomeOf(closed)).toBe('200 OK');
      expect(await membersOf(business.id)).toEqual([]);
    }
  });
});
