import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { phoneTaken } from '../../common/account.errors';
import { UserRepository } from '../../people/user.repository';
import { PhoneCodesService } from '../../codes/phone-codes.service';

/**
 * Marks a phone number as verified, with the code that `PhoneCodesService.check` accepted. Throws CONFLICT where another
 * account has verified the number.
 */
export class VerifyPhone extends Command<string> {
  constructor(
    readonly userId: string,
    readonly code: { id: string; phone: string },
  ) {
    super();
  }
}

@CommandHandler(VerifyPhone)
export class VerifyPhoneHandler implements ICommandHandler<VerifyPhone> {
  constructor(
    private readonly users: UserRepository,
    private readonly phoneCodes: PhoneCodesService,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, code }: VerifyPhone): Promise<string> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    // The number was changed after the code was sent.
    if (user.phone !== code.phone) throw this.phoneCodes.runOut();
    if (await this.users.isPhoneVerified(code.phone, userId)) throw phoneTaken();
    user.verifyPhone(this.clock.now());
    this.users.save(user);
    this.phoneCodes.spend(userId, code.id);
    return code.phone;
  }
}
