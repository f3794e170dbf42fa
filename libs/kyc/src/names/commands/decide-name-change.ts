import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries, UserRepository } from '@app/accounts';
import type { UserCaller } from '@app/http';
import { Clock, notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { RegisteredNamesService } from '../../bvn/registered-names.service';
import type { NameChange } from '../name-change.aggregate';
import { nameChangeDecided, nameChangedSince } from '../name-change.errors';
import { NameChangeRepository } from '../name-change.repository';

/** Staff accept a changed name, or give the account its earlier name again. */
export class DecideNameChange extends Command<NameChange> {
  constructor(
    readonly caller: UserCaller,
    readonly id: string,
    readonly decision: 'approve' | 'reject',
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DecideNameChange)
export class DecideNameChangeHandler implements ICommandHandler<DecideNameChange> {
  constructor(
    private readonly changes: NameChangeRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly users: UserRepository,
    private readonly registered: RegisteredNamesService,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for one's own, and INVALID_STATE where it is decided or the name changed again. */
  async execute({ caller, id, decision, reason }: DecideNameChange): Promise<NameChange> {
    const change = await this.changes.byId(id);
    const { userId, from, to } = change;
    await this.directory.assertOfAnotherPerson(caller, userId, 'review a name');
    if (change.status !== 'pending') throw nameChangeDecided();
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    if (user.firstName !== to.firstName || user.lastName !== to.lastName) throw nameChangedSince();
    const now = this.clock.now();
    let isSaved = false;
    if (decision === 'approve') change.approve(caller.userId, reason, now);
    else {
      change.reject(caller.userId, reason, now);
      user.restoreName(from);
      isSaved = await this.registered.compareAgain(user);
    }
    // Also after an approval, so that a change at the same time starts over.
    if (!isSaved) this.users.save(user);
    this.changes.save(change);
    this.unit.audit({
      subject: id,
      before: { status: 'pending' },
      after: { user_id: userId, status: change.status },
      reason,
    });
    return change;
  }
}
