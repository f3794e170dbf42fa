import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';

const BATCH = 500;

/** Adds committed journals to the hash chain and folds the service's own balances. Any number may run at once. */
@Injectable()
export class SealJournals {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Seals until nothing is left; returns how many journals it sealed. */
  async run(): Promise<number> {
    for (let total = 0; ;) {
      const { rows } = await this.pool.query<{ sealed: number }>('SELECT ledger.seal($1) AS sealed', [BATCH]);
      total += rows[0]!.sealed;
      if (rows[0]!.sealed < BATCH) return total;
    }
  }
}
