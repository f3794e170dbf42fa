import { Body, Query, Req } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { Context, GetAction, type Page, PostAction, WireController, type WireRequest } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import { actorOf, AuditLog } from '../audit-log.service';
import { RetryParkedEvent } from '../commands/retry-parked-event';
import { DeliveriesQueries, type DeliveryRow } from './deliveries.queries';
import { ListDeliveriesDto, RetryParkedDto } from './deliveries-admin.dto';
import { type ParkedEvent, ParkedEvents } from './parked-events.queries';

const DAY = 86_400;
const MAX_SHOWN = 200;
const READ = { credentials: ['staff'], roles: ['support', 'finance'] } as const;

/** `admin.php?section=deliveries`: webhooks of all apps, and events that a listener could not hear. */
@WireController('admin.php')
export class DeliveriesAdminController {
  constructor(
    private readonly deliveries: DeliveriesQueries,
    private readonly parked: ParkedEvents,
    private readonly commands: Commands,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  @GetAction('deliveries/list', { ...READ, summary: 'Webhook deliveries of all apps, newest first' })
  async list(@Query() query: ListDeliveriesDto, @Req() request: WireRequest): Promise<Page<DeliveryRow>> {
    const now = this.clock.now();
    const filter = {
      ...{ status: query.status ?? null, event: query.event ?? null },
      ...{ appId: query.app_id ?? null, endpointId: query.webhook_id ?? null },
      from: query.from ? new Date(query.from) : addSeconds(now, -DAY),
      to: query.to ? new Date(query.to) : now,
    };
    const page = await this.deliveries.list(filter, query.page, query.per_page);
    await this.audit.append(request, { action: 'deliveries.list', after: filter });
    return page;
  }

  @GetAction('deliveries/parked', {
    ...READ,
    summary: 'Events whose listeners failed too often, oldest first, with what failed',
  })
  async listParked(@Req() request: WireRequest): Promise<object> {
    const [events, counts] = await Promise.all([this.parked.list(MAX_SHOWN), this.parked.counts()]);
    await this.audit.append(request, { action: 'deliveries.parked' });
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    return {
      total,
      by_listener: counts.map(({ error, ...rest }) => ({ listener: error, ...rest })),
      events: events.map(parkedView),
    };
  }

  /** Administrators only: what was parked failed ten times, and whoever tries again should know why it will not now. */
  @PostAction('deliveries/retry-parked', {
    summary: 'Have a parked event heard again, by the listeners that have not heard it yet',
    credentials: ['staff'],
    idempotent: true,
  })
  retryParked(@Req() request: WireRequest, @Context() context: RequestContext, @Body() body: RetryParkedDto) {
    const command = new RetryParkedEvent(actorOf(request), body.id.toLowerCase(), body.reason);
    return this.commands.answer(context, command, ({ id, attempts }) => ({
      message: 'The event is heard again at once.',
      ...{ id, attempts_before: attempts },
    }));
  }
}

function parkedView(event: ParkedEvent): object {
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
