import { TeamInvitationIssued, TeamMemberJoined } from '@app/accounts';
import { businessName, owner } from './addressees.queries';
import { template } from './notification-template';

export const TEAM_TEMPLATES = [
  // To people with and without an account alike.
  template(TeamInvitationIssued, {
    type: 'team.invitation',
    addressees: ({ data: { email, accountId } }) => [{ email, account: accountId }],
    facts: async ({ data: { invitationId, accountId, role } }, tx) => ({
      invitation_id: invitationId,
      business: await businessName(accountId, tx),
      role,
    }),
    inbox: false,
    mail: 'essential',
    toUnverified: true,
    action: 'team-invitation',
    expiresAt: ({ data }) => data.expiresAt,
  }),
  template(TeamMemberJoined, {
    type: 'team.member-joined',
    addressees: owner,
    facts: ({ data: { userId, role } }) => ({ user_id: userId, role }),
    inbox: true,
    mail: 'essential',
  }),
];
