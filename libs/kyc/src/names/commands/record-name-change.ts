import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserRepository } from '@app/accounts';
import { Clock } from '@app/kernel';
import { compareNames } from '../../bvn/name-comparison.policy';
import { RegisteredNamesService } from '../../bvn/registered-names.service';
import { NameChange, type PersonName } from '../name-change.aggregate';
import { NameChangeRepository } from '../name-change.repository';

/**
 * Queues a changed name for a review, and takes a verified BVN out of force if the registry has another name. `id` is
 * that of the event.
 */
export class RecordNameChange extends Command<void> {
  constructor(
    readonly id: string,
    readonly userId: string,
    readonly from: PersonName,
    readonly to: PersonName,
    readonly changedAt: Date,
  ) {
    super();
  }
}

@CommandHandler(RecordNameChange)
export class RecordNameChangeHandler implements ICommandHandler<RecordNameChange> {
  constructor(
    private readonly changes: NameChangeRepository,
    private readonly users: UserRepository,
    private readonly registered: RegisteredNamesService,
    private readonly clock: Clock,
  ) {}

  /** Does nothing for people who were never verified, and queues nothing if the words of the name are the same. */
  async execute({ id, userId, from: before, to, changedAt }: RecordNameChange): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user || (await this.changes.isKnown(id))) return;
    const pending = await this.changes.pendingOf(userId);
    const isVerified = user.kycStatus === 'approved' || (await this.registered.hasNumber(userId));
    if (!isVerified && !pending) return;
    const from = pending?.from ?? before;
    if (pending) {
      pending.withdraw(this.clock.now());
      this.changes.save(pending);
    }
    if (!isSameName(from, to)) this.changes.add(NameChange.report({ id, userId, from, to, changedAt }));
    if (!isSameName(before, to)) await this.registered.compareAgain(user);
  }
}

/** Whether the names have the same words in any order, without regard to case and accents. */
function isSameName(one: PersonName, other: PersonName): boolean {
  const [first, second] = [one, other].map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return compareNames(first!, second!) === 'match' && compareNames(second!, first!) === 'match';
}
