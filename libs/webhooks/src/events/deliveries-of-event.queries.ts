import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';

export interface EventDelivery {
  id: string;
  webhook_id: string;
  /** null: the endpoint is gone. */
  url: string | null;
  status: 'pending' | 'delivered' | 'failed';
  /** When it is tried next; null once it is delivered or given up. */
  next_attempt_at: Date | null;
  attempts: {
    attempt: number;
    at: Date;
    status: number | null;
    latency_ms: number;
    answer: string | null;
    error: string | null;
  }[];
}

interface AttemptRow extends Omit<EventDelivery['attempts'][0], 'at'> {
  at: string;
}

/** What became of one event of an app, endpoint by endpoint and try by try. */
@Injectable()
export class DeliveriesOfEvent {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** `createdAt` is the event's own time. */
  async of(appId: string, eventId: string, createdAt: string): Promise<EventDelivery[]> {
    const { rows } = await this.pool.query<Omit<EventDelivery, 'attempts'> & { attempts: AttemptRow[] }>(
      `SELECT d.id, d.endpoint_id AS webhook_id, e.url, d.status, d.due_at AS next_attempt_at,
              (SELECT coalesce(json_agg(json_build_object('attempt', a.attempt, 'at', a.created_at, 'status', a.status,
                        'latency_ms', a.latency_ms, 'answer', a.answer, 'error', a.error) ORDER BY a.created_at, a.id), '[]')
                 FROM webhook_attempts a WHERE a.delivery_id = d.id AND a.created_at >= $3) AS attempts
         FROM webhook_deliveries d LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id
        WHERE d.event_id = $1 AND d.app_id = $2 AND d.created_at BETWEEN $3 AND $3::timestamptz + interval '1 ms'
        ORDER BY d.endpoint_id`,
      [eventId, appId, createdAt],
    );
    return rows.map(({ attempts, ...delivery }) => ({
      ...delivery,
      attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
    }));
  }
}
