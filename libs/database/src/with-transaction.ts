import type { Pool, PoolClient } from 'pg';
import { QUERY_TIMEOUT } from './batch-loader';

/** Errors of the driver when a query timed out. */
const SILENCE = 'Query read timeout';

/**
 * Runs `body` in one transaction on a connection of the pool. Commits its changes, or rolls them back and rethrows
 * its error. `begin` is the statement that begins the transaction.
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
      // The failed code may still use the connection, so it does not return to the pool.
      giveUp();
      await rollBack(client, error as Error);
      throw error;
    }
  });
}

/** Runs `body` with a connection of the pool. The pool gets the connection back unless it has to be closed. */
export async function onConnection<T>(
  pool: Pool,
  body: (client: PoolClient, giveUp: () => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks between two queries emits an error event, which ends the process if it has no
  // listener.
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

/** Runs a query for which other queries may have to wait. */
export function bounded(text: string, values: unknown[] = []) {
  return { ...QUERY_TIMEOUT, text, values };
}

/**
 * Rolls a failed transaction back. Returns false if the connection is unusable; closing it ends the transaction.
 */
export async function rollBack(client: PoolClient, { message }: Error): Promise<boolean> {
  if (message === SILENCE) return false;
  return client.query(bounded('ROLLBACK')).then(
    () => true,
    () => false,
  );
}
