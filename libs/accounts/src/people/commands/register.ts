import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Currency, invalid, randomAlphanumeric, uuidv7 } from '@app/kernel';
import { emailTaken } from '../../common/account.errors';
import { EmailCodesService } from '../../codes/email-codes.service';
import { passwordFault } from '../../passwords/password.policy';
import { PasswordsService } from '../../passwords/passwords.service';
import { phoneNumber } from '../phone.policy';
import { NEW_ACCOUNT, type UserView, userView } from '../profiles.service';
import type { Client } from '../../sessions/session.aggregate';
import { SessionIssuerService, type Tokens } from '../../sessions/session-issuer.service';
import { type AccountType, User } from '../user.aggregate';
import { UsertagsService } from '../usertags.service';
import { UserRepository } from '../user.repository';

export interface Registration {
  accountType: AccountType;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  businessName?: string | null;
  phone?: string | null;
  countryCode: string;
  currency: Currency;
  usertag?: string | null;
  referralCode?: string | null;
}

/**
 * Opens an account and signs its owner in. A listener opens the primary wallet in the same commit; a code that proves
 * the e-mail address is mailed after it.
 */
export class Register extends Command<Tokens & { user: UserView }> {
  constructor(
    readonly registration: Registration,
    readonly client: Client,
  ) {
    super();
  }
}

@CommandHandler(Register)
export class RegisterHandler implements ICommandHandler<Register> {
  constructor(
    private readonly users: UserRepository,
    private readonly usertags: UsertagsService,
    private readonly passwords: PasswordsService,
    private readonly sessionIssuer: SessionIssuerService,
    private readonly emailCodes: EmailCodesService,
    private readonly clock: Clock,
  ) {}

  async execute({ registration, client }: Register): Promise<Tokens & { user: UserView }> {
    const fault = passwordFault(registration.password, registration.email);
    if (fault) throw invalid('password', fault);
    if (await this.users.findOneBy({ email: registration.email })) throw emailTaken();
    const user = await this.open(registration);
    this.users.add(user);
    this.emailCodes.issue(user.id);
    const tokens = this.sessionIssuer.issue(user.id, client, { proved: false });
    return { ...tokens, user: userView(user, NEW_ACCOUNT) };
  }

  private async open(registration: Registration): Promise<User> {
    const { accountType, email, firstName, lastName, countryCode, currency } = registration;
    const isBusiness = accountType === 'business';
    if (isBusiness && !registration.businessName)
      throw invalid('business_name', 'A business has a business_name.');
    const businessName = isBusiness ? registration.businessName! : null;
    const now = this.clock.now();
    const details = {
      id: uuidv7(now),
      accountType,
      email,
      firstName,
      lastName,
      businessName,
      countryCode,
      currency,
      phone: registration.phone == null ? null : phoneNumber(registration.phone, countryCode),
      referralCode: randomAlphanumeric(10).toUpperCase(),
      referredBy: await this.referrer(registration.referralCode),
      usertag: await this.usertags.choose(registration.usertag, businessName ?? firstName),
      passwordHash: await this.passwords.hash(registration.password),
    };
    return User.register(details, now);
  }

  private async referrer(referralCode: string | null | undefined): Promise<string | null> {
    if (referralCode == null) return null;
    const referrer = await this.users.findOneBy({ referralCode: referralCode.toUpperCase() });
    if (!referrer) throw invalid('referral_code', 'There is no account with this referral_code.');
    return referrer.id;
  }
}
