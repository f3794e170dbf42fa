import { Module } from '@nestjs/common';
import { MarkAllReadHandler } from './commands/mark-all-read';
import { MarkReadHandler } from './commands/mark-read';
import { NotificationQueries } from './notification.queries';

/** What an API host needs of notifications: reading them, and marking them as read. */
@Module({
  providers: [NotificationQueries, MarkReadHandler, MarkAllReadHandler],
  exports: [NotificationQueries],
})
export class NotificationsModule {}
