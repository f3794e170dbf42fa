import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

/** Deletes what limits of buyers count no longer: codes that have expired, counts whose hour is over, prompts. Any number may run at once. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge expired buyer codes' })
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
    const prompts = {
      table: 'phone_prompts',
      where: `sent_at <= $1::timestamptz - interval '1 hour'`,
      by: 'sent_at',
    };
    let deleted = 0;
    for (const rows of [codes, counts, prompts]) deleted += await deleteInBatches(this.pool, rows, [now]);
    return deleted;
  }
}
