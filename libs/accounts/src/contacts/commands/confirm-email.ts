import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { UserRepository } from '../../people/user.repository';
import { EmailCodesService } from '../../codes/email-codes.service';
import { PasswordResetsService } from '../../recovery/password-resets.service';
import { SessionRepository } from '../../sessions/session.repository';
import { EmailChangeCodesService } from '../../codes/email-change-codes.service';

/** Makes a proved address that of the account, with the change that `EmailChangeCodesService.check` accepted. */
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
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly codes: EmailChangeCodesService,
    private readonly emailCodes: EmailCodesService,
    private readonly resets: PasswordResetsService,
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
