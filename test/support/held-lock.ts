import { Client } from 'pg';
import { eventually } from './eventually';

/** A transaction of a connection of its own that holds a lock, so that the test decides when the product goes on. */
export class HeldLock {
  private constructor(private readonly holder: Client) {}

  /** Takes the lock by `statement`, e.g. `LOCK TABLE … IN SHARE MODE`. */
  static async take(databaseUrl: string, statement: string, values: unknown[] = []): Promise<HeldLock> {
    const holder = new Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(statement, values);
    return new HeldLock(holder);
  }

  /** Until so many other connections wait for this lock. */
  async awaited(count = 1): Promise<void> {
    await eventually(async () => {
      // What a transaction has read of pg_stat_activity it reads again, unless told otherwise.
      await this.holder.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await this.holder.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
      );
      return rows[0]!.waiting >= count;
    });
  }

  async release(): Promise<void> {
    await this.holder.query('ROLLBACK');
    await this.holder.end();
  }
}
