import type { TeamRole } from '@app/http';
import { DomainEvent } from '@app/kernel';

/** An invitation to a team is to be mailed. Its token is derived from `invitationId` and stands in no event. */
export class TeamInvitationIssued extends DomainEvent<{
  invitationId: string;
  accountId: string;
  email: string;
  role: TeamRole;
  expiresAt: string;
}> {
  static override readonly type = 'team.invitation-issued';
}

/** A person accepted an invitation and acts for the account from now on. */
export class TeamMemberJoined extends DomainEvent<{ accountId: string; userId: string; role: TeamRole }> {
  static override readonly type = 'team.member-joined';
}
