import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '@app/kernel';
import { emailNotProved, noPhone, phoneVerifiedAlready } from '../../common/account.errors';
import { UserRepository } from '../../people/user.repository';
import { PhoneCodesService } from '../../codes/phone-codes.service';
import { PhoneLimitsService } from '../../codes/phone-limits.service';

/** Sends a new code to the phone number of a person whose e-mail address is proved and whose number is not. */
export class IssuePhoneCode extends Command<void> {
  constructor(
    readonly userId: string,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(IssuePhoneCode)
export class IssuePhoneCodeHandler implements ICommandHandler<IssuePhoneCode> {
  constructor(
    private readonly users: UserRepository,
    private readonly phoneCodes: PhoneCodesService,
    private readonly limits: PhoneLimitsService,
  ) {}

  async execute({ userId, ip }: IssuePhoneCode): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    if (!user.phone) throw noPhone();
    if (user.phoneVerifiedAt) throw phoneVerifiedAlready();
    if (!user.emailVerifiedAt) throw emailNotProved('verify a phone number');
    await this.limits.count(userId, user.phone, ip);
    this.phoneCodes.issue(userId, user.phone);
  }
}
