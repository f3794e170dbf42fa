import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Client, SessionIssuerService, UserRepository } from '@app/accounts';
import { notFound } from '@app/kernel';
import { CONSOLE_SESSION } from '../console-session.policy';
import { ConsoleSessionsStore } from '../console-sessions.store';
import type { SignedIn } from './open-console-session';

/** Signs a browser in as a demo person, without a password and as if their second factor had been proved. */
export class OpenDemoSession extends Command<Omit<SignedIn, 'deviceToken'>> {
  constructor(
    readonly email: string,
    readonly client: Client,
  ) {
    super();
  }
}

@CommandHandler(OpenDemoSession)
export class OpenDemoSessionHandler implements ICommandHandler<OpenDemoSession> {
  constructor(
    private readonly users: UserRepository,
    private readonly sessionIssuer: SessionIssuerService,
    private readonly browsers: ConsoleSessionsStore,
  ) {}

  async execute({ email, client }: OpenDemoSession): Promise<Omit<SignedIn, 'deviceToken'>> {
    const user = await this.users.findOneBy({ email });
    if (!user) throw notFound('Demo account');
    user.assertNotFrozen();
    const session = this.sessionIssuer.openFor(CONSOLE_SESSION.seconds, user.id, client, { proved: true });
    return { userId: user.id, sessionId: session.id, cookie: this.browsers.open(session.id) };
  }
}
