import type { Pool } from 'pg';
import type { Outcome } from './commit-units';
import type { Work } from './work';

/** Ids that a unit of work brings along; taken, they can only be taken by itself. */
const OWN_IDS = /^(journals_\d+|outbox)_pkey$/;

/** Whether a unit could not be committed because it is committed: only word of it had been lost. */
export function isMadeBefore(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && OWN_IDS.test(constraint ?? '');
}

/** What became of a unit that is committed. */
export async function outcomeOf({ journals, balanceAfter }: Work, pool: Pool): Promise<Outcome> {
  if (!balanceAfter) return { kind: 'committed', balanceMinor: null };
  const { rows } = await pool.query<{ balance_after_minor: string }>(
    `SELECT balance_after_minor FROM ledger.legs WHERE account_id = $1 AND journal_id = ANY ($2::uuid[])
      ORDER BY seq DESC LIMIT 1`,
    [balanceAfter.accountId, journals.map(({ id }) => id)],
  );
  return { kind: 'committed', balanceMinor: rows[0] ? BigInt(rows[0].balance_after_minor) : null };
}
