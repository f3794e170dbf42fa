import { Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import { generateSecret } from 'otplib';
import { type SeededUser, SeedUser } from './commands/seed-user';
import { UserRepository } from '../people/user.repository';

export type DemoUser = Omit<SeededUser, 'countryCode' | 'currency'> &
  Partial<Pick<SeededUser, 'countryCode' | 'currency'>>;

export interface EnsuredUser {
  id: string;
  usertag: string;
  /** False where the account existed before: it is not changed, and its secrets are unknown. */
  created: boolean;
  /** Staff need an authenticator; its Base32 seed, for a new account. */
  totpSecret: string | null;
}

/** Demo and test accounts. */
@Injectable()
export class SeedAccountsService {
  constructor(
    private readonly commands: Commands,
    private readonly users: UserRepository,
  ) {}

  async exists(email: string): Promise<boolean> {
    return (await this.users.findOneBy({ email })) !== null;
  }

  /** Makes sure there is an account with this e-mail address; staff get an authenticator. */
  async ensureUser(user: DemoUser): Promise<EnsuredUser> {
    const existing = await this.users.findOneBy({ email: user.email });
    if (existing) return { id: existing.id, usertag: existing.usertag, created: false, totpSecret: null };
    const totpSecret = user.totpSecret ?? (user.staffRole ? generateSecret() : undefined);
    const seed: SeededUser = { countryCode: 'NG', currency: 'NGN', ...user, totpSecret };
    const id = await this.commands.execute(new SeedUser(seed));
    const { usertag } = (await this.users.findOneBy({ id }))!;
    return { id, usertag, created: true, totpSecret: totpSecret ?? null };
  }
}
