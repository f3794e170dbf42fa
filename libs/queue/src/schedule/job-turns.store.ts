import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';

const ERROR_LENGTH = 1000;

interface Turn {
  name: string;
  everySeconds: number;
}

/** Makes a job due at once. Add it to the queue `scheduled-job` after the commit. */
export const requestRun = (name: string) => ({
  sql: 'UPDATE scheduled_jobs SET started_at = NULL WHERE name = $1',
  parameters: [name],
});

/**
 * Decides which scheduler runs a job next. It uses the time of the database, because the clocks of the schedulers
 * may differ.
 */
@Injectable()
export class JobTurnsStore {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /**
   * Claims the turn if none was claimed for `afterSeconds`. Returns null if it was claimed, otherwise the
   * milliseconds until the next turn.
   */
  async claimTurn({ name, everySeconds }: Turn, afterSeconds: number): Promise<number | null> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO scheduled_jobs AS j (name, every_seconds, started_at, runs) VALUES ($1, $2, clock_timestamp(), 1)
       ON CONFLICT (name) DO UPDATE SET every_seconds = $2, started_at = clock_timestamp(), runs = j.runs + 1
        WHERE j.started_at IS NULL OR j.started_at <= clock_timestamp() - make_interval(secs => $3)
           OR j.started_at > clock_timestamp() + make_interval(secs => $3)`,
      [name, everySeconds, afterSeconds],
    );
    return rowCount === 1 ? null : this.millisecondsLeft(name, afterSeconds);
  }

  async finished({ name }: Turn, error?: Error): Promise<void> {
    await this.pool.query(
      `UPDATE scheduled_jobs SET finished_at = clock_timestamp(), last_error = $2,
              failures = failures + CASE WHEN $2::text IS NULL THEN 0 ELSE 1 END
        WHERE name = $1`,
      [name, error ? error.message.replaceAll('\u0000', '').slice(0, ERROR_LENGTH) : null],
    );
  }

  private async millisecondsLeft(name: string, afterSeconds: number): Promise<number> {
    const { rows } = await this.pool.query<{ left: number }>(
      `SELECT ceil(1000 * extract(epoch FROM started_at + make_interval(secs => $2) - clock_timestamp()))::float8 AS left
         FROM scheduled_jobs WHERE name = $1`,
      [name, afterSeconds],
    );
    return Math.max(0, rows[0]?.left ?? 0);
  }
}
