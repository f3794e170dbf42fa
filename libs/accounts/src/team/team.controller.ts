import { Body, Query, Req } from '@nestjs/common';
import {
  By,
  ClientAddress,
  Context,
  GetAction,
  PostAction,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { AccountActivityStore } from './account-activity.store';
import { AcceptInvitation } from './commands/accept-invitation';
import { DeclineInvitation } from './commands/decline-invitation';
import { InviteMember } from './commands/invite-member';
import { LeaveTeam } from './commands/leave-team';
import { RemoveMember } from './commands/remove-member';
import { RevokeInvitation } from './commands/revoke-invitation';
import { SetMemberRole } from './commands/set-member-role';
import {
  ActivityQuery,
  InviteMemberDto,
  LeaveTeamDto,
  RemoveMemberDto,
  RevokeInvitationDto,
  SetMemberRoleDto,
  TeamInvitationDto,
} from './team.dto';
import { accountToLeave } from './team.errors';
import { TeamInvitationsStore } from './team-invitations.store';
import { TeamQueries } from './team.queries';
import { invitationView, memberView } from './team.view';

const MANAGES = { credentials: ['session'], accountType: 'business', team: 'team' } as const;
const DECIDES = { ...MANAGES, pin: true, sendsMoney: false, idempotent: true } as const;
/** In a session of the person's own account. */
const INVITED = { credentials: ['session'], idempotent: true, rate: 'login' } as const;

/** `team.php`: the members of the account of a business. */
@WireController('team.php')
export class TeamController {
  constructor(
    private readonly commands: Commands,
    private readonly teams: TeamQueries,
    private readonly invitations: TeamInvitationsStore,
    private readonly activities: AccountActivityStore,
  ) {}

  @PostAction('invite', {
    ...DECIDES,
    summary: 'Mail an invitation to the team, which is open for seven days',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED'],
  })
  invite(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: InviteMemberDto) {
    const command = new InviteMember(caller, body.email, body.role);
    return this.commands.answer(context, command, (invitation) => invitationView(invitation));
  }

  @GetAction('invitations', { ...MANAGES, summary: 'Open invitations, the newest first' })
  async listInvitations(@By() { accountId }: UserCaller) {
    return (await this.invitations.openOf(accountId)).map(invitationView);
  }

  @PostAction('revoke-invitation', {
    ...MANAGES,
    summary: 'End an open invitation',
    idempotent: true,
    refusals: ['NOT_FOUND'],
  })
  revoke(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: RevokeInvitationDto) {
    const command = new RevokeInvitation(caller, body.invitation_id.toLowerCase());
    return this.commands.answer(context, command, () => ({ message: 'Invitation revoked.' }));
  }

  @GetAction('members', { ...MANAGES, summary: 'The owner and the members' })
  async members(@By() { accountId }: UserCaller) {
    return (await this.teams.membersOf(accountId)).map(memberView);
  }

  @PostAction('set-role', {
    ...DECIDES,
    summary: 'Give a member another role',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  setRole(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: SetMemberRoleDto) {
    const { user_id, role } = body;
    return this.commands.answer(context, new SetMemberRole(caller, user_id.toLowerCase(), role), () => ({
      user_id,
      role,
    }));
  }

  @PostAction('remove', {
    ...DECIDES,
    summary: 'Remove a member, whose sessions in the account end',
    refusals: ['NOT_FOUND'],
  })
  remove(@By() caller: UserCaller, @Context() context: RequestContext, @Body() { user_id }: RemoveMemberDto) {
    return this.commands.answer(context, new RemoveMember(caller, user_id.toLowerCase()), () => ({
      message: 'Member removed.',
      user_id,
    }));
  }

  @PostAction('leave', {
    summary: 'End your own membership in a team',
    credentials: ['session'],
    team: 'self',
    idempotent: true,
    refusals: ['NOT_FOUND'],
  })
  leave(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { account_id }: LeaveTeamDto,
    @ClientAddress() address: string,
    @Req() { id: requestId }: WireRequest,
  ) {
    const accountId = account_id?.toLowerCase() ?? caller.accountId;
    if (accountId === caller.userId) throw accountToLeave();
    const command = new LeaveTeam(caller, accountId, { address, requestId });
    return this.commands.answer(context, command, () => ({ message: 'You have left the team.' }));
  }

  @GetAction('activity', {
    ...MANAGES,
    team: 'activity',
    summary: 'What members did in the account, and its owner with team and apps, newest first',
  })
  activity(@By() { accountId }: UserCaller, @Query() query: ActivityQuery) {
    return this.activities.list(accountId, query.user_id ?? null, query);
  }

  @PostAction('accept', {
    ...INVITED,
    summary: 'Become a member of the team, as the person with the invited address',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED'],
  })
  accept(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { token }: TeamInvitationDto,
    @ClientAddress() address: string,
    @Req() { id: requestId }: WireRequest,
  ) {
    const command = new AcceptInvitation(caller, token, { address, requestId });
    return this.commands.answer(context, command, ({ accountId, role }) => ({
      message: 'You are a member now. Switch to the account with auth.php?action=switch-account.',
      account_id: accountId,
      role,
    }));
  }

  @PostAction('decline', { ...INVITED, summary: 'Decline an invitation to a team' })
  decline(
    @By() { userId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { token }: TeamInvitationDto,
  ) {
    const command = new DeclineInvitation(userId, token);
    return this.commands.answer(context, command, () => ({ message: 'Invitation declined.' }));
  }
}
