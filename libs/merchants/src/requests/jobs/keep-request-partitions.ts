import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const MONTHS_AHEAD = 3;
const KEPT_SECONDS = 90 * 86_400;

/** Creates the next months of the log of requests, and drops those that ended 90 days ago. */
@Injectable()
@Scheduled({ every: '1h', name: 'keep partitions of the request log' })
export class KeepRequestPartitions {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns the numbers of created and dropped partitions. */
  async run(): Promise<{ created: number; dropped: number }> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ created: number; dropped: number }>(
      `SELECT create_request_log_partitions($1, $2) AS created, drop_request_log_partitions($3) AS dropped`,
      [now, MONTHS_AHEAD, addSeconds(now, -KEPT_SECONDS)],
    );
    return rows[0]!;
  }
}
