import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { invalidCredentials } from '../account.errors';
import { NewDeviceSignedIn } from '../account.events';
import { Passwords } from './passwords.service';
import type { Client } from './session.aggregate';
import { Sessions } from './session.repository';
import { TwoFactors } from './two-factor.repository';
import type { User } from '../people/user.aggregate';
import { Users } from '../people/user.repository';

export interface Credentials {
  email: string;
  password: string;
  totpCode?: string | null;
}

/** Tells who signs in, within the command that opens the session for them. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly twoFactors: TwoFactors,
    private readonly sessions: Sessions,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** The person who knows the password and, where one is set up, has the authenticator; whose account is not frozen. */
  async verify({ email, password, totpCode }: Credentials, client: Client): Promise<User> {
    const user = await this.users.findOneBy({ email });
    const known = await this.passwords.verify(user?.passwordHash ?? null, password);
    if (!user || !known) throw invalidCredentials();
    user.assertNotFrozen();
    await this.twoFactors.require(user.id, totpCode);
    this.users.holdPassword(user);
    await this.notifyOfNewDevice(user.id, client);
    return user;
  }

  private async notifyOfNewDevice(userId: string, client: Client): Promise<void> {
    if (await this.sessions.knowsDevice(userId, client.device)) return;
    const at = this.clock.now().toISOString();
    this.eventBus.publish(new NewDeviceSignedIn(userId, userId, 'live', { userId, ...client, at }));
  }
}
