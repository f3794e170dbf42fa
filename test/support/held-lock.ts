import { Client } from 'pg';
import { eventually } from './eventually';

/** Locks that were not released yet. An open transaction delays the seals of every database of the server. */
const held = new Set<HeldLock>();

/** A failed test leaves its lock. */
afterEach(async () => {
  for (const lock of held) await lock.release();
});

/** A transaction of a connection of its own that holds a lock, so that the test decides when the product goes on. */
export class HeldLock {
  private constructor(private readonly holder: Client) {
    held.add(this);
  }

  /** Takes the lock by `statement`, e.g. `LOCK TABLE … IN SHARE MODE`. */
  static async take(databaseUrl: string, statement: string, values: unknown[] = []): Promise<HeldLock> {
    const holder = new Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    const lock = new HeldLock(holder);
    await holder.query(statement, values);
    return lock;
  }

  /** Until so many other connections wait for this lock, behind one another or side by side. */
  async awaited(count = 1): Promise<void> {
    await eventually(async () => (await this.waiting()).length >= count);
  }

  /** The transactions that wait for this lock. */
  async waiting(): Promise<{ pid: number; began: Date }[]> {
    // A transaction sees pg_stat_activity as it first read it, until the snapshot is cleared.
    await this.holder.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await this.holder.query<{ pid: number; began: Date }>(
      `WITH RECURSIVE behind AS (
         SELECT pg_backend_pid() AS pid, NULL::timestamptz AS began
          UNION
         SELECT waiting.pid, waiting.xact_start FROM pg_stat_activity waiting
           JOIN behind ON behind.pid = ANY (pg_blocking_pids(waiting.pid)))
       SELECT pid, began FROM behind WHERE pid <> pg_backend_pid()`,
    );
    return rows;
  }

  release(): Promise<void> {
    return this.end('ROLLBACK');
  }

  /** Releases the lock, and keeps what the statement changed. */
  commit(): Promise<void> {
    return this.end('COMMIT');
  }

  private async end(statement: string): Promise<void> {
    held.delete(this);
    await this.holder.query(statement);
    await this.holder.end();
  }
}
