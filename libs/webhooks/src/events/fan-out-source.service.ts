import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL, withTransaction } from '@app/database';
import { addSeconds, Clock, uuidv7 } from '@app/kernel';
import { type DueSource, WorkQueue } from '@app/queue';
import type { Pool, PoolClient } from 'pg';
import { EndpointDirectory } from '../endpoints/endpoint-directory.port';
import { isSubscribed } from './is-subscribed.policy';

/** Deliveries that one transaction creates; more only if a single event has more. */
const PER_SLICE = 100;
/** Time until an app is tried again that failed. */
const RETRY_SECONDS = 2;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The oldest events of an app whose deliveries are missing, with the number of its last event. */
const EVENTS = `
  SELECT c.last, e.sequence, e.event, e.created_at
    FROM app_event_counters c
    LEFT JOIN LATERAL (SELECT sequence, event, created_at FROM app_events
                        WHERE app_id = c.app_id AND sequence >= c.fan_out_from ORDER BY sequence LIMIT $2) e ON true
   WHERE c.app_id = $1 AND c.fan_out_from IS NOT NULL
   ORDER BY e.sequence`;

/** An event that was sent again meanwhile has its delivery already. */
const DELIVERIES = `
  INSERT INTO webhook_deliveries (id, created_at, event_id, event, sequence, object_id, object_sequence, app_id, owner_id, mode,
                                  endpoint_id, body, status, due_at)
  SELECT w.delivery_id, e.created_at, e.event_id, e.event, e.sequence, e.object_id, e.object_sequence, e.app_id, w.owner_id, w.mode,
         w.endpoint_id, e.body, 'pending', e.numbered_at
    FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::uuid[], $6::text[])
      AS w (delivery_id, sequence, endpoint_id, owner_id, mode)
    JOIN app_events e ON e.app_id = $1 AND e.sequence = w.sequence
  ON CONFLICT (event_id, endpoint_id, created_at) DO NOTHING`;

interface App {
  id: string;
}

interface EventRow {
  last: string;
  /** null if the app has no event left whose deliveries are missing. */
  sequence: string | null;
  event: string;
  created_at: Date;
}

/**
 * Creates the deliveries of events that were numbered without them, because their account has many endpoints. The events
 * of an app come in order, a slice per transaction; apps take turns.
 */
@Injectable()
export class FanOutSourceService implements DueSource<App> {
  readonly limits = { concurrency: 1 };
  /** The app that had the last turn of this process. */
  private last = BEFORE_ALL;
  /** When to try apps again that failed, so that they delay no others. */
  private readonly retries = new Map<string, Date>();

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly directory: EndpointDirectory,
    private readonly queue: WorkQueue,
    private readonly clock: Clock,
  ) {}

  async claim(_room: number, upTo: Date): Promise<App[]> {
    for (const [id, at] of this.retries) if (at <= upTo) this.retries.delete(id);
    let app = await this.nextAfter(this.last);
    if (!app && this.last !== BEFORE_ALL) app = await this.nextAfter(BEFORE_ALL);
    this.last = app?.id ?? BEFORE_ALL;
    return app ? [app] : [];
  }

  async work({ id }: App): Promise<void> {
    this.retries.set(id, addSeconds(this.clock.now(), RETRY_SECONDS));
    const created = await withTransaction(this.pool, async (tx) => {
      // Not the row of the counter: the relay, which increments it, must not wait for this transaction.
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhook fan-out ${id}`]);
      return this.createSlice(id, tx);
    });
    this.retries.delete(id);
    if (created > 0) this.queue.add('webhook-delivery', 'wake');
  }

  private async nextAfter(appId: string): Promise<App | undefined> {
    const { rows } = await this.pool.query<App>({
      name: 'next_fan_out',
      text: `SELECT app_id AS id FROM app_event_counters
              WHERE fan_out_from IS NOT NULL AND app_id > $1 AND app_id <> ALL ($2::uuid[]) ORDER BY app_id LIMIT 1`,
      values: [appId, [...this.retries.keys()]],
    });
    return rows[0];
  }

  /** Returns the number of deliveries. */
  private async createSlice(appId: string, tx: PoolClient): Promise<number> {
    const endpoints = await this.directory.endpointsOf(appId, tx);
    const limit = Math.max(1, Math.floor(PER_SLICE / Math.max(1, endpoints.length)));
    const { rows } = await tx.query<EventRow>({
      name: 'fan_out_events',
      text: EVENTS,
      values: [appId, limit],
    });
    if (rows.length === 0) return 0;
    const deliveries = rows.flatMap(({ sequence, event, created_at }) =>
      endpoints
        .filter(({ events }) => sequence !== null && isSubscribed(event, events))
        .map(({ id, ownerId, mode }) => ({
          id: uuidv7(created_at),
          sequence,
          endpointId: id,
          ownerId,
          mode,
        })),
    );
    if (deliveries.length > 0) {
      await tx.query({
        name: 'fan_out',
        text: DELIVERIES,
        values: [
          appId,
          deliveries.map(({ id }) => id),
          deliveries.map(({ sequence }) => sequence),
          deliveries.map(({ endpointId }) => endpointId),
          deliveries.map(({ ownerId }) => ownerId),
          deliveries.map(({ mode }) => mode),
        ],
      });
    }
    const { last, sequence } = rows.at(-1)!;
    const done = sequence === null || rows.length < limit ? last : sequence;
    await tx.query(
      'UPDATE app_event_counters SET fan_out_from = CASE WHEN last > $2::bigint THEN $2::bigint + 1 END WHERE app_id = $1',
      [appId, done],
    );
    return deliveries.length;
  }
}
