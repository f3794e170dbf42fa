import type { Pool } from 'pg';
import type { Work } from '../work/work';
import type { Outcome } from './commit-units';

/** What became of a unit whose commit nobody heard of; null where it was not committed. */
export async function committedUnheard(work: Work, pool: Pool): Promise<Outcome | null> {
  const { rows } = await pool.query<{ committed: boolean }>(
    `SELECT EXISTS (SELECT FROM outbox WHERE id = ANY ($1::uuid[]))
         OR EXISTS (SELECT FROM ledger.journals WHERE id = ANY ($2::uuid[])) AS committed`,
    [work.events.map(({ id }) => id), work.journals.map(({ id }) => id)],
  );
  return rows[0]!.committed ? { kind: 'committed', balanceMinor: await balanceAfter(work, pool) } : null;
}

async function balanceAfter({ journals, balanceAfter }: Work, pool: Pool): Promise<bigint | null> {
  if (!balanceAfter) return null;
  const { rows } = await pool.query<{ balance_after_minor: string }>(
    `SELECT balance_after_minor FROM ledger.legs WHERE account_id = $1 AND journal_id = ANY ($2::uuid[])
      ORDER BY seq DESC LIMIT 1`,
    [balanceAfter.accountId, journals.map(({ id }) => id)],
  );
  return rows[0] ? BigInt(rows[0].balance_after_minor) : null;
}
