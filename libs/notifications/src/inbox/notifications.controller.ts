import { Body, Query } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, GetAction, PagedQuery, PostAction, type UserCaller, WireController } from '@app/http';
import { MarkAllRead } from './commands/mark-all-read';
import { MarkRead } from './commands/mark-read';
import { MarkReadDto } from './notification.dto';
import { NotificationQueries } from './notification.queries';

/** `notifications.php`: the notifications of an account. */
@WireController('notifications.php')
export class NotificationsController {
  constructor(
    private readonly commands: Commands,
    private readonly notifications: NotificationQueries,
  ) {}

  @GetAction('list', { summary: 'Notifications, newest first', credentials: ['session'] })
  list(@By() { userId }: UserCaller, @Query() query: PagedQuery) {
    return this.notifications.list(userId, query);
  }

  @GetAction('unread-count', { summary: 'How many are unread', credentials: ['session'] })
  async unreadCount(@By() { userId }: UserCaller) {
    return { count: await this.notifications.unreadCount(userId) };
  }

  @PostAction('mark-all-read', { summary: 'Mark all as read', credentials: ['session'] })
  markAllRead(@By() { userId }: UserCaller, @Context() context: RequestContext) {
    return this.commands.answer(context, new MarkAllRead(userId), () => ({ message: 'All marked as read.' }));
  }

  @PostAction('mark-read', { summary: 'Mark one as read', credentials: ['session'], refusals: ['NOT_FOUND'] })
  markRead(@By() { userId }: UserCaller, @Context() context: RequestContext, @Body() { id }: MarkReadDto) {
    return this.commands.answer(context, new MarkRead(userId, id), () => ({ message: 'Marked as read.' }));
  }
}
