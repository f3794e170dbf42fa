import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const MONTHS_AHEAD = 3;
const TABLES = ['webhook_deliveries', 'webhook_attempts'];

/** Creates the monthly partitions of deliveries and attempts in advance, table by table. Runs daily. */
@Injectable()
@Scheduled({ every: '1h', name: 'create partitions of webhook logs' })
export class CreateWebhookPartitions {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of created partitions. */
  async run(): Promise<number> {
    let created = 0;
    for (const table of TABLES) {
      const { rows } = await this.pool.query<{ created: number }>(
        'SELECT create_webhook_partitions($1, $2, $3) AS created',
        [table, this.clock.now(), MONTHS_AHEAD],
      );
      created += rows[0]!.created;
    }
    return created;
  }
}
