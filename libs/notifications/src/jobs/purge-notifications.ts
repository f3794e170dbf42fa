import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL, withTransaction } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';
import { MAILS_KEPT_DAYS, NOTIFICATIONS_KEPT_DAYS } from '../notification-retention.policy';
import { SmsQueueService } from '../sms/sms-queue.service';

const DAY_SECONDS = 24 * 3600;
const MAX_OWNERS = 100;

/** Deletes an account's notifications below the first one that is kept, so that ids stay without gaps. */
const PURGE = `
  WITH kept AS (
    SELECT coalesce(min(n.id) - 1, (SELECT last FROM notification_inboxes WHERE owner_id = $1)) AS to_id
      FROM notifications n WHERE n.owner_id = $1 AND n.created_at >= $2
  ), purged AS (
    DELETE FROM notifications n USING kept WHERE n.owner_id = $1 AND n.id <= kept.to_id
    RETURNING n.read_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM notification_marks m WHERE m.owner_id = $1 AND m.up_to >= n.id) AS unread
  )
  UPDATE notification_inboxes i
     SET forgotten_to = kept.to_id, unread = i.unread - (SELECT count(*) FROM purged WHERE unread)
    FROM kept WHERE i.owner_id = $1`;

/** Deletes notifications after a year, and mails and text messages 30 days after they ended. Parked mails stay until staff have looked. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge old notifications and mails' })
export class PurgeNotifications {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly messages: SmsQueueService,
  ) {}

  /** Returns the number of deleted mails and text messages plus the accounts that it purged, which are at most 100 in one run. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const mails = await deleteInBatches(
      this.pool,
      { table: 'mails', where: `ended_at < $1 AND status <> 'parked'`, by: 'ended_at' },
      [addSeconds(now, -MAILS_KEPT_DAYS * DAY_SECONDS)],
    );
    const texts = await this.messages.purge();
    const before = addSeconds(now, -NOTIFICATIONS_KEPT_DAYS * DAY_SECONDS);
    const { rows } = await this.pool.query<{ owner_id: string }>(
      `SELECT DISTINCT owner_id FROM (SELECT owner_id FROM notifications WHERE created_at < $1 ORDER BY created_at LIMIT $2) old`,
      [before, MAX_OWNERS],
    );
    for (const { owner_id: ownerId } of rows) await this.purge(ownerId, before);
    return mails + texts + rows.length;
  }

  private async purge(ownerId: string, before: Date): Promise<void> {
    await withTransaction(this.pool, async (tx) => {
      await tx.query('SELECT 1 FROM notification_inboxes WHERE owner_id = $1 FOR UPDATE', [ownerId]);
      await tx.query(PURGE, [ownerId, before]);
      await tx.query(
        `DELETE FROM notification_marks m USING notification_inboxes i
          WHERE m.owner_id = $1 AND i.owner_id = $1 AND m.up_to <= i.forgotten_to`,
        [ownerId],
      );
    });
  }
}
