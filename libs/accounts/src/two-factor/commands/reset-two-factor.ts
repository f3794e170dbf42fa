import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '@app/kernel';
import { Users } from '../../people/user.repository';
import { Sessions } from '../../sign-in/session.repository';
import { TwoFactors } from '../two-factor.repository';

/**
 * Removes the second factor of a user who lost it, for staff, and ends every session of the user, who is notified. The
 * caller has to make sure that staff do not decide about themselves, and writes the audit entry. Throws NOT_FOUND, and
 * INVALID_STATE where no factor is in use.
 */
export class ResetTwoFactor extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(ResetTwoFactor)
export class ResetTwoFactorHandler implements ICommandHandler<ResetTwoFactor> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly twoFactors: TwoFactors,
  ) {}

  async execute({ userId }: ResetTwoFactor): Promise<void> {
    if (!(await this.users.findOneBy({ id: userId }))) throw notFound('User');
    const factor = await this.twoFactors.inUseOf(userId);
    factor.resetByStaff();
    this.sessions.endAll(userId, 'two-factor-reset');
    this.twoFactors.remove(factor);
  }
}
