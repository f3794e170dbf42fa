import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  AuthenticatorService,
  type Client,
  type Credentials,
  DeviceTokensService,
  SessionIssuerService,
} from '@app/accounts';
import { Config } from '@app/config';
import { assertStaffAddress } from '@app/http';
import { ConsoleSessionsStore } from '../console-sessions.store';
import { CONSOLE_SESSION } from '../console-session.policy';

export interface SignedIn {
  userId: string;
  sessionId: string;
  /** The value of the cookie. */
  cookie: string;
  deviceToken: string;
}

/** Signs a browser in with the credentials of a person; of staff, from the networks of the operator only. */
export class OpenConsoleSession extends Command<SignedIn> {
  constructor(
    readonly credentials: Credentials,
    readonly client: Client,
  ) {
    super();
  }
}

@CommandHandler(OpenConsoleSession)
export class OpenConsoleSessionHandler implements ICommandHandler<OpenConsoleSession> {
  constructor(
    private readonly authenticator: AuthenticatorService,
    private readonly sessionIssuer: SessionIssuerService,
    private readonly deviceTokens: DeviceTokensService,
    private readonly browsers: ConsoleSessionsStore,
    private readonly config: Config,
  ) {}

  async execute({ credentials, client }: OpenConsoleSession): Promise<SignedIn> {
    const { user, proved } = await this.authenticator.verify(credentials, client);
    if (user.staffRole) assertStaffAddress(client.ip, this.config);
    const session = this.sessionIssuer.openFor(CONSOLE_SESSION.seconds, user.id, client, { proved });
    return {
      userId: user.id,
      sessionId: session.id,
      cookie: this.browsers.open(session.id),
      deviceToken: this.deviceTokens.tokenOf(user.id, session.id),
    };
  }
}
