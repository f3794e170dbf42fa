import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalidToken, memberWithoutSecondFactor, type UserCaller } from '@app/http';
import { Clock, notFound } from '@app/kernel';
import { UserRepository } from '../../people/user.repository';
import type { Client } from '../../sessions/session.aggregate';
import { SessionRepository } from '../../sessions/session.repository';
import { SessionIssuerService, type Tokens } from '../../sessions/session-issuer.service';
import { TeamMembersStore } from '../team-members.store';

/**
 * Opens a further session of the same sign-in that acts for another account: one of whose team the person is a member, or
 * their own. It has the proof of the second factor of the session that asks.
 */
export class SwitchAccount extends Command<Tokens> {
  constructor(
    readonly caller: UserCaller,
    readonly accountId: string,
    readonly client: Client,
  ) {
    super();
  }
}

@CommandHandler(SwitchAccount)
export class SwitchAccountHandler implements ICommandHandler<SwitchAccount> {
  constructor(
    private readonly users: UserRepository,
    private readonly members: TeamMembersStore,
    private readonly sessions: SessionRepository,
    private readonly sessionIssuer: SessionIssuerService,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, accountId, client }: SwitchAccount): Promise<Tokens> {
    const { userId, sessionId, twoFactorEnabled } = caller;
    const session = await this.sessions.findOneBy({ id: sessionId, userId });
    if (!session?.isOpen(this.clock.now())) throw invalidToken();
    this.sessions.holdOpen(sessionId);
    if (accountId === userId) return this.sessionIssuer.switchTo(null, session, client);
    const member = await this.members.find(accountId, userId);
    const account = member && (await this.users.findOneBy({ id: accountId }));
    if (!account || account.frozenAt) throw notFound('Account');
    if (!twoFactorEnabled) throw memberWithoutSecondFactor();
    this.members.hold(member);
    return this.sessionIssuer.switchTo(accountId, session, client);
  }
}
