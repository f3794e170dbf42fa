import type { PoolClient } from 'pg';
import { type FoundFault, LISTED, runChecks } from './rules/check';
import { ORDER_CHECK } from './rules/journal-checks';
import type { ProofRules } from './rules/proof-rules';

export interface SealedJournals {
  ids: string[];
  /** The last seal among them, and its hash in hex. */
  position: string;
  hash: string;
}

interface Seal {
  position: string;
  journal_id: string;
  hash: string;
}

/** The next journals sealed above `position`; null where there is none. */
export async function sealedAbove(
  client: PoolClient,
  position: string,
  limit: number,
): Promise<SealedJournals | null> {
  const { rows } = await client.query<Seal>(
    `SELECT position, journal_id, encode(hash, 'hex') AS hash FROM ledger.seals
      WHERE position > $1 ORDER BY position LIMIT $2`,
    [position, limit],
  );
  const last = rows.at(-1);
  return last ? { ids: rows.map((row) => row.journal_id), position: last.position, hash: last.hash } : null;
}

/** Checks these journals and their seals, and that no unsealed journal lies between them. */
export async function proveSealed(
  client: PoolClient,
  rules: ProofRules,
  { ids, position: last }: SealedJournals,
  above: string,
): Promise<FoundFault[]> {
  return [
    ...(await runChecks(client, rules.journals, LISTED, [ids])),
    ...(await runChecks(client, [ORDER_CHECK], BETWEEN_SEALS, [above, last])),
  ];
}

const BETWEEN_SEALS = (xid: string, id: string) =>
  `(${xid}, ${id}) > (coalesce((SELECT s.xid FROM ledger.seals s WHERE s.position = $1), '0'::xid8),
                      coalesce((SELECT s.journal_id FROM ledger.seals s WHERE s.position = $1), '00000000-0000-0000-0000-000000000000'))
   AND (${xid}, ${id}) < ((SELECT s.xid FROM ledger.seals s WHERE s.position = $2),
                          (SELECT s.journal_id FROM ledger.seals s WHERE s.position = $2))`;
