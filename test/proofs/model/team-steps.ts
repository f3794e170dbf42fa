import { TEAM_ROLES } from '@app/http';
import * as fc from 'fast-check';
import { ROLES_OF_CAPABILITY } from '../../support/team-access';
import { Teams } from '../../support/teams';
import { meets, refused } from './ask';
import type { Service } from './service';
import { accountAt, minor, nat, Step } from './step';
import { transfer } from './wallet-requests';
import type { World } from './world';

const role = fc.constantFrom(...TEAM_ROLES);

/**
 * A person joins the team of a business and sends its money as far as the role allows, gets another role, and is removed.
 * What they send moves the balances of the business as if its owner had sent it.
 */
export const membersActed = fc.record({ owner: nat, to: nat, minor, role, next: role }).map(
  (request) =>
    new Step('Act', request, async (world, service) => {
      const owner = accountAt(world, request.owner);
      const teams = new Teams(service.platform);
      const { headers } = await service.signedInAs(owner);
      const token = headers!.authorization!.replace('Bearer ', '');
      const business = { id: service.ids[owner]!, pin: service.people[owner]!.pin, token };
      // Invitations of a day are limited, and few days pass here.
      await service.platform.sql('DELETE FROM team_invitations WHERE account_id = $1', [business.id]);
      const member = await teams.member(business, request.role);
      await act(world, service, { ...request, owner, token: member.token });
      if (request.next !== request.role) {
        const changed = { user_id: member.id, role: request.next, pin: business.pin };
        expect((await teams.send('set-role', changed, token)).status).toBe(200);
        await act(world, service, { ...request, owner, role: request.next, token: member.token });
      }
      const removed = await teams.send('remove', { user_id: member.id, pin: business.pin }, token);
      expect(removed.status).toBe(200);
      const late = await send(world, service, { ...request, owner, token: member.token });
      meets(late.reply, refused(401, 'UNAUTHENTICATED'));
    }),
);

interface Acting {
  owner: number;
  to: number;
  minor: bigint;
  token: string;
}

/** Compares the answer with the model's, which moves the books where the role may send money. */
async function act(
  world: World,
  service: Service,
  acting: Acting & { role: (typeof TEAM_ROLES)[number] },
): Promise<void> {
  const { made, reply } = await send(world, service, acting);
  if (!ROLES_OF_CAPABILITY['money:send'].includes(acting.role)) {
    meets(reply, refused(403, 'FORBIDDEN'));
    return;
  }
  const expected = made.decide();
  meets(reply, expected);
  expected.learn?.(reply);
}

async function send(world: World, service: Service, { owner, to, minor: amount, token }: Acting) {
  const made = transfer(world, {
    ...({ by: 'usertag', currency: null, note: null } as const),
    from: owner,
    to: accountAt(world, to),
    amount: { minor: amount },
  });
  const body = { ...made.call.body, pin: service.people[owner]!.pin };
  const headers = { authorization: `Bearer ${token}` };
  const reply = await service.call({ ...made.call, body, method: 'POST', headers });
  return { made, reply };
}
