import { EventsHandler } from '@nestjs/cqrs';
import {
  AfterCommitBatch,
  type AfterCommitBatchHandler,
  OutboxRelay,
  type StoredEvent,
} from '@app/write-path';
import { Clock, DomainEvent, uuidFromHash, uuidv7 } from '@app/kernel';
import type { AccountInMode, AppEndpoint } from '@app/merchants';
import { ChangeNotifier } from '@app/queue';
import type { PoolClient } from 'pg';
import { EndpointDirectory } from '../../endpoints/endpoint-directory.port';
import { envelope } from '../../deliveries/envelope.view';
import { FEED_TOPIC } from '../event-feed.service';
import { DirectDeliveries } from '../direct-deliveries.policy';
import { isSubscribed } from '../is-subscribed.policy';
import { subjectOf } from '../subject-of.policy';
import type { WireEvent } from '../public-event';
import { type EventSpace, spacesOf } from '../space-times.queries';
import { wireEventsOf } from '../wire-events.policy';

/**
 * Numbers the events of each app in the given order and adds one delivery per subscribed endpoint. All counters
 * are incremented at once in ascending order, to avoid deadlocks between relays. They stay locked until the
 * numbers are committed, so that a number is never visible before a lower one. Events about one object are
 * counted under the lock of their app. An app in $14, or one that `fan_out_from` names events of already, gets no
 * deliveries here: the fan-out creates them in the order of the numbers.
 */
const NUMBER = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
      WITH ORDINALITY AS g (app_id, event_id, event, body, created_at, object_id, place)
  ), counted AS (
    INSERT INTO app_event_counters AS c (app_id, last, fan_out_from)
    SELECT app_id, count(*), CASE WHEN app_id = ANY ($14::uuid[]) THEN 1 END FROM given GROUP BY app_id ORDER BY app_id
    ON CONFLICT (app_id) DO UPDATE SET last = c.last + excluded.last,
      fan_out_from = coalesce(c.fan_out_from, CASE WHEN excluded.fan_out_from IS NOT NULL THEN c.last + 1 END)
    RETURNING app_id, last, fan_out_from
  ), about AS (
    INSERT INTO object_event_counters AS o (app_id, object_id, last, last_at)
    SELECT g.app_id, g.object_id, count(*), $7 FROM given g JOIN counted c ON c.app_id = g.app_id
     WHERE g.object_id IS NOT NULL GROUP BY g.app_id, g.object_id ORDER BY g.app_id, g.object_id
    ON CONFLICT (app_id, object_id) DO UPDATE SET last = o.last + excluded.last, last_at = excluded.last_at
    RETURNING app_id, object_id, last
  ), numbered AS (
    INSERT INTO app_events (app_id, sequence, event_id, event, body, created_at, numbered_at, object_id, object_sequence)
    SELECT g.app_id, c.last - count(*) OVER (PARTITION BY g.app_id) + row_number() OVER (PARTITION BY g.app_id ORDER BY g.place),
           g.event_id, g.event, g.body, g.created_at, $7, g.object_id,
           a.last - count(*) OVER (PARTITION BY g.app_id, g.object_id)
             + row_number() OVER (PARTITION BY g.app_id, g.object_id ORDER BY g.place)
      FROM given g JOIN counted c ON c.app_id = g.app_id
      LEFT JOIN about a ON a.app_id = g.app_id AND a.object_id = g.object_id
    RETURNING app_id, event_id, event, body, created_at, sequence, object_id, object_sequence
  )
  INSERT INTO webhook_deliveries (id, created_at, event_id, event, sequence, object_id, object_sequence, app_id, owner_id, mode,
                                  endpoint_id, body, status, due_at)
  SELECT w.delivery_id, n.created_at, n.event_id, n.event, n.sequence, n.object_id, n.object_sequence, n.app_id, w.owner_id, w.mode,
         w.endpoint_id, n.body, 'pending', $7
    FROM unnest($8::uuid[], $9::uuid[], $10::uuid[], $11::uuid[], $12::uuid[], $13::text[])
      AS w (delivery_id, endpoint_id, app_id, event_id, owner_id, mode)
    JOIN numbered n ON n.app_id = w.app_id AND n.event_id = w.event_id
    JOIN counted c ON c.app_id = w.app_id AND c.fan_out_from IS NULL`;

/** A public event with its id and time. */
interface AppEvent extends WireEvent, AccountInMode {
  id: string;
  at: Date;
  /** The time in the envelope: of the app's test clock, if it has one. */
  sentAt: Date;
}

/**
 * Turns domain events into numbered events and deliveries for each app of the account, in the transaction that
 * marks them handled, so that each is created exactly once.
 */
@EventsHandler(DomainEvent)
@AfterCommitBatch('number-app-events')
export class NumberAppEvents implements AfterCommitBatchHandler {
  /** Apps whose readers are woken after the commit. A needless wake-up does no harm. */
  private readonly numbered = new Set<string>();

  constructor(
    private readonly directory: EndpointDirectory,
    private readonly clock: Clock,
    relay: OutboxRelay,
    private readonly notifier: ChangeNotifier,
  ) {
    relay.onRelayed(() => this.wakeReaders());
  }

  async handle(stored: readonly StoredEvent[], tx: PoolClient): Promise<void> {
    const events: AppEvent[] = [];
    const spaceOf = await spacesOf(stored, tx);
    for (const happening of stored) events.push(...(await appEventsOf(happening, spaceOf(happening), tx)));
    if (events.length === 0) return;
    const apps = await this.directory.appsOf(accountsOf(events), tx);
    if (apps.length > 0) await this.write(events, byAccount(apps), tx);
  }

  private async write(
    appEvents: readonly AppEvent[],
    apps: ReadonlyMap<string, AppEndpoint[]>,
    tx: PoolClient,
  ): Promise<void> {
    const events: unknown[][] = [];
    const direct = new DirectDeliveries();
    for (const event of appEvents) {
      const body = envelope(event.event, event.data, event.sentAt);
      const objectId = subjectOf(event.event, event.data);
      let numberedFor: string | undefined;
      for (const { appId, endpoint } of apps.get(accountKey(event)) ?? []) {
        if (event.appId && event.appId !== appId) continue;
        // The rows of an app are consecutive, one per endpoint.
        if (appId !== numberedFor) events.push([appId, event.id, event.event, body, event.at, objectId]);
        numberedFor = appId;
        if (endpoint && isSubscribed(event.event, endpoint.events))
          direct.add(event, { appId, endpointId: endpoint.id, eventId: event.id, at: event.at });
      }
    }
    if (events.length === 0) return;
    const { rows, deferredApps } = direct.planned();
    const deliveries = rows.map(({ account, endpointId, appId, eventId, at }) => {
      return [uuidv7(at), endpointId, appId, eventId, account.ownerId, account.mode];
    });
    const values = [...columns(events, 6), this.clock.now(), ...columns(deliveries, 6), deferredApps];
    await tx.query({ name: 'number_events', text: NUMBER, values });
    for (const [appId] of events) this.numbered.add(appId as string);
  }

  private wakeReaders(): void {
    for (const appId of this.numbered) this.notifier.notify(FEED_TOPIC, appId);
    this.numbered.clear();
  }
}

async function appEventsOf(
  stored: StoredEvent,
  space: EventSpace | null,
  tx: PoolClient,
): Promise<AppEvent[]> {
  const events = await wireEventsOf(stored, tx);
  return events.map((event, index) => ({
    ...event,
    id: wireId(stored.id, index),
    at: stored.createdAt,
    sentAt: space?.at ?? stored.createdAt,
    ...(space && { appId: space.appId }),
    ownerId: event.receiverId,
    mode: stored.mode,
  }));
}

function accountKey({ ownerId, mode }: AccountInMode): string {
  return `${mode} ${ownerId}`;
}

function accountsOf(events: readonly AppEvent[]): AccountInMode[] {
  return [...new Map(events.map((event) => [accountKey(event), event])).values()];
}

function byAccount(apps: readonly AppEndpoint[]): Map<string, AppEndpoint[]> {
  const groups = new Map<string, AppEndpoint[]>();
  for (const app of apps) {
    const group = groups.get(accountKey(app));
    if (group) group.push(app);
    else groups.set(accountKey(app), [app]);
  }
  return groups;
}

/** Rows as one array per column, also without any row. */
function columns(rows: readonly unknown[][], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}

/** Receivers find duplicates by the id, so two events with the same cause need two ids. */
function wireId(storedId: string, index: number): string {
  return index === 0 ? storedId : uuidFromHash(`${storedId}.${index}`);
}
