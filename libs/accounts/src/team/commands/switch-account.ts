import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import type { Client } from '../../sessions/session.aggregate';
import { SessionRepository } from '../../sessions/session.repository';
import { SessionIssuerService, type Tokens } from '../../sessions/session-issuer.service';
import { AccountChoiceService } from '../account-choice.service';

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
    private readonly choice: AccountChoiceService,
    private readonly sessions: SessionRepository,
    private readonly sessionIssuer: SessionIssuerService,
  ) {}

  async execute({ caller, accountId, client }: SwitchAccount): Promise<Tokens> {
    const { session, actsFor } = await this.choice.choose(caller, accountId);
    this.sessions.holdOpen(session.id);
    return this.sessionIssuer.switchTo(actsFor, session, client);
  }
}
