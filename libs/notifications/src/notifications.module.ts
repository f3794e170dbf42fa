import { Module } from '@nestjs/common';
import { MarkAllReadHandler } from './inbox/commands/mark-all-read';
import { MarkReadHandler } from './inbox/commands/mark-read';
import { NotificationQueries } from './inbox/notification.queries';
import { NotificationsController } from './inbox/notifications.controller';

/** For API hosts: reads notifications and marks them as read. */
@Module({
  providers: [NotificationQueries, MarkReadHandler, MarkAllReadHandler],
  controllers: [NotificationsController],
})
export class NotificationsModule {}
