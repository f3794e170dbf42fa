import type { DataSource } from 'typeorm';

const TRANSACTIONS_OF_AN_EPOCH = 2n ** 32n;

/**
 * Throws if the server's transaction numbers are lower than those in the ledger, e.g. after a dump was restored to
 * a new server. Journals and audit entries are sealed in the order of their transactions, so new ones would not be
 * sealed and verification would report them as inserted later. The error says how to fix this.
 */
export async function requireTransactionOrder(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ last: string | null; next: string }[]>(
    `SELECT max(xid)::text AS last, pg_snapshot_xmax(pg_current_snapshot())::text AS next
       FROM ((SELECT xid FROM ledger.seals ORDER BY position DESC LIMIT 1)
             UNION ALL (SELECT xid FROM ledger.journals ORDER BY xid DESC, id DESC LIMIT 1)
             UNION ALL (SELECT xid FROM ledger.audit_seals ORDER BY position DESC LIMIT 1)
             UNION ALL (SELECT xid FROM audit_log ORDER BY xid DESC, id DESC LIMIT 1)) booked`,
  );
  const { last, next } = row!;
  if (last === null || BigInt(last) < BigInt(next)) return;
  const epoch = BigInt(last) / TRANSACTIONS_OF_AN_EPOCH + 1n;
  throw new Error(
    `The books go up to transaction ${last}, and this PostgreSQL goes on with ${next}: they come from another server. ` +
      `Stop it and run "pg_resetwal -e ${epoch}" on its data directory (docs/operate/repair.md, Restoring a backup).`,
  );
}
