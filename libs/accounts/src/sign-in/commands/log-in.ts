import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProfilesService, type UserView } from '../../people/profiles.service';
import { type Credentials, AuthenticatorService } from '../authenticator.service';
import type { Client } from '../../sessions/session.aggregate';
import { SessionIssuerService, type Tokens } from '../../sessions/session-issuer.service';

/** Opens a session for a user with valid credentials. */
export class LogIn extends Command<Tokens & { user: UserView }> {
  constructor(
    readonly credentials: Credentials,
    readonly client: Client,
  ) {
    super();
  }
}

@CommandHandler(LogIn)
export class LogInHandler implements ICommandHandler<LogIn> {
  constructor(
    private readonly authenticator: AuthenticatorService,
    private readonly sessionIssuer: SessionIssuerService,
    private readonly profiles: ProfilesService,
  ) {}

  async execute({ credentials, client }: LogIn): Promise<Tokens & { user: UserView }> {
    const { user, proved } = await this.authenticator.verify(credentials, client);
    const tokens = this.sessionIssuer.issue(user.id, client, { proved });
    return { ...tokens, user: await this.profiles.profileOf(user) };
  }
}
