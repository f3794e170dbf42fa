import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { type User, Users } from '@app/accounts';
import { Clock } from '@app/kernel';
import { compareNames } from '../../bvn/name-comparison.policy';
import { KycCases } from '../../levels/kyc-cases.service';
import { NameChange, type PersonName } from '../name-change.aggregate';
import { BvnCheckRepeated } from '../name-change.events';
import { NameChanges } from '../name-change.repository';

/** Queues a changed name for a review, and takes the verified BVN out of force. `id` is that of the event. */
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
    private readonly changes: NameChanges,
    private readonly users: Users,
    private readonly cases: KycCases,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Does nothing if it is recorded already, and queues nothing if the words of the name are the same. */
  async execute({ id, userId, from: before, to, changedAt }: RecordNameChange): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user || (await this.changes.isKnown(id))) return;
    const pending = await this.changes.pendingOf(userId);
    const from = pending?.from ?? before;
    if (pending) {
      pending.withdraw(this.clock.now());
      this.changes.save(pending);
    }
    if (!isSameName(from, to)) this.changes.add(NameChange.report({ id, userId, from, to, changedAt }));
    if (!isSameName(before, to)) await this.repeatBvnCheck(user);
  }

  private async repeatBvnCheck(user: User): Promise<void> {
    if (user.bvnVerifiedAt === null) return;
    user.bvnVerifiedAt = null;
    const { documents } = await this.cases.byUser(user.id);
    this.cases.saveUser({ user, documents }, { mayLower: true });
    this.eventBus.publish(new BvnCheckRepeated(user.id, user.id, 'live', { userId: user.id }));
  }
}

/** Whether the names have the same words in any order, without regard to case and accents. */
function isSameName(one: PersonName, other: PersonName): boolean {
  const [first, second] = [one, other].map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return compareNames(first!, second!) === 'match' && compareNames(second!, first!) === 'match';
}
