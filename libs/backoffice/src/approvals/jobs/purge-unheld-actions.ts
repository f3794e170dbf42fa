import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

/** Deletes unheld actions of two days ago, which count no more. Any number may run at once. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge old counted actions' })
export class PurgeUnheldActions {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Returns how many rows it deleted. */
  async run(): Promise<number> {
    const { rows } = await this.pool.query<{ purged: number }>('SELECT purge_unheld_actions() AS purged');
    return rows[0]!.purged;
  }
}
