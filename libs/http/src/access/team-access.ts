import type { Config, HostName } from '@app/config';
import type { DomainError } from '@app/kernel';
import { actingSessionOnHost, memberWithoutSecondFactor, ownersAlone, roleForbids } from './access.errors';
import type { Caller, UserCaller } from './caller';
import type { Policy } from './policy';
import { type Capability, hasCapability } from './team-roles';

/** Hosts on which members act for the account of a business. */
const HOSTS: ReadonlySet<HostName> = new Set(['business', 'sandbox']);

/** The error for a session that acts for the account of a business; null where its role allows the action. */
export function memberFaultOf(
  { teamRole, twoFactorEnabled }: UserCaller,
  { team }: Pick<Policy, 'team'>,
  host: HostName,
  { urls }: Pick<Config, 'urls'>,
): DomainError | null {
  if (!teamRole) return null;
  if (!HOSTS.has(host)) return actingSessionOnHost(urls);
  if (!team) return ownersAlone();
  if (!hasCapability(teamRole, team)) return roleForbids(teamRole);
  return twoFactorEnabled ? null : memberWithoutSecondFactor();
}

/** Throws FORBIDDEN where the caller is a member whose role lacks the capability: for actions that need one more than their policy says. */
export function assertCapability(caller: Caller, capability: Capability): void {
  if (caller.kind === 'user' && caller.teamRole && !hasCapability(caller.teamRole, capability))
    throw roleForbids(caller.teamRole);
}
