import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalid } from '@app/kernel';
import { invalidResetToken } from '../../account.errors';
import { passwordFault } from '../../sign-in/password.policy';
import { PasswordResets } from '../password-resets.service';
import { Passwords } from '../../sign-in/passwords.service';
import { Sessions } from '../../sign-in/session.repository';
import { Users } from '../../people/user.repository';

/** Sets a new password for the holder of a mailed token, and ends every session of the account. */
export class ResetPassword extends Command<void> {
  constructor(
    readonly token: string,
    readonly password: string,
  ) {
    super();
  }
}

@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    private readonly resets: PasswordResets,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
  ) {}

  async execute({ token, password }: ResetPassword): Promise<void> {
    const reset = await this.resets.openedBy(token);
    const user = reset && (await this.users.findOneBy({ email: reset.email }));
    if (!user) throw invalidResetToken();
    user.assertNotFrozen();
    // A password that will not do leaves the token good for a better one.
    const fault = passwordFault(password, user.email);
    if (fault) throw invalid('password', fault);
    this.resets.spend(reset);
    user.changePassword(await this.passwords.hash(password));
    // Before the sessions: a sign-in with the old password waits for this row, and finds it changed.
    this.users.save(user);
    this.sessions.endAll(user.id, 'password-reset');
  }
}
