import type { DataSource } from 'typeorm';

const TRANSACTIONS_OF_AN_EPOCH = 2n ** 32n;

/**
 * Refuses to work where the server numbers transactions below those of the books, as after restoring a dump into a new
 * server: journals are sealed in the order of their transactions, so that none of today's would be, and the proofs
 * would take each for one that was slipped in. Says what puts it right.
 */
export async function requireTransactionOrder(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ last: string | null; next: string }[]>(
    `SELECT max(xid)::text AS last, pg_snapshot_xmax(pg_current_snapshot())::text AS next
       FROM ((SELECT xid FROM ledger.seals ORDER BY position DESC LIMIT 1)
             UNION ALL (SELECT xid FROM ledger.journals ORDER BY xid DESC, id DESC LIMIT 1)) booked`,
  );
  const { last, next } = row!;
  if (last === null || BigInt(last) < BigInt(next)) return;
  const epoch = BigInt(last) / TRANSACTIONS_OF_AN_EPOCH + 1n;
  throw new Error(
    `The books go up to transaction ${last}, and this PostgreSQL goes on with ${next}: they come from another server. ` +
      `Stop it and run "pg_resetwal -e ${epoch}" on its data directory (docs/operating.md, Restoring).`,
  );
}
