import { randomUUID } from 'node:crypto';
import type { TestMerchant } from '../../../support/people';
import { Teams, type TestPerson } from '../../../support/teams';
import { type Case, type Cases, pairOf } from './case';
import type { Cast } from './cast';

/** Members of teams and invitations to them. Each trial has a business of its own, because mails a day are limited. */
export function teamCases(cast: Cast): Cases {
  const { platform } = cast;
  const teams = new Teams(platform);
  const addressed = () => `member-${randomUUID()}@example.com`;

  /** A new member of the team, who has not switched to its account. */
  const member = async (owner: TestMerchant) => {
    const person = await teams.person();
    await teams.join(owner, person, 'support');
    return person;
  };
  /** An action of the owner. It may name one of two objects, which are made in the team. */
  const byOwner = (
    action: string,
    bodies: (owner: TestMerchant, twoBodies: boolean) => Promise<[object, object]>,
  ): Case => ({
    path: `team.php?action=${action}`,
    prepare: async (_, twoBodies) => {
      const owner = await platform.merchant();
      const [body, otherBody] = await bodies(owner, twoBodies);
      return {
        body: { ...body },
        otherBody: { ...otherBody },
        credential: cast.continuing(owner),
        effects: () => done(cast, action, 'account_id', owner.id),
      };
    },
  });
  /** An action of a person on one of two teams. */
  const byPerson = (
    action: string,
    open: (person: TestPerson) => Promise<Record<string, unknown>>,
    effects: (person: TestPerson) => Promise<number>,
  ): Case => ({
    path: `team.php?action=${action}`,
    prepare: async (_, twoBodies) => {
      const person = await teams.person();
      const [body, otherBody] = await pairOf(twoBodies, () => open(person));
      return { body, otherBody, credential: cast.continuing(person), effects: () => effects(person) };
    },
  });
  const invited = async ({ email }: TestPerson) => ({
    token: await teams.invite(await platform.merchant(), email, 'support'),
  });

  return {
    '/api/team.php/invite': byOwner('invite', ({ pin }) => {
      const one = { email: addressed(), role: 'support', pin };
      return Promise.resolve([one, { ...one, email: addressed() }]);
    }),

    '/api/team.php/revoke-invitation': byOwner('revoke-invitation', (owner, twoBodies) =>
      pairOf(twoBodies, async () => {
        const invitation = { email: addressed(), role: 'support', pin: owner.pin };
        const { body } = await teams.send('invite', invitation, owner.token);
        return { invitation_id: body.invitation_id as string };
      }),
    ),

    '/api/team.php/set-role': byOwner('set-role', async (owner) => {
      const one = { user_id: (await member(owner)).id, role: 'finance', pin: owner.pin };
      return [one, { ...one, role: 'developer' }];
    }),

    '/api/team.php/remove': byOwner('remove', (owner, twoBodies) =>
      pairOf(twoBodies, async () => ({ user_id: (await member(owner)).id, pin: owner.pin })),
    ),

    '/api/team.php/leave': byPerson(
      'leave',
      async (person) => {
        const owner = await platform.merchant();
        await teams.join(owner, person, 'support');
        return { account_id: owner.id };
      },
      ({ id }) => done(cast, 'leave', 'user_id', id),
    ),

    '/api/team.php/accept': byPerson('accept', invited, ({ id }) => done(cast, 'accept', 'user_id', id)),

    '/api/team.php/decline': byPerson('decline', invited, ({ email }) =>
      cast.count(`team_invitations WHERE email = $1 AND end_reason = 'declined'`, email),
    ),
  };
}

/** Counts what was done in an account or by a person, which is recorded with the change itself. */
function done(cast: Cast, action: string, by: 'account_id' | 'user_id', id: string): Promise<number> {
  const entries = `account_activity WHERE action = $1 AND ${by} = $2 AND outcome = 'done'`;
  return cast.count(entries, `team.php/${action}`, id);
}
