import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { Clock } from '@app/kernel';

/** Marks all notifications of an account as read, with one row for any number of them. */
export class MarkAllRead extends Command<void> {
  constructor(readonly ownerId: string) {
    super();
  }
}

const MARK_ALL = `
  WITH read AS (
    UPDATE notification_inboxes SET unread = 0 WHERE owner_id = $1 AND unread > 0 RETURNING owner_id, last
  )
  INSERT INTO notification_marks (owner_id, up_to, read_at) SELECT owner_id, last, $2 FROM read`;

@CommandHandler(MarkAllRead)
export class MarkAllReadHandler implements ICommandHandler<MarkAllRead> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  execute({ ownerId }: MarkAllRead): Promise<void> {
    this.unit.stage({ sql: MARK_ALL, parameters: [ownerId, this.clock.now()] });
    return Promise.resolve();
  }
}
