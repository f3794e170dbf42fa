import { randomUUID } from 'node:crypto';
import { type Capability, TEAM_ROLES, type TeamRole } from '@app/http';
import { ActionRegistry, type Route } from '../../../libs/http/src/wire/action-registry';
import { publicPath } from '../../../libs/http/src/wire/wire-path';
import { type HttpAnswer, httpClient, outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { ACTIONS_OF_CAPABILITY, ROLES_OF_CAPABILITY } from '../../support/team-access';
import { Teams, type TestMember } from '../../support/teams';

const HOSTS = ['business', 'sandbox', 'checkout', 'app'] as const;
type Host = (typeof HOSTS)[number];

const WRITTEN = new Map(
  Object.entries(ACTIONS_OF_CAPABILITY).flatMap(([capability, actions]) =>
    actions.map((action) => [action, capability as Capability] as const),
  ),
);
/** Bodies with which an action that needs no field does nothing. */
const BODIES: Readonly<Record<string, object>> = { 'POST team.php/leave': { account_id: randomUUID() } };
const nameOf = ({ method, path }: Route) => `${method} ${path.replace('/api/', '')}`;

describe('The access of members', () => {
  let platform: Platform;
  let owner: TestMerchant;
  let members: Record<TeamRole, TestMember>;

  beforeAll(async () => {
    platform = await startPlatform({ apps: HOSTS, env: { RATE_LIMITS: 'false' } });
    owner = await platform.merchant();
    const teams = new Teams(platform);
    const entries: [TeamRole, TestMember][] = [];
    for (const role of TEAM_ROLES) entries.push([role, await teams.member(owner, role)]);
    members = Object.fromEntries(entries) as typeof members;
    await platform.sessionChangesProcessed();
  });
  afterAll(() => platform?.stop());

  const routesOf = (host: Host): Route[] =>
    platform.inside(host, ActionRegistry).routes.filter(({ policy }) => !policy.unserved);

  /** Refused by what a role may do, whatever the request is about. */
  const isRefusal = (answer: HttpAnswer) =>
    outcomeOf(answer) === '403 FORBIDDEN' &&
    /Members of a team|The role|acts for the account/.test(answer.text);

  it('is written down for every action that names a capability', () => {
    const declared = new Map(
      HOSTS.flatMap(routesOf).flatMap((route) =>
        route.policy.team ? [[nameOf(route), route.policy.team] as const] : [],
      ),
    );
    expect(Object.fromEntries([...declared].sort())).toEqual(Object.fromEntries([...WRITTEN].sort()));
  });

  it.each(HOSTS)('is that of the written table on the %s host, for every role and action', async (host) => {
    const routes = routesOf(host).filter(({ policy }) => policy.credentials.includes('session'));
    const faults: string[] = [];
    let open = 0;
    for (const role of TEAM_ROLES)
      await Promise.all(
        routes.map(async (route) => {
          const capability = WRITTEN.get(nameOf(route));
          const isHost = host === 'business' || host === 'sandbox';
          const allowed =
            isHost && capability !== undefined && ROLES_OF_CAPABILITY[capability].includes(role);
          const url = `${platform.urls[host]}${publicPath(route.path)}`;
          const body = route.method === 'GET' ? undefined : (BODIES[nameOf(route)] ?? {});
          const answer = await httpClient(route.method, url, body, { token: members[role].token });
          if (allowed) open += 1;
          if (isRefusal(answer) === allowed)
            faults.push(
              `${role} ${nameOf(route)}: ${outcomeOf(answer)}, expected ${allowed ? 'access' : 'a refusal'}`,
            );
        }),
      );
    expect(faults).toEqual([]);
    expect(routes.length).toBeGreaterThan(5);
    expect(open > 0).toBe(host === 'business' || host === 'sandbox');
  });

  it('is refused on actions of staff and of keys as that of other people', async () => {
    const routes = routesOf('business').filter(
      ({ policy: { credentials } }) => credentials.length > 0 && !credentials.includes('session'),
    );
    const { token } = members.admin;
    const outcomes = await Promise.all(
      routes.map(async ({ method, path }) => {
        const url = `${platform.urls.business}${publicPath(path)}`;
        return outcomeOf(await httpClient(method, url, method === 'GET' ? undefined : {}, { token }));
      }),
    );
    const refusals = ['401 UNAUTHENTICATED', '403 FORBIDDEN'];
    expect(outcomes.filter((outcome) => !refusals.includes(outcome))).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(40);
  });
});
