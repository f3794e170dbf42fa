import type { PoolClient } from 'pg';
import type { CloseDocument, CloseTotal } from './close-document.policy';

/** The hash before the first seal. */
export const ORIGIN = `encode(sha256('ledger'::bytea), 'hex')`;

/** Hashes, in hex, of the last seals of these closes, by position. */
export async function sealsAt(
  client: PoolClient,
  documents: readonly CloseDocument[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ position: string; hash: string }>(
    `SELECT position, encode(hash, 'hex') AS hash FROM ledger.seals WHERE position = ANY($1::bigint[])
      UNION ALL SELECT 0, ${ORIGIN}`,
    [documents.map((document) => document.last_position)],
  );
  return new Map(rows.map(({ position, hash }) => [position, hash]));
}

/** Totals of the journals sealed above `after` and up to `last`. */
export async function totalsOf(client: PoolClient, after: string, last: string): Promise<CloseTotal[]> {
  const { rows } = await client.query<CloseTotal>(
    `SELECT a.currency, a.code, sum(named.amount) AS minor
       FROM ledger.seals s JOIN ledger.journals j ON j.id = s.journal_id
      CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS named(account_id, amount)
       JOIN ledger.accounts a ON a.id = named.account_id
      WHERE s.position > $1 AND s.position <= $2 GROUP BY a.currency, a.code`,
    [after, last],
  );
  return rows;
}
