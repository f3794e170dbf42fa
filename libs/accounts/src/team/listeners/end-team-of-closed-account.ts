import { EventsHandler } from '@nestjs/cqrs';
import { InTransaction } from '@app/write-path';
import { AccountClosed } from '../../common/account.events';
import { SessionRepository } from '../../sessions/session.repository';
import { TeamInvitationsStore } from '../team-invitations.store';
import { TeamMembersStore } from '../team-members.store';

/** The team of a closed account ends with it, as do the memberships of the person who held it. */
@InTransaction()
@EventsHandler(AccountClosed)
export class EndTeamOfClosedAccount {
  constructor(
    private readonly members: TeamMembersStore,
    private readonly invitations: TeamInvitationsStore,
    private readonly sessions: SessionRepository,
  ) {}

  handle({ data: { userId } }: AccountClosed): void {
    this.members.removeAll(userId);
    this.invitations.endAll(userId);
    this.sessions.endAllActing(userId, 'closed');
  }
}
