import type { PoolClient } from 'pg';

/** The balance of an account, in smallest units, right after one of its journals. */
export async function balanceAfterJournal(
  tx: PoolClient,
  journalId: string,
  accountId: string,
): Promise<bigint> {
  const { rows } = await tx.query<{ balance: string }>(
    `SELECT l.balance_after_minor AS balance
       FROM ledger.journals j
      CROSS JOIN unnest(j.accounts, j.seqs) AS named(account_id, seq)
       JOIN ledger.legs l ON l.account_id = named.account_id AND l.seq = named.seq
      WHERE j.id = $1 AND named.account_id = $2
      ORDER BY l.seq DESC LIMIT 1`,
    [journalId, accountId],
  );
  if (!rows[0]) throw new Error(`journal ${journalId} has no leg on account ${accountId}`);
  return BigInt(rows[0].balance);
}
