import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { memberWithoutSecondFactor, type UserCaller } from '@app/http';
import { UserRepository } from '../../people/user.repository';
import { AccountActivityStore, type ActivityActor } from '../account-activity.store';
import {
  invalidTeamInvitation,
  memberAlready,
  otherAddress,
  ownAddress,
  staffInTeam,
  teamNeedsKyb,
} from '../team.errors';
import { TeamMemberJoined } from '../team.events';
import { TeamInvitationsStore } from '../team-invitations.store';
import { type Membership, TeamMembersStore } from '../team-members.store';

/** Makes the person with the invited address a member of the team, with the role of the invitation. */
export class AcceptInvitation extends Command<Membership> {
  constructor(
    readonly caller: UserCaller,
    readonly token: string,
    readonly from: Pick<ActivityActor, 'address' | 'requestId'>,
  ) {
    super();
  }
}

@CommandHandler(AcceptInvitation)
export class AcceptInvitationHandler implements ICommandHandler<AcceptInvitation> {
  constructor(
    private readonly users: UserRepository,
    private readonly members: TeamMembersStore,
    private readonly invitations: TeamInvitationsStore,
    private readonly activity: AccountActivityStore,
    private readonly eventBus: EventBus,
  ) {}

  async execute({ caller, token, from }: AcceptInvitation): Promise<Membership> {
    const invitation = await this.invitations.openedBy(token);
    if (!invitation) throw invalidTeamInvitation();
    const { accountId, role, email, invitedBy } = invitation;
    const { userId, twoFactorEnabled } = caller;
    const [user, account] = await Promise.all([
      this.users.findOneBy({ id: userId }),
      this.users.findOneBy({ id: accountId }),
    ]);
    if (user?.email !== email || !user.emailVerifiedAt) throw otherAddress();
    if (userId === accountId) throw ownAddress();
    if (!account || account.frozenAt) throw invalidTeamInvitation();
    if (account.kybStatus !== 'approved') throw teamNeedsKyb();
    if (!twoFactorEnabled) throw memberWithoutSecondFactor();
    // They decide about accounts, of whose teams they must not be.
    if (user.staffRole) throw staffInTeam();
    if (await this.members.find(accountId, userId)) throw memberAlready();
    const membership = { accountId, userId, role };
    await this.members.requireRoom(membership);
    // The account is not frozen or closed, and the person keeps the address, until this commits.
    this.users.hold(account);
    this.users.hold(user);
    this.invitations.end(invitation, 'accepted');
    this.members.add(membership, invitedBy);
    this.activity.stage(accountId, { userId, role, ...from }, 'team.php/accept', userId);
    this.eventBus.publish(new TeamMemberJoined(userId, accountId, 'live', membership));
    return membership;
  }
}
