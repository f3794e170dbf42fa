import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';

const MONTHS_AHEAD = 3;

/** Creates the monthly partitions of deliveries and attempts in advance. Runs daily. */
@Injectable()
export class CreateWebhookPartitions {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of created partitions. */
  async run(): Promise<number> {
    const { rows } = await this.pool.query<{ created: number }>(
      'SELECT create_webhook_partitions($1, $2) AS created',
      [this.clock.now(), MONTHS_AHEAD],
    );
    return rows[0]!.created;
  }
}
