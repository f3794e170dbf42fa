import type { Pool, PoolClient } from 'pg';
import { QUERY_TIMEOUT } from './batch-loader';

/** How the driver says that a query was given up. */
const SILENCE = 'Query read timeout';

/**
 * Runs `body` in one transaction on a connection of the pool: commits what it did, or rolls all of it back and
 * throws what it threw. `begin` is how it begins.
 */
export function withTransaction<T>(
  pool: Pool,
  body: (tx: PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  return onConnection(pool, async (client, giveUp) => {
    try {
      await client.query(bounded(begin));
      const result = await body(client);
      await client.query(bounded('COMMIT'));
      return result;
    } catch (error) {
      // Whoever failed may still hold the connection and use it later: nobody else gets it.
      giveUp();
      await rollBack(client, error as Error);
      throw error;
    }
  });
}

/** Lends a connection of the pool, which it gets back unless it is given up. */
export async function onConnection<T>(
  pool: Pool,
  body: (client: PoolClient, giveUp: () => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks between two queries says so by an event, and an unheard one ends the process.
  const ignore = () => undefined;
  client.on('error', ignore);
  let isGivenUp = false;
  try {
    return await body(client, () => (isGivenUp = true));
  } finally {
    client.off('error', ignore);
    client.release(isGivenUp);
  }
}

/** A query that others may wait behind. */
export function bounded(text: string, values: unknown[] = []) {
  return { ...QUERY_TIMEOUT, text, values };
}

/** Ends a transaction that failed; false where its connection is of no more use, and ends it by being closed. */
export async function rollBack(client: PoolClient, { message }: Error): Promise<boolean> {
  if (message === SILENCE) return false;
  return client.query(bounded('ROLLBACK')).then(
    () => true,
    () => false,
  );
}
