import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, invalid } from '@app/kernel';
import { invalidResetToken } from '../../common/account.errors';
import { passwordFault } from '../../passwords/password.policy';
import { TransactionPinsService } from '../../pins/transaction-pins.service';
import { EmailChangeCodesService } from '../../codes/email-change-codes.service';
import { SentCodesService } from '../../codes/sent-codes.service';
import { PasswordResetsService } from '../password-resets.service';
import { PasswordsService } from '../../passwords/passwords.service';
import { SessionRepository } from '../../sessions/session.repository';
import { TwoFactorRepository } from '../../two-factor/two-factor.repository';
import { UserRepository } from '../../people/user.repository';

/**
 * Sets a new password for the holder of a mailed token, and ends every session of the account. The token proves the
 * address. Where it was not proved before, the account may have been opened by another person, whose access ends.
 */
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
    private readonly resets: PasswordResetsService,
    private readonly users: UserRepository,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionRepository,
    private readonly pins: TransactionPinsService,
    private readonly twoFactors: TwoFactorRepository,
    private readonly emailChanges: EmailChangeCodesService,
    private readonly sent: SentCodesService,
    private readonly clock: Clock,
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
    const isReclaimed = !user.emailVerifiedAt;
    if (isReclaimed) user.reclaim(this.clock.now());
    user.changePassword(await this.passwords.hash(password));
    // Before the sessions: a sign-in with the old password waits for this row, and finds it changed.
    this.users.save(user);
    this.sessions.endAll(user.id, 'password-reset');
    // A thief with the old password may have asked for it.
    if (!isReclaimed) return this.emailChanges.discard(user.id);
    // After the sessions, so that no request of theirs sets a PIN in between.
    this.pins.remove(user.id);
    this.twoFactors.discard(user.id);
    this.sent.discard(user.id);
  }
}
