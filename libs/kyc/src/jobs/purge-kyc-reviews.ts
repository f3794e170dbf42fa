import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';

const KEPT_SECONDS = 90 * 24 * 3600;
const BATCH = 5000;

/** Deletes old tries of BVNs, and erases what businesses submitted without an approval. Any number may run at once. */
@Injectable()
export class PurgeKycReviews {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted or erased. */
  async run(): Promise<number> {
    const before = addSeconds(this.clock.now(), -KEPT_SECONDS);
    const deleted = await deleteInBatches(
      this.pool,
      {
        table: 'bvn_verifications',
        where: `status IN ('mismatch', 'failed') AND ended_at <= $1`,
        by: 'ended_at',
      },
      [before],
    );
    const { rowCount } = await this.pool.query(
      `UPDATE kyb_submissions SET details_ciphertext = NULL, version = version + 1 WHERE id = ANY (ARRAY(
         SELECT id FROM kyb_submissions
          WHERE status IN ('withdrawn', 'rejected') AND details_ciphertext IS NOT NULL AND decided_at <= $1
          ORDER BY decided_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      [before],
    );
    return deleted + (rowCount ?? 0);
  }
}
