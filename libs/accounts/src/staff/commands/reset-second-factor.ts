import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { noSecondFactor } from '../../account.errors';
import { TwoFactorReset } from '../../account.events';
import { Users } from '../../people/user.repository';
import { Sessions } from '../../sign-in/session.repository';
import { TwoFactors } from '../../sign-in/two-factor.repository';
import { Administrators } from '../administrators.service';

/** Removes the second factor of a person who lost it, and ends their sessions. Staff can act again when they set up another. */
export class ResetSecondFactor extends Command<void> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ResetSecondFactor)
export class ResetSecondFactorHandler implements ICommandHandler<ResetSecondFactor> {
  constructor(
    private readonly users: Users,
    private readonly twoFactors: TwoFactors,
    private readonly sessions: Sessions,
    private readonly administrators: Administrators,
    private readonly eventBus: EventBus,
    private readonly unit: UnitOfWork,
  ) {}

  /** FORBIDDEN for one's own; INVALID_STATE where there is none, and for the last administrator. */
  async execute({ caller, userId, reason }: ResetSecondFactor): Promise<void> {
    assertNotOwn(caller, userId, 'resets a second factor');
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    const factor = await this.twoFactors.findOneBy({ id: userId });
    if (!factor?.enabledAt) throw noSecondFactor();
    await this.administrators.requireAnother(user);
    this.twoFactors.remove(userId);
    this.sessions.endAll(userId, 'two-factor-reset');
    this.eventBus.publish(new TwoFactorReset(userId, userId, 'live', { userId }));
    this.unit.audit({
      subject: userId,
      before: { two_factor_enabled: true },
      after: { two_factor_enabled: false },
      reason,
    });
  }
}
