import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { SealJournals } from '@app/ledger';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const BATCH = 2000;

/** Positions become visible in their order, so those that follow the last linked one are all that is left. */
const LINK = `
  INSERT INTO journal_links (position, journal_id, related_type, related_id, reference)
  SELECT s.position, j.id, j.related_type, j.related_id, j.reference
    FROM (SELECT position, journal_id FROM ledger.seals
           WHERE position > coalesce((SELECT max(position) FROM journal_links), 0) ORDER BY position LIMIT ${BATCH}) s
    JOIN ledger.journals j ON j.id = s.journal_id
  ON CONFLICT (position) DO NOTHING`;

/** Lists sealed journals by what they are about. Two runs at once link each journal once. */
@Injectable()
@Scheduled({ every: '1s', name: 'link journals', after: [SealJournals] })
export class LinkJournals {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Links until nothing is left; returns the number of linked journals. */
  async run(signal?: AbortSignal): Promise<number> {
    for (let total = 0; ;) {
      const { rowCount } = await this.pool.query(LINK);
      total += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH || signal?.aborted) return total;
    }
  }
}
