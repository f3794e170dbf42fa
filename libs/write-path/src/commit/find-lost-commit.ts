import type { Pool } from 'pg';
import { bounded } from '@app/database';
import type { PendingWrites } from '../unit-of-work/pending-writes';
import type { Outcome } from './commit-units';

/**
 * Returns the outcome of a unit whose commit got no answer; null if it was not committed. It looks for the
 * unit's events, because their ids are unique to it, while booking ids may also come from other units.
 */
export async function findLostCommit(pendingWrites: PendingWrites, pool: Pool): Promise<Outcome | null> {
  const ids = pendingWrites.events.map(({ id }) => id);
  const { rowCount } = await pool.query(
    bounded('SELECT FROM outbox WHERE id = ANY ($1::uuid[]) LIMIT 1', [ids]),
  );
  return rowCount === 0 ? null : { kind: 'committed', balanceMinor: await balanceAfter(pendingWrites, pool) };
}

async function balanceAfter({ journals, balanceAfter }: PendingWrites, pool: Pool): Promise<bigint | null> {
  if (!balanceAfter) return null;
  const { rows } = await pool.query<{ balance_after_minor: string }>(
    bounded(
      `SELECT balance_after_minor FROM ledger.legs WHERE account_id = $1 AND journal_id = ANY ($2::uuid[])
        ORDER BY seq DESC LIMIT 1`,
      [balanceAfter.accountId, journals.map(({ id }) => id)],
    ),
  );
  return rows[0] ? BigInt(rows[0].balance_after_minor) : null;
}
