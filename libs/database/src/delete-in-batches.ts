import type { Pool } from 'pg';

const BATCH = 5000;
/** Some seconds: a scheduler that is to end waits for its jobs. What is left goes at the next turn. */
const MAX_BATCHES = 100;

/** What has served its time. Trusted SQL: never anything a caller sent. */
interface OldRows {
  table: string;
  /** Over the parameters given. */
  where: string;
  /** An indexed column: the oldest go first. */
  by: string;
}

/**
 * Deletes rows in steps that nobody waits for, and returns how many. One that somebody is renewing is passed over, and
 * stands elsewhere afterwards: picked by its key, the renewed row would be deleted, for a DELETE that has waited looks
 * at the key again and not at the age.
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
