import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalid, notFound } from '@app/kernel';
import { UserRepository } from '../../people/user.repository';
import { PasswordChecksService } from '../../passwords/password-checks.service';
import { SessionRepository } from '../../sessions/session.repository';
import { EmailChangeCodesService } from '../../codes/email-change-codes.service';

/** Mails a code to the address that a person wants to use from now on, and a warning to the address before. */
export class ChangeEmail extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly newEmail: string,
    readonly password: string,
    /** Whether the mailbox gets another mail today. */
    readonly isMailed: boolean,
  ) {
    super();
  }
}

@CommandHandler(ChangeEmail)
export class ChangeEmailHandler implements ICommandHandler<ChangeEmail> {
  constructor(
    private readonly users: UserRepository,
    private readonly checks: PasswordChecksService,
    private readonly sessions: SessionRepository,
    private readonly codes: EmailChangeCodesService,
  ) {}

  async execute({ userId, sessionId, newEmail, password, isMailed }: ChangeEmail): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    await this.checks.require(user, password);
    if (newEmail === user.email) throw invalid('new_email', 'new_email is the address of this account.');
    this.users.holdPassword(user);
    this.sessions.holdOpen(sessionId);
    this.codes.issue(user, newEmail, isMailed);
  }
}
