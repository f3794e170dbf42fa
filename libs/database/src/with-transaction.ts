import type { Pool, PoolClient } from 'pg';
import { NO_LONGER_THAN } from './gathered-reads';

/**
 * Runs `body` in one transaction on a connection of the pool: commits what it did, or rolls all of it back and
 * throws what it threw.
 */
export async function withTransaction<T>(pool: Pool, body: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks between two queries says so by an event, and an unheard one ends the process.
  const ignore = () => undefined;
  client.on('error', ignore);
  let failed = false;
  try {
    await client.query(asks('BEGIN'));
    const result = await body(client);
    await client.query(asks('COMMIT'));
    return result;
  } catch (error) {
    failed = true;
    await client.query(asks('ROLLBACK')).catch(ignore);
    throw error;
  } finally {
    client.off('error', ignore);
    // Whoever failed may still hold the connection and use it later: nobody else gets it.
    client.release(failed);
  }
}

const asks = (text: string) => ({ ...NO_LONGER_THAN, text });
