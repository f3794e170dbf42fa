import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { UserDirectoryQueries } from '../../people/user-directory.queries';
import { UserRepository } from '../../people/user.repository';

/** The reason of a freeze before and after a decision. */
export interface ChangedFreeze {
  userId: string;
  before: string | null;
  /** Null: the freeze has ended. */
  after: string | null;
}

/** Lets a frozen account work again: its keys at once, its owner after a new sign-in. */
export class UnfreezeUser extends Command<ChangedFreeze> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(UnfreezeUser)
export class UnfreezeUserHandler implements ICommandHandler<UnfreezeUser> {
  constructor(
    private readonly users: UserRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly unit: UnitOfWork,
  ) {}

  /** FORBIDDEN for one's own account; INVALID_STATE for one that is not frozen. */
  async execute({ caller, userId, reason }: UnfreezeUser): Promise<ChangedFreeze> {
    await this.directory.assertOfAnotherPerson(caller, userId, 'unfreeze an account');
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    const { frozenAt, frozenReason, frozenBy } = user;
    user.unfreeze();
    this.users.save(user);
    this.unit.audit({
      subject: userId,
      before: { frozen: true, at: frozenAt, because: frozenReason, by: frozenBy },
      after: { frozen: false },
      reason,
    });
    return { userId, before: frozenReason, after: null };
  }
}
