import type { ClientBase, Pool, PoolClient } from 'pg';

/** Reads one consistent snapshot of the books, with at most `seconds` per query; 0 means no limit. */
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

/** Makes the transaction use index look-ups row by row, whatever the table sizes or statistics are. */
export async function useIndexLookups(client: ClientBase): Promise<void> {
  await client.query(
    'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL jit = off',
  );
}

/**
 * Makes the transaction join whole tables on all join columns. A merge join might use only some of them and
 * compare each leg of an account with every other.
 */
export async function joinWholeTables(client: ClientBase): Promise<void> {
  await client.query('SET LOCAL enable_mergejoin = off');
}
