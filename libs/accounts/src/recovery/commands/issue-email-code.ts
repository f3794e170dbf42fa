import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '@app/kernel';
import { emailVerifiedAlready } from '../../common/account.errors';
import { EmailCodesService } from '../../codes/email-codes.service';
import { UserRepository } from '../../people/user.repository';

/** Mails a new code to a user whose address is not verified. */
export class IssueEmailCode extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(IssueEmailCode)
export class IssueEmailCodeHandler implements ICommandHandler<IssueEmailCode> {
  constructor(
    private readonly users: UserRepository,
    private readonly emailCodes: EmailCodesService,
  ) {}

  async execute({ userId }: IssueEmailCode): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    if (user.emailVerifiedAt) throw emailVerifiedAlready();
    this.emailCodes.issue(userId);
  }
}
