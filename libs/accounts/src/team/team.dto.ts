import { Code, Email, OneOf, PagedQuery, Pin, TEAM_ROLES, type TeamRole, Uuid } from '@app/http';

const Role = () => OneOf(TEAM_ROLES);

export class InviteMemberDto {
  @Email() email: string;
  @Role() role: TeamRole;
  @Pin() pin?: string;
}

export class RevokeInvitationDto {
  @Uuid() invitation_id: string;
}

export class SetMemberRoleDto {
  @Uuid({ description: 'Of a member' }) user_id: string;
  @Role() role: TeamRole;
  @Pin() pin?: string;
}

export class RemoveMemberDto {
  @Uuid({ description: 'Of a member' }) user_id: string;
  @Pin() pin?: string;
}

export class LeaveTeamDto {
  @Uuid({ optional: true, description: 'The account that the session acts for, unless given' })
  account_id?: string;
}

export class TeamInvitationDto {
  @Code({ max: 100, description: 'From the mail' }) token: string;
}

export class ActivityQuery extends PagedQuery {
  @Uuid({ optional: true, description: 'Only what this person did' }) user_id?: string;
}

export class SwitchAccountDto {
  @Uuid({ description: 'One of auth.php?action=accounts' }) account_id: string;
}
