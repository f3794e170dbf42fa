import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const BATCH = 5000;
const MAX_BATCHES = 200;
const DAY_SECONDS = 86_400;

/**
 * Drops partitions of deliveries and attempts whose month ended EVENT_RETENTION_DAYS ago. A partition with
 * pending deliveries keeps those, and its other rows are deleted. Any number of these jobs may run at once.
 */
@Injectable()
@Scheduled({ every: '1h', name: 'drop old webhook logs' })
export class PurgeDeliveryLogs {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the number of dropped partitions. */
  async run(): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.env.EVENT_RETENTION_DAYS * DAY_SECONDS);
    const { rows } = await this.pool.query<{ dropped: number }>(
      'SELECT drop_webhook_partitions($1) AS dropped',
      [before],
    );
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const { rowCount } = await this.pool.query(
        `DELETE FROM webhook_deliveries WHERE (id, created_at) IN (
           SELECT id, created_at FROM webhook_deliveries
            WHERE created_at < date_trunc('month', $1::timestamptz, 'UTC') AND status <> 'pending'
            LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
        [before],
      );
      if ((rowCount ?? 0) < BATCH) break;
    }
    return rows[0]!.dropped;
  }
}
