import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { UserDirectoryQueries } from '../../people/user-directory.queries';
import { UserRepository } from '../../people/user.repository';
import type { ChangedFreeze } from './unfreeze-user';

/** Replaces the reason of a freeze, for example because money laundering is suspected by now. */
export class SetFreezeReason extends Command<ChangedFreeze> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(SetFreezeReason)
export class SetFreezeReasonHandler implements ICommandHandler<SetFreezeReason> {
  constructor(
    private readonly users: UserRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly unit: UnitOfWork,
  ) {}

  /** FORBIDDEN for one's own account; INVALID_STATE for one that is not frozen. */
  async execute({ caller, userId, reason }: SetFreezeReason): Promise<ChangedFreeze> {
    await this.directory.assertOfAnotherPerson(caller, userId, 'change the reason of a freeze');
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    const before = user.frozenReason;
    user.setFreezeReason(reason);
    this.users.save(user);
    this.unit.audit({ subject: userId, before: { because: before }, after: { because: reason }, reason });
    return { userId, before, after: reason };
  }
}
