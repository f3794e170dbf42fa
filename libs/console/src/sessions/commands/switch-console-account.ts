import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountChoiceService, type Client, SessionIssuerService } from '@app/accounts';
import type { UserCaller } from '@app/http';
import { ConsoleSessionsStore } from '../console-sessions.store';
import type { SignedIn } from './open-console-session';

/** Puts a session for another account in the place of the one of the browser, for the time that is left of it. */
export class SwitchConsoleAccount extends Command<Omit<SignedIn, 'deviceToken'>> {
  constructor(
    readonly caller: UserCaller,
    readonly accountId: string,
    readonly client: Client,
  ) {
    super();
  }
}

@CommandHandler(SwitchConsoleAccount)
export class SwitchConsoleAccountHandler implements ICommandHandler<SwitchConsoleAccount> {
  constructor(
    private readonly choice: AccountChoiceService,
    private readonly sessionIssuer: SessionIssuerService,
    private readonly browsers: ConsoleSessionsStore,
  ) {}

  async execute({ caller, accountId, client }: SwitchConsoleAccount): Promise<Omit<SignedIn, 'deviceToken'>> {
    const { session: former, actsFor } = await this.choice.choose(caller, accountId);
    const session = this.sessionIssuer.replace(former, actsFor, client);
    return { userId: caller.userId, sessionId: session.id, cookie: this.browsers.open(session.id) };
  }
}
