import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { Users } from '../../people/user.repository';
import { EmailCodes } from '../../codes/email-codes.service';
import { PasswordResets } from '../../recovery/password-resets.service';
import { Sessions } from '../../sessions/session.repository';
import { EmailChangeCodes } from '../../codes/email-change-codes.service';

/** Makes a proved address that of the account, with the change that `EmailChangeCodes.check` accepted. */
export class ConfirmEmail extends Command<string> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly change: { id: string; new_email: string },
  ) {
    super();
  }
}

@CommandHandler(ConfirmEmail)
export class ConfirmEmailHandler implements ICommandHandler<ConfirmEmail> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly codes: EmailChangeCodes,
    private readonly emailCodes: EmailCodes,
    private readonly resets: PasswordResets,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, sessionId, change }: ConfirmEmail): Promise<string> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    // Another request has used the code.
    if (user.email === change.new_email) throw this.codes.runOut();
    this.resets.endAll(user.email);
    user.changeEmail(change.new_email, this.clock.now());
    this.users.save(user);
    this.sessions.holdOpen(sessionId);
    this.codes.spend(userId, change.id);
    this.emailCodes.discard(userId);
    return user.email;
  }
}
