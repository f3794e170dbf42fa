import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { AccountActivityStore, type ActivityActor } from '../account-activity.store';
import { TeamMembersStore } from '../team-members.store';

/** Ends the caller's own membership in a team. */
export class LeaveTeam extends Command<void> {
  constructor(
    readonly caller: UserCaller,
    readonly accountId: string,
    readonly from: Pick<ActivityActor, 'address' | 'requestId'>,
  ) {
    super();
  }
}

@CommandHandler(LeaveTeam)
export class LeaveTeamHandler implements ICommandHandler<LeaveTeam> {
  constructor(
    private readonly members: TeamMembersStore,
    private readonly activity: AccountActivityStore,
  ) {}

  async execute({ caller, accountId, from }: LeaveTeam): Promise<void> {
    const { userId } = caller;
    const member = await this.members.find(accountId, userId);
    if (!member) throw notFound('Membership');
    this.members.remove(member);
    // The request of a session that acts for the account has its entry already.
    if (caller.accountId !== accountId)
      this.activity.stage(accountId, { userId, role: member.role, ...from }, 'team.php/leave', userId);
  }
}
