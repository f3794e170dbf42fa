import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';

/** Deletes buyers' codes that have expired and counts whose hour is over. Any number may run at once. */
@Injectable()
export class PurgeBuyerCodes {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const codes = { table: 'checkout_buyer_codes', where: 'expires_at <= $1', by: 'expires_at' };
    const counts = { table: 'checkout_buyer_counts', where: 'resets_at <= $1', by: 'resets_at' };
    return (
      (await deleteInBatches(this.pool, codes, [now])) + (await deleteInBatches(this.pool, counts, [now]))
    );
  }
}
