import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { phoneTaken } from '../../common/account.errors';
import { Users } from '../../people/user.repository';
import { PhoneCodes } from '../../codes/phone-codes.service';

/**
 * Marks a phone number as verified, with the code that `PhoneCodes.check` accepted. Throws CONFLICT where another
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
    private readonly users: Users,
    private readonly phoneCodes: PhoneCodes,
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
