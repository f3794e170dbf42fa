import type { TeamRole } from '@app/http';
import type { OwnAccount, TeamMember } from './team.queries';
import type { TeamInvitation } from './team-invitations.store';

export interface AccountView {
  account_id: string;
  name: string;
  usertag: string;
  account_type: 'personal' | 'business';
  role: TeamRole | 'owner';
  /** Whether this session acts for it. */
  current: boolean;
}

export const accountView = (account: OwnAccount, currentId: string): AccountView => ({
  account_id: account.accountId,
  name: account.name,
  usertag: account.usertag,
  account_type: account.accountType,
  role: account.role,
  current: account.accountId === currentId,
});

export interface MemberView {
  user_id: string;
  email: string;
  name: string;
  role: TeamRole | 'owner';
  /** Members without one cannot act for the account. */
  two_factor: boolean;
  /** Null for the owner. */
  joined_at: Date | null;
}

export const memberView = (member: TeamMember): MemberView => ({
  user_id: member.userId,
  email: member.email,
  name: `${member.firstName} ${member.lastName}`,
  role: member.role,
  two_factor: member.twoFactor,
  joined_at: member.joinedAt,
});

export interface InvitationView {
  invitation_id: string;
  email: string;
  role: TeamRole;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

export const invitationView = (invitation: TeamInvitation): InvitationView => ({
  invitation_id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
});
