import type { Pool } from 'pg';
import type { Outcome } from './commit-units';
import { isRow } from '../work/row-write';
import type { Work } from '../work/work';

const OWN_IDS = /^(journals_\d+|outbox)_pkey$/;

/**
 * Whether a unit could not be committed because it is committed, and only word of it had been lost: ids that it brings
 * along can be taken by nobody but itself.
 */
export function isMadeBefore(error: unknown, { writes }: Work): boolean {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code !== '23505') return false;
  const inserts = writes.filter(isRow).filter(({ kind }) => kind === 'insert');
  return OWN_IDS.test(constraint) || inserts.some(({ table }) => constraint === `${table.name}_pkey`);
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
