import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserRepository } from '../../people/user.repository';
import { invalidTeamInvitation, otherAddress } from '../team.errors';
import { TeamInvitationsStore } from '../team-invitations.store';

/** Ends an invitation that the invited person does not accept. */
export class DeclineInvitation extends Command<void> {
  constructor(
    readonly userId: string,
    readonly token: string,
  ) {
    super();
  }
}

@CommandHandler(DeclineInvitation)
export class DeclineInvitationHandler implements ICommandHandler<DeclineInvitation> {
  constructor(
    private readonly users: UserRepository,
    private readonly invitations: TeamInvitationsStore,
  ) {}

  async execute({ userId, token }: DeclineInvitation): Promise<void> {
    const invitation = await this.invitations.openedBy(token);
    if (!invitation) throw invalidTeamInvitation();
    const user = await this.users.findOneBy({ id: userId });
    if (user?.email !== invitation.email || !user.emailVerifiedAt) throw otherAddress();
    this.invitations.end(invitation, 'declined');
  }
}
