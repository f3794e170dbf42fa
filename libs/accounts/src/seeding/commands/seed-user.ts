import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, randomAlphanumeric, uuidv7 } from '@app/kernel';
import { PasswordsService } from '../../passwords/passwords.service';
import { TransactionPinsService } from '../../pins/transaction-pins.service';
import { TwoFactorRepository } from '../../two-factor/two-factor.repository';
import { type NewUser, type ReviewStatus, User } from '../../people/user.aggregate';
import { UsertagsService } from '../../people/usertags.service';
import { UserRepository } from '../../people/user.repository';

/** An account for which everything counts as proven that a user would prove step by step. */
export interface SeededUser extends Pick<
  NewUser,
  'accountType' | 'email' | 'firstName' | 'lastName' | 'countryCode' | 'currency'
> {
  password: string;
  businessName?: string;
  usertag?: string;
  /** E.164; counts as verified. */
  phone?: string;
  pin?: string;
  kycLevel?: number;
  kybStatus?: ReviewStatus;
  staffRole?: 'support' | 'finance' | 'compliance' | 'admin';
  /** Base32 seed of an authenticator app that is already set up. */
  totpSecret?: string;
}

/** Opens an account for demonstrations and tests; never reachable from outside. Its result is the user's id. */
export class SeedUser extends Command<string> {
  constructor(readonly seed: SeededUser) {
    super();
  }
}

@CommandHandler(SeedUser)
export class SeedUserHandler implements ICommandHandler<SeedUser> {
  constructor(
    private readonly users: UserRepository,
    private readonly usertags: UsertagsService,
    private readonly passwords: PasswordsService,
    private readonly pins: TransactionPinsService,
    private readonly twoFactors: TwoFactorRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ seed }: SeedUser): Promise<string> {
    const now = this.clock.now();
    const { accountType, email, firstName, lastName, countryCode, currency, phone = null } = seed;
    const businessName =
      accountType === 'business' ? (seed.businessName ?? `${firstName} ${lastName}`) : null;
    const user = User.register(
      {
        id: uuidv7(now),
        accountType,
        email,
        firstName,
        lastName,
        businessName,
        countryCode,
        currency,
        phone,
        usertag: await this.usertags.choose(seed.usertag, businessName ?? firstName),
        referralCode: randomAlphanumeric(10).toUpperCase(),
        referredBy: null,
        passwordHash: await this.passwords.hash(seed.password),
      },
      now,
    );
    const { kycLevel = 0, kybStatus = 'none', staffRole = null } = seed;
    user.seedAsVerified({ kycLevel, kybStatus, staffRole }, now);
    this.users.add(user);
    if (seed.pin) this.pins.set(user.id, seed.pin);
    if (seed.totpSecret) this.twoFactors.seed(user.id, seed.totpSecret);
    return user.id;
  }
}
