import type { ClientBase, Pool, PoolClient } from 'pg';

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

/** Until the transaction ends, reads row by row through indexes, however large the tables are or were when last counted. */
export async function asLookUps(client: ClientBase): Promise<void> {
  await client.query(
    'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL jit = off',
  );
}

/**
 * Until the transaction ends, joins whole tables by everything they are joined by. A merge may go by part of it, and
 * hold each leg of an account against every other.
 */
export async function asWholeTables(client: ClientBase): Promise<void> {
  await client.query('SET LOCAL enable_mergejoin = off');
}
