import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AfterCommit, ANY_EVENT, type StoredEvent } from '@app/database';
import { Clock, uuidv7 } from '@app/kernel';
import type { PoolClient } from 'pg';
import { EndpointDirectory, type WebhookEndpoint } from '../endpoint-directory';
import { envelope } from '../envelope';
import { type WireEvent, wireEventsOf } from '../wire-events';

/** Numbers the event for each app, counters in ascending order, and leaves one delivery per endpoint that wants it. */
const QUEUE = `
  WITH counted AS (
    INSERT INTO app_event_counters AS c (app_id, last)
    SELECT app_id, 1 FROM unnest($1::uuid[]) AS app_id ORDER BY app_id
    ON CONFLICT (app_id) DO UPDATE SET last = c.last + 1
    RETURNING app_id, last
  ), numbered AS (
    INSERT INTO app_events (app_id, sequence, event_id, event, created_at)
    SELECT app_id, last, $2, $3, $4 FROM counted
    RETURNING app_id, sequence
  )
  INSERT INTO webhook_deliveries (id, created_at, event_id, event, sequence, app_id, endpoint_id, body, status, due_at)
  SELECT e.delivery_id, $4, $2, $3, n.sequence, n.app_id, e.endpoint_id, $5, 'pending', $6
    FROM unnest($7::uuid[], $8::uuid[], $9::uuid[]) AS e (delivery_id, endpoint_id, app_id)
    JOIN numbered n ON n.app_id = e.app_id`;

/** Turns events into deliveries, in the transaction that marks them heard: one per endpoint, exactly. */
@Injectable()
export class WhenAnythingHappens {
  constructor(
    private readonly directory: EndpointDirectory,
    private readonly clock: Clock,
  ) {}

  @AfterCommit(ANY_EVENT)
  async queueDeliveries(stored: StoredEvent, tx: PoolClient): Promise<void> {
    const events = await wireEventsOf(stored, tx);
    for (const [index, event] of events.entries()) {
      const endpoints = await this.directory.endpointsFor(event.receiverId, stored.mode, tx);
      if (endpoints.length > 0) await this.queue(tx, stored, event, wireId(stored.id, index), endpoints);
    }
  }

  private async queue(
    tx: PoolClient,
    { createdAt }: StoredEvent,
    { event, data }: WireEvent,
    eventId: string,
    endpoints: readonly WebhookEndpoint[],
  ): Promise<void> {
    const apps = [...new Set(endpoints.map(({ appId }) => appId))];
    const wanting = endpoints.filter(({ events }) => events.includes('*') || events.includes(event));
    await tx.query({
      name: 'queue_deliveries',
      text: QUEUE,
      values: [
        ...[apps, eventId, event, createdAt, envelope(event, data, createdAt), this.clock.now()],
        wanting.map(() => uuidv7(createdAt)),
        wanting.map(({ id }) => id),
        wanting.map(({ appId }) => appId),
      ],
    });
  }
}

/** Receivers tell duplicates by the id, so two events that come from one happening need two. */
function wireId(storedId: string, index: number): string {
  if (index === 0) return storedId;
  const hex = createHash('sha256').update(`${storedId}.${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
