import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { TeamAuthorityService } from '../team-authority.service';
import { TeamInvitationsStore } from '../team-invitations.store';

/** Ends an open invitation to the team of the caller's account. */
export class RevokeInvitation extends Command<void> {
  constructor(
    readonly caller: UserCaller,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeInvitation)
export class RevokeInvitationHandler implements ICommandHandler<RevokeInvitation> {
  constructor(
    private readonly invitations: TeamInvitationsStore,
    private readonly authority: TeamAuthorityService,
  ) {}

  async execute({ caller, id }: RevokeInvitation): Promise<void> {
    const invitation = await this.invitations.open(caller.accountId, id);
    if (!invitation) throw notFound('Invitation');
    await this.authority.require(caller, [invitation.role]);
    this.invitations.end(invitation, 'revoked');
  }
}
