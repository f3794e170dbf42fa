import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { Clock, invalidState, notFound, uuidv7 } from '@app/kernel';
import { WebhookEndpointQueries } from '@app/merchants';
import { ChangeNotifier, WorkQueue } from '@app/queue';
import { FEED_TOPIC } from '../event-feed.service';
import { FeedQueries } from '../feed.queries';
import { isSubscribed } from '../is-subscribed.policy';

/** More attempts are not needed, and the number of attempts has to be limited. */
const MAX_TRIES = 1000;

export interface Resent {
  id: string;
  sequence: number;
  /** The endpoints that get it; readers of the feed get it in any case. */
  webhook_ids: string[];
}

/**
 * Sends an event of an app again, under its id and number: to one endpoint or to all that are subscribed, and
 * to readers of the feed. Deliveries that have ended get the whole retry schedule again; one that is being sent
 * is not changed.
 */
export class ResendEvent extends Command<Resent> {
  constructor(
    readonly app: { ownerId: string; appId: string },
    readonly eventId: string,
    /** null: all subscribed endpoints of the app. */
    readonly endpointId: string | null,
  ) {
    super();
  }
}

@CommandHandler(ResendEvent)
export class ResendEventHandler implements ICommandHandler<ResendEvent> {
  constructor(
    private readonly feed: FeedQueries,
    private readonly endpoints: WebhookEndpointQueries,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
    private readonly notifier: ChangeNotifier,
    private readonly queue: WorkQueue,
  ) {}

  async execute({ app, eventId, endpointId }: ResendEvent): Promise<Resent> {
    const event = await this.feed.event(app.appId, eventId);
    if (!event) throw notFound('Event');
    const targets = await this.targetsOf(app, event.event, endpointId);
    const now = this.clock.now();
    this.unit.stage({
      sql: `WITH counted AS (UPDATE app_event_counters SET resends = resends + 1 WHERE app_id = $1 RETURNING resends)
            INSERT INTO app_event_resends (app_id, number, event_id, created_at) SELECT $1, resends, $2, $3 FROM counted`,
      parameters: [app.appId, eventId, now],
      expectedRows: 1,
    });
    if (targets.length > 0) this.stageDeliveries(app.appId, eventId, targets, now);
    this.unit.onCommitted(() => {
      this.notifier.notify(FEED_TOPIC, app.appId);
      this.queue.add('webhook-delivery', 'wake');
    });
    return { id: event.id, sequence: event.sequence, webhook_ids: targets };
  }

  private async targetsOf(
    { ownerId, appId }: ResendEvent['app'],
    event: string,
    endpointId: string | null,
  ): Promise<string[]> {
    const endpoints = await this.endpoints.list(ownerId, appId);
    if (endpointId === null)
      return endpoints
        .filter(({ active, events }) => active && isSubscribed(event, events))
        .map(({ id }) => id);
    const endpoint = endpoints.find(({ id }) => id === endpointId);
    if (!endpoint) throw notFound('Webhook endpoint');
    if (!endpoint.active) throw invalidState('This endpoint is disabled; resume it first.');
    return [endpoint.id];
  }

  private stageDeliveries(appId: string, eventId: string, endpointIds: string[], now: Date): void {
    this.unit.stage({
      sql: `INSERT INTO webhook_deliveries (id, created_at, event_id, event, sequence, object_id, object_sequence, app_id, owner_id, mode,
                                            endpoint_id, body, status, due_at)
            SELECT t.id, e.created_at, e.event_id, e.event, e.sequence, e.object_id, e.object_sequence, e.app_id, a.owner_id, a.mode,
                   t.endpoint_id, e.body, 'pending', $3
              FROM app_events e JOIN merchant_apps a ON a.id = e.app_id, unnest($4::uuid[], $5::uuid[]) AS t (id, endpoint_id)
             WHERE e.app_id = $1 AND e.event_id = $2
            ON CONFLICT (event_id, endpoint_id, created_at) DO UPDATE
               SET status = 'pending', due_at = excluded.due_at, retry_at = NULL, claim = NULL, claimed_until = NULL,
                   by_hand = CASE webhook_deliveries.status WHEN 'pending' THEN webhook_deliveries.by_hand
                             ELSE webhook_deliveries.attempts END
             WHERE webhook_deliveries.attempts < ${MAX_TRIES}
               AND (webhook_deliveries.claimed_until IS NULL OR webhook_deliveries.claimed_until <= $3)`,
      parameters: [appId, eventId, now, endpointIds.map(() => uuidv7(now)), endpointIds],
    });
  }
}
