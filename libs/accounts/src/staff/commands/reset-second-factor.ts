import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { Users } from '../../people/user.repository';
import { ResetTwoFactor } from '../../two-factor/commands/reset-two-factor';
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
    private readonly administrators: Administrators,
    private readonly commandBus: CommandBus,
    private readonly unit: UnitOfWork,
  ) {}

  /** FORBIDDEN for one's own; INVALID_STATE where there is none, and for the last administrator. */
  async execute({ caller, userId, reason }: ResetSecondFactor): Promise<void> {
    assertNotOwn(caller, userId, 'reset a second factor');
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    await this.administrators.requireAnother(user);
    await this.commandBus.execute(new ResetTwoFactor(userId));
    this.unit.audit({
      subject: userId,
      before: { two_factor_enabled: true },
      after: { two_factor_enabled: false },
      reason,
    });
  }
}
