import type { Pool, PoolClient } from 'pg';

/** Reads one consistent state of the books, for as long as it takes and at most `seconds` per query; 0: no limit. */
export async function inSnapshot<T>(
  pool: Pool,
  seconds: number,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${seconds * 1000}`);
    const result = await read(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
