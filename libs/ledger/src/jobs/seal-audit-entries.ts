import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const BATCH = 500;

/** Adds committed audit entries to their hash chain. Any number of these jobs may run at once. */
@Injectable()
@Scheduled({ every: '1s', name: 'seal audit entries' })
export class SealAuditEntries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Seals until nothing is left; returns the number of sealed entries. */
  async run(): Promise<number> {
    for (let total = 0; ;) {
      const { rows } = await this.pool.query<{ sealed: number }>('SELECT ledger.seal_audit($1) AS sealed', [
        BATCH,
      ]);
      total += rows[0]!.sealed;
      if (rows[0]!.sealed < BATCH) return total;
    }
  }
}
