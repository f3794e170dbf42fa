import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { EmailCodesService } from '../../codes/email-codes.service';
import { UserRepository } from '../../people/user.repository';

/** Marks an e-mail address as verified, with the code that `EmailCodesService.check` accepted. */
export class VerifyEmail extends Command<void> {
  constructor(
    readonly userId: string,
    readonly codeId: string,
  ) {
    super();
  }
}

@CommandHandler(VerifyEmail)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmail> {
  constructor(
    private readonly users: UserRepository,
    private readonly emailCodes: EmailCodesService,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, codeId }: VerifyEmail): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    user.verifyEmail(this.clock.now());
    this.users.save(user);
    this.emailCodes.spend(userId, codeId);
  }
}
