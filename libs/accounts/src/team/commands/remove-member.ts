import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { TeamAuthorityService } from '../team-authority.service';
import { TeamMembersStore } from '../team-members.store';

/** Removes a member from the team of the caller's account; the sessions in which the member acts for it end. */
export class RemoveMember extends Command<void> {
  constructor(
    readonly caller: UserCaller,
    readonly memberId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveMember)
export class RemoveMemberHandler implements ICommandHandler<RemoveMember> {
  constructor(
    private readonly members: TeamMembersStore,
    private readonly authority: TeamAuthorityService,
  ) {}

  async execute({ caller, memberId }: RemoveMember): Promise<void> {
    const member = await this.members.find(caller.accountId, memberId);
    if (!member) throw notFound('Member');
    await this.authority.require(caller, [member.role], memberId);
    this.members.remove(member);
  }
}
