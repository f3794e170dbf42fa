import type { PoolClient } from 'pg';
import type { AuditHead, CloseDocument, CloseTotal } from './close-document.policy';

/** The hash before the first seal of the journals, in hex. */
export const ORIGIN = `encode(sha256('ledger'::bytea), 'hex')`;
/** The hash before the first seal of the audit log. */
export const AUDIT_ORIGIN = `sha256('audit'::bytea)`;

const LAST_SEAL = 'SELECT s.xid, s.entry_id FROM ledger.audit_seals s ORDER BY s.position DESC LIMIT 1';

/** Whether an audit entry made before `end` is not sealed yet. */
export async function hasUnsealedEntries(tx: PoolClient, end: Date): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM audit_log e
        WHERE (e.xid, e.id) > (coalesce((SELECT xid FROM (${LAST_SEAL}) s), '0'::xid8),
                               coalesce((SELECT entry_id FROM (${LAST_SEAL}) s), '00000000-0000-0000-0000-000000000000'::uuid))
          AND e.created_at < $1) AS found`,
    [end],
  );
  return rows[0]!.found;
}

/** The last seal of the audit log whose entry was made before `end`. */
export async function auditHeadOf(tx: PoolClient, end: Date): Promise<AuditHead> {
  const { rows } = await tx.query<AuditHead>(
    `SELECT coalesce(last.position, 0) AS last_position, encode(coalesce(last.hash, ${AUDIT_ORIGIN}), 'hex') AS last_hash
       FROM (SELECT 1) always LEFT JOIN LATERAL (
         SELECT s.position, s.hash FROM ledger.audit_seals s JOIN audit_log e ON e.id = s.entry_id
          WHERE e.created_at < $1 ORDER BY s.position DESC LIMIT 1) last ON true`,
    [end],
  );
  return rows[0]!;
}

/** Hashes, in hex, of the seals of the audit log at these positions. */
export async function auditSealsAt(
  client: PoolClient,
  positions: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ position: string; hash: string }>(
    `SELECT position, encode(hash, 'hex') AS hash FROM ledger.audit_seals WHERE position = ANY($1::bigint[])
      UNION ALL SELECT 0, encode(${AUDIT_ORIGIN}, 'hex')`,
    [positions],
  );
  return new Map(rows.map(({ position, hash }) => [position, hash]));
}

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
