import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalid, notFound } from '@app/kernel';
import { EmailChangeCodesService } from '../../codes/email-change-codes.service';
import { UserRepository } from '../../people/user.repository';
import { PasswordResetsService } from '../../recovery/password-resets.service';
import { PasswordChecksService } from '../../passwords/password-checks.service';
import { passwordFault } from '../../passwords/password.policy';
import { PasswordsService } from '../../passwords/passwords.service';
import { SessionRepository } from '../../sessions/session.repository';

/** Replaces the password of a person who knows it. Ends the person's other sessions, reset links and e-mail change. */
export class ChangePassword extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly current: string,
    readonly next: string,
  ) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly users: UserRepository,
    private readonly checks: PasswordChecksService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionRepository,
    private readonly resets: PasswordResetsService,
    private readonly emailChanges: EmailChangeCodesService,
  ) {}

  async execute({ userId, sessionId, current, next }: ChangePassword): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    const fault = passwordFault(next, user.email);
    if (fault) throw invalid('new_password', fault.replace(/^password/, 'new_password'));
    if (next.normalize('NFC') === current.normalize('NFC'))
      throw invalid('new_password', 'new_password must differ from the current one.');
    await this.checks.require(user, current);
    user.changePassword(await this.passwords.hash(next));
    // Before the sessions: a sign-in with the old password waits for this row, and finds it changed.
    this.users.save(user);
    this.sessions.holdOpen(sessionId);
    this.sessions.endAll(userId, 'password-changed', sessionId);
    this.resets.endAll(user.email);
    this.emailChanges.discard(userId);
  }
}
