import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TeamRole, UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { sameTeamRole } from '../team.errors';
import { TeamAuthorityService } from '../team-authority.service';
import { TeamMembersStore } from '../team-members.store';

/** Gives a member of the caller's account another role, which counts from the next request of the member on. */
export class SetMemberRole extends Command<void> {
  constructor(
    readonly caller: UserCaller,
    readonly memberId: string,
    readonly role: TeamRole,
  ) {
    super();
  }
}

@CommandHandler(SetMemberRole)
export class SetMemberRoleHandler implements ICommandHandler<SetMemberRole> {
  constructor(
    private readonly members: TeamMembersStore,
    private readonly authority: TeamAuthorityService,
  ) {}

  async execute({ caller, memberId, role }: SetMemberRole): Promise<void> {
    const member = await this.members.find(caller.accountId, memberId);
    if (!member) throw notFound('Member');
    await this.authority.require(caller, [member.role, role], memberId);
    if (member.role === role) throw sameTeamRole(role);
    this.members.setRole(member, role);
  }
}
