import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { UserRepository } from '../../people/user.repository';
import { SessionRepository } from '../../sessions/session.repository';
import { AdministratorsService } from '../../people/administrators.service';
import { personHasNoTwoFactor } from '../two-factor.errors';
import { TwoFactorRepository } from '../two-factor.repository';

/**
 * Staff remove the second factor of a person who lost it. The person is notified, and their sessions end. Staff can act
 * again when they set up another. The result is the id of the person.
 */
export class ResetTwoFactor extends Command<string> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ResetTwoFactor)
export class ResetTwoFactorHandler implements ICommandHandler<ResetTwoFactor> {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly twoFactors: TwoFactorRepository,
    private readonly administrators: AdministratorsService,
    private readonly unit: UnitOfWork,
  ) {}

  /** NOT_FOUND, FORBIDDEN for one's own; INVALID_STATE where none is in use, and for the last administrator. */
  async execute({ caller, userId, reason }: ResetTwoFactor): Promise<string> {
    assertNotOwn(caller, userId, 'reset a second factor');
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    await this.administrators.requireAnother(user);
    const factor = await this.twoFactors.findOneBy({ id: userId });
    if (!factor?.enabledAt) throw personHasNoTwoFactor();
    factor.resetByStaff();
    this.sessions.endAll(userId, 'two-factor-reset');
    this.twoFactors.remove(factor);
    this.unit.audit({
      subject: userId,
      before: { two_factor_enabled: true },
      after: { two_factor_enabled: false },
      reason,
    });
    return userId;
  }
}
