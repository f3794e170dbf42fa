import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { BULL_QUEUES } from '@app/queue';
import type { Queue } from 'bull';
import type { Pool } from 'pg';

export interface QueueCounts {
  name: string;
  waiting: number;
  active: number;
  failed: number;
}

export interface DueWork {
  /** Events that are committed and not handled by all handlers. */
  outbox: { waiting: number; failing: number; parked: number };
  deliveries: { due: number; waiting: number };
}

export interface ScheduledJob {
  name: string;
  every_seconds: number;
  started_at: Date | null;
  finished_at: Date | null;
  runs: string;
  failures: string;
  last_error: string | null;
}

/** Reads the due work from PostgreSQL and the wake-ups from Redis. */
@Injectable()
export class DueWorkQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    @Inject(BULL_QUEUES) private readonly bull: Queue[],
  ) {}

  /** Null without Redis. Throws when Redis is unavailable. */
  async queues(): Promise<QueueCounts[] | null> {
    if (this.bull.length === 0) return null;
    return Promise.all(
      this.bull.map(async (queue) => {
        const { waiting, active, failed } = await queue.getJobCounts();
        return { name: queue.name, waiting, active, failed };
      }),
    );
  }

  async due(now: Date): Promise<DueWork> {
    const { rows } = await this.pool.query<DueWork>(
      `SELECT (SELECT json_build_object('waiting', count(*), 'failing', count(*) FILTER (WHERE attempts > 0),
                       'parked', (SELECT count(*) FROM outbox WHERE parked_at IS NOT NULL))
                 FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL) AS outbox,
              (SELECT json_build_object('due', count(*) FILTER (WHERE due_at <= $1), 'waiting', count(*))
                 FROM webhook_deliveries WHERE status = 'pending') AS deliveries`,
      [now],
    );
    return rows[0]!;
  }

  async jobs(): Promise<ScheduledJob[]> {
    const { rows } = await this.pool.query<ScheduledJob>('SELECT * FROM scheduled_jobs ORDER BY name');
    return rows;
  }
}
