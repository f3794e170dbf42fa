import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/database';
import { Clock } from '@app/kernel';
import { invalidCredentials } from '../account.errors';
import { NewDeviceSignedIn } from '../account.events';
import { Passwords } from '../passwords';
import { Profiles, type UserView } from '../profiles';
import type { Client } from '../session.aggregate';
import { Sessions } from '../sessions';
import { SignIns, type Tokens } from '../sign-ins';
import { TwoFactors } from '../two-factors';
import { Users } from '../users';

export interface Credentials {
  email: string;
  password: string;
  totpCode?: string | null;
}

/** Opens a session for a person who knows the password and, where one is set up, has the authenticator. */
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
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly twoFactors: TwoFactors,
    private readonly sessions: Sessions,
    private readonly signIns: SignIns,
    private readonly profiles: Profiles,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({
    credentials: { email, password, totpCode },
    client,
  }: LogIn): Promise<Tokens & { user: UserView }> {
    const user = await this.users.findOneBy({ email });
    const known = await this.passwords.verify(user?.passwordHash ?? null, password);
    if (!user || !known) throw invalidCredentials();
    user.assertNotFrozen();
    await this.twoFactors.require(user.id, totpCode);
    this.users.holdPassword(user);
    await this.tellOfNewDevice(user.id, client);
    return { ...this.signIns.open(user.id, client), user: await this.profiles.of(user) };
  }

  private async tellOfNewDevice(userId: string, client: Client): Promise<void> {
    if (await this.sessions.knowsDevice(userId, client.device)) return;
    const at = this.clock.now().toISOString();
    this.unit.record(new NewDeviceSignedIn(userId, userId, 'live', { userId, ...client, at }));
  }
}
