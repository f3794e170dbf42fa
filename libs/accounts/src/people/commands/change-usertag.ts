import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CountLimits } from '@app/write-path';
import { addSeconds, Clock, notFound } from '@app/kernel';
import { usertagChangesUsedUp } from '../../common/account.errors';
import { UserRepository } from '../user.repository';
import { UsertagsService } from '../usertags.service';

const WINDOW_SECONDS = 365 * 24 * 3600;
const MAX_CHANGES = 3;

/** Gives a person another user tag, up to three times in 365 days. Its result is the tag. */
export class ChangeUsertag extends Command<string> {
  constructor(
    readonly userId: string,
    readonly usertag: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeUsertag)
export class ChangeUsertagHandler implements ICommandHandler<ChangeUsertag> {
  constructor(
    private readonly users: UserRepository,
    private readonly usertags: UsertagsService,
    private readonly limits: CountLimits,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, usertag }: ChangeUsertag): Promise<string> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    if (user.usertag === usertag) return usertag;
    await this.usertags.assertFree(usertag, userId);
    const now = this.clock.now();
    await this.limits.require<{ changes: number }>({
      lock: `usertag changes of ${userId}`,
      sql: 'SELECT count(*)::int AS changes FROM usertag_changes WHERE user_id = $1 AND changed_at > $2',
      parameters: [userId, addSeconds(now, -WINDOW_SECONDS)],
      limits: { changes: { max: MAX_CHANGES, refusal: usertagChangesUsedUp } },
    });
    user.changeUsertag(usertag);
    this.users.save(user);
    this.users.reserveUsertag(user, now);
    return usertag;
  }
}
