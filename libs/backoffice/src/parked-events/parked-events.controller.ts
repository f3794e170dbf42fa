import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, GetAction, Lines, PostAction, type UserCaller, Uuid, WireController } from '@app/http';
import { RetryParkedEvent } from './commands/retry-parked-event';
import { type ParkedEvent, ParkedEventsQueries } from './parked-events.queries';

const MAX_SHOWN = 200;

class RetryParkedDto {
  @Uuid()
  id: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

/** `admin.php?section=deliveries`: events for which a handler failed too often. */
@WireController('admin.php')
export class ParkedEventsController {
  constructor(
    private readonly parked: ParkedEventsQueries,
    private readonly commands: Commands,
  ) {}

  @GetAction('deliveries/parked', {
    summary: 'Events whose listeners failed too often, oldest first, with what failed',
    credentials: ['staff'],
    roles: ['support', 'finance'],
  })
  async list() {
    const [events, counts] = await Promise.all([this.parked.list(MAX_SHOWN), this.parked.counts()]);
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    return {
      total,
      by_listener: counts.map(({ error, ...rest }) => ({ listener: error, ...rest })),
      events: events.map(parkedView),
    };
  }

  /** For administrators only, because the cause of the ten failures has to be fixed first. */
  @PostAction('deliveries/retry-parked', {
    summary: 'Have a parked event heard again, by the listeners that have not heard it yet',
    credentials: ['staff'],
    idempotent: true,
    refusals: ['NOT_FOUND'],
  })
  retry(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: RetryParkedDto) {
    const command = new RetryParkedEvent(caller, body.id.toLowerCase(), body.reason);
    return this.commands.answer(context, command, ({ id, attempts }) => ({
      message: 'The event is heard again at once.',
      id,
      attempts_before: attempts,
    }));
  }
}

function parkedView(event: ParkedEvent) {
  return {
    id: event.id,
    type: event.type,
    aggregate: event.aggregate,
    owner_id: event.ownerId,
    mode: event.mode,
    attempts: event.attempts,
    error: event.error,
    heard_by: event.handledBy,
    created_at: event.createdAt,
    parked_at: event.parkedAt,
  };
}
