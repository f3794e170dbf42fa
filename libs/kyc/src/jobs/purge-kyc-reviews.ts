import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const KEPT_SECONDS = 90 * 24 * 3600;
const BATCH = 5000;

const NOT_HELD = 'NOT EXISTS (SELECT FROM users u WHERE u.id = user_id AND u.legal_hold)';
const LONG_CLOSED = 'u.closed_at <= $1 AND NOT u.legal_hold';

/**
 * Deletes old tries of BVNs, and erases what businesses submitted without an approval. Of accounts that were closed
 * AML_RETENTION_YEARS ago it erases everything. A legal hold keeps it. Any number may run at once.
 */
@Injectable()
@Scheduled({ every: '1h', name: 'purge old KYC reviews' })
export class PurgeKycReviews {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted or erased. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const closedBefore = new Date(now);
    closedBefore.setUTCFullYear(now.getUTCFullYear() - this.config.env.AML_RETENTION_YEARS);
    return (
      (await this.purgeEnded(addSeconds(now, -KEPT_SECONDS))) + (await this.purgeClosed(closedBefore, now))
    );
  }

  private async purgeEnded(before: Date): Promise<number> {
    const where = `status IN ('mismatch', 'failed') AND ended_at <= $1 AND ${NOT_HELD}`;
    const tries = { table: 'bvn_verifications', where, by: 'ended_at' };
    const deleted = await deleteInBatches(this.pool, tries, [before]);
    const { rowCount } = await this.pool.query(
      `UPDATE kyb_submissions SET details_ciphertext = NULL, version = version + 1 WHERE id = ANY (ARRAY(
         SELECT id FROM kyb_submissions
          WHERE status IN ('withdrawn', 'rejected') AND details_ciphertext IS NOT NULL AND decided_at <= $1 AND ${NOT_HELD}
          ORDER BY decided_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      [before],
    );
    return deleted + (rowCount ?? 0);
  }

  private async purgeClosed(closedBefore: Date, now: Date): Promise<number> {
    let purged = 0;
    for (const table of ['bvn_verifications', 'name_changes']) {
      const { rowCount } = await this.pool.query(
        `DELETE FROM ${table} WHERE id = ANY (ARRAY(
           SELECT r.id FROM users u JOIN ${table} r ON r.user_id = u.id WHERE ${LONG_CLOSED} LIMIT ${BATCH}))`,
        [closedBefore],
      );
      purged += rowCount ?? 0;
    }
    const { rowCount } = await this.pool.query(
      `UPDATE kyb_submissions
          SET details_ciphertext = NULL, version = version + 1, claimed_by = NULL, claimed_until = NULL,
              status = CASE status WHEN 'pending' THEN 'withdrawn' ELSE status END, decided_at = coalesce(decided_at, $2)
        WHERE id = ANY (ARRAY(
         SELECT k.id FROM users u JOIN kyb_submissions k ON k.user_id = u.id AND k.details_ciphertext IS NOT NULL
          WHERE ${LONG_CLOSED} LIMIT ${BATCH} FOR UPDATE OF k SKIP LOCKED))`,
      [closedBefore, now],
    );
    return purged + (rowCount ?? 0);
  }
}
