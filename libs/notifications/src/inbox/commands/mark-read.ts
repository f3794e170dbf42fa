import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { Clock, notFound } from '@app/kernel';
import { NotificationQueries } from '../notification.queries';

/** Marks one notification as read; a second time changes nothing. */
export class MarkRead extends Command<void> {
  constructor(
    readonly ownerId: string,
    readonly id: number,
  ) {
    super();
  }
}

/** Runs while its transaction holds a lock on the inbox, so that no other mark changes the count meanwhile. */
const MARK = `
  WITH marked AS (
    UPDATE notifications SET read_at = $3
     WHERE owner_id = $1 AND id = $2 AND read_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM notification_marks WHERE owner_id = $1 AND up_to >= $2)
    RETURNING id
  )
  UPDATE notification_inboxes SET unread = unread - 1 FROM marked WHERE owner_id = $1`;

@CommandHandler(MarkRead)
export class MarkReadHandler implements ICommandHandler<MarkRead> {
  constructor(
    private readonly notifications: NotificationQueries,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ ownerId, id }: MarkRead): Promise<void> {
    const readAt = await this.notifications.readAt(ownerId, id);
    if (readAt === undefined) throw notFound('Notification');
    if (readAt !== null) return;
    this.unit.stage({
      sql: 'SELECT 1 FROM notification_inboxes WHERE owner_id = $1 FOR UPDATE',
      parameters: [ownerId],
    });
    this.unit.stage({ sql: MARK, parameters: [ownerId, id, this.clock.now()], expectedRows: 1 });
  }
}
