import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Profiles, type UserView } from '../profiles';
import { type Credentials, Recognition } from '../recognition';
import type { Client } from '../session.aggregate';
import { SignIns, type Tokens } from '../sign-ins';

/** Opens a session for a person who proves who they are. */
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
    private readonly recognition: Recognition,
    private readonly signIns: SignIns,
    private readonly profiles: Profiles,
  ) {}

  async execute({ credentials, client }: LogIn): Promise<Tokens & { user: UserView }> {
    const user = await this.recognition.of(credentials, client);
    return { ...this.signIns.open(user.id, client), user: await this.profiles.of(user) };
  }
}
