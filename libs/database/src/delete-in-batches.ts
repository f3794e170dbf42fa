import type { Pool } from 'pg';

const BATCH = 5000;
/** Limits a run to some seconds, because a stopping scheduler waits for its jobs. The next run deletes the rest. */
const MAX_BATCHES = 100;

/** SQL condition for rows to delete. It must be trusted SQL and contain no input. */
interface OldRows {
  table: string;
  /** Parameters of the condition. */
  where: string;
  /** An indexed column. The oldest rows are deleted first. */
  by: string;
}

/**
 * Deletes rows in small batches and returns their number. It skips locked rows and selects rows by `ctid`: a DELETE
 * by key that waited for a lock would check only the key again, and so delete a row that was renewed meanwhile.
 */
export async function deleteInBatches(
  pool: Pool,
  { table, where, by }: OldRows,
  values: unknown[],
): Promise<number> {
  const sql = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${where} ORDER BY ${by} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
  let deleted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { rowCount } = await pool.query(sql, values);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) break;
  }
  return deleted;
}
