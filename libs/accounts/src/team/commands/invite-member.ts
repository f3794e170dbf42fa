import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import type { TeamRole, UserCaller } from '@app/http';
import { UserRepository } from '../../people/user.repository';
import { memberAlready, ownAddress, teamNeedsKyb } from '../team.errors';
import { TeamInvitationIssued } from '../team.events';
import { TeamAuthorityService } from '../team-authority.service';
import { type TeamInvitation, TeamInvitationsStore } from '../team-invitations.store';
import { TeamMembersStore } from '../team-members.store';

/**
 * Mails an invitation to the team of the caller's account. Whether the address has an account is not looked up, so that the
 * answer does not reveal it.
 */
export class InviteMember extends Command<TeamInvitation> {
  constructor(
    readonly caller: UserCaller,
    readonly email: string,
    readonly role: TeamRole,
  ) {
    super();
  }
}

@CommandHandler(InviteMember)
export class InviteMemberHandler implements ICommandHandler<InviteMember> {
  constructor(
    private readonly users: UserRepository,
    private readonly members: TeamMembersStore,
    private readonly invitations: TeamInvitationsStore,
    private readonly authority: TeamAuthorityService,
    private readonly eventBus: EventBus,
  ) {}

  async execute({ caller, email, role }: InviteMember): Promise<TeamInvitation> {
    const { accountId, userId } = caller;
    const account = await this.users.findOneBy({ id: accountId });
    if (account?.kybStatus !== 'approved') throw teamNeedsKyb();
    await this.authority.require(caller, [role]);
    if (account.email === email) throw ownAddress();
    if (await this.members.hasAddress(accountId, email)) throw memberAlready();
    await this.invitations.requireRoom(accountId, email);
    const invitation = this.invitations.issue(accountId, email, role, userId);
    const { id, expiresAt } = invitation;
    this.eventBus.publish(
      new TeamInvitationIssued(id, accountId, 'live', {
        invitationId: id,
        accountId,
        email,
        role,
        expiresAt: expiresAt.toISOString(),
      }),
    );
    return invitation;
  }
}
