import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page } from '@app/http';
import type { Pool } from 'pg';
import type { DeliveriesQuery } from './deliveries.dto';

export interface AttemptView {
  attempt: number;
  at: string;
  /** HTTP status of the answer; null when there was none. */
  status: number | null;
  latency_ms: number;
  /** The first 1 KB of the answer. */
  answer: string | null;
  error: string | null;
}

export interface DeliveryView {
  id: string;
  webhook_id: string;
  event_id: string;
  event: string;
  sequence: number | null;
  object_id: string | null;
  object_sequence: number | null;
  status: 'pending' | 'delivered' | 'failed';
  /** When the next attempt is due; null when none is. */
  next_attempt_at: Date | null;
  /** The replay that last sent it. */
  replay_id: string | null;
  created_at: Date;
  /** All attempts, oldest first. */
  attempts: AttemptView[];
}

export interface DeliveryDetail extends DeliveryView {
  /** The exact text that every attempt sends. */
  body: string;
  /** The first 1 KB of the last answer; null where there was none. */
  answer: string | null;
}

const COLUMNS = `d.id, d.endpoint_id AS webhook_id, d.event_id, d.event, d.sequence::float8 AS sequence, d.object_id,
                d.object_sequence::float8 AS object_sequence, d.status, coalesce(d.retry_at, d.due_at) AS next_attempt_at, d.replay_id, d.created_at,
                coalesce((SELECT json_agg(json_build_object('attempt', a.attempt, 'at', to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                                                            'status', a.status, 'latency_ms', a.latency_ms, 'answer', a.answer, 'error', a.error)
                                          ORDER BY a.attempt, a.id)
                            FROM webhook_attempts a WHERE a.delivery_id = d.id), '[]') AS attempts`;
const LIST: Listing = {
  name: 'deliveries',
  rows: 'webhook_deliveries d',
  where: 'd.endpoint_id = $1 AND ($2::text IS NULL OR d.status = $2) AND ($3::text IS NULL OR d.event = $3)',
  order: 'd.created_at DESC, d.id DESC',
  columns: COLUMNS,
};

/** Reads the deliveries of an endpoint and its answers. */
@Injectable()
export class DeliveriesQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** An endpoint's deliveries with their attempts, newest first. */
  list(query: DeliveriesQuery): Promise<Page<DeliveryView>> {
    return Page.read(this.pool, LIST, [query.webhook_id, query.status, query.event], query);
  }

  /** One delivery of the owner, or of one of its apps, with what is sent; null where there is none. */
  async detail(ownerId: string, appId: string | null, id: string): Promise<DeliveryDetail | null> {
    const { rows } = await this.pool.query<DeliveryView & { body: string }>(
      `SELECT ${COLUMNS}, d.body FROM webhook_deliveries d
        WHERE d.id = $1 AND d.owner_id = $2 AND ($3::uuid IS NULL OR d.app_id = $3)`,
      [id, ownerId, appId],
    );
    return rows[0] ? { ...rows[0], answer: rows[0].attempts.at(-1)?.answer ?? null } : null;
  }

  /** The deliveries of one event of an app, one per endpoint. `createdAt` is the event's own time. */
  async ofEvent(appId: string, eventId: string, createdAt: Date): Promise<DeliveryView[]> {
    const { rows } = await this.pool.query<DeliveryView>(
      // The time selects the partition; it is stored with more digits than JavaScript has.
      `SELECT ${COLUMNS} FROM webhook_deliveries d
        WHERE d.event_id = $1 AND d.app_id = $2 AND d.created_at >= $3 AND d.created_at < $3::timestamptz + interval '1 ms'
        ORDER BY d.endpoint_id`,
      [eventId, appId, createdAt],
    );
    return rows;
  }
}
