import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { invalidCredentials } from '../common/account.errors';
import { NewDeviceSignedIn } from '../common/account.events';
import { PasswordsService } from '../passwords/passwords.service';
import type { Client } from '../sessions/session.aggregate';
import { SessionRepository } from '../sessions/session.repository';
import { TwoFactorCodesService } from '../two-factor/two-factor-codes.service';
import type { User } from '../people/user.aggregate';
import { UserRepository } from '../people/user.repository';

export interface Credentials {
  email: string;
  password: string;
  totpCode?: string | null;
}

export interface Verified {
  user: User;
  /** Whether a code of the second factor was sent. */
  proved: boolean;
}

/** Verifies credentials within the command that opens the session. */
@Injectable()
export class AuthenticatorService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: PasswordsService,
    private readonly codes: TwoFactorCodesService,
    private readonly sessions: SessionRepository,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * The user with this password and, where a second factor is in use, this authenticator or recovery code; the account
   * must not be frozen.
   */
  async verify({ email, password, totpCode }: Credentials, client: Client): Promise<Verified> {
    const user = await this.users.findOneBy({ email });
    const known = await this.passwords.verify(user?.passwordHash ?? null, password);
    if (!user || !known) throw invalidCredentials();
    user.assertNotFrozen();
    const proved = await this.codes.requireAtSignIn(user.id, totpCode);
    this.users.holdPassword(user);
    await this.notifyOfNewDevice(user.id, client);
    return { user, proved };
  }

  private async notifyOfNewDevice(userId: string, client: Client): Promise<void> {
    if (await this.sessions.knowsDevice(userId, client.device)) return;
    const at = this.clock.now().toISOString();
    this.eventBus.publish(new NewDeviceSignedIn(userId, userId, 'live', { userId, ...client, at }));
  }
}
