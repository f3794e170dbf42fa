import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';

const BATCH = 5000;
/** Ended sessions stay visible to their owner and to support for a while. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** Deletes refresh tokens that have run out, and sessions a month after their end. Any number may run at once. */
@Injectable()
export class PurgeSessions {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted; a full batch means that there may be more. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const tokens = await this.pool.query(
      `DELETE FROM refresh_tokens WHERE token_hash IN
         (SELECT token_hash FROM refresh_tokens WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
      [now, BATCH],
    );
    const sessions = await this.pool.query(
      'DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)',
      [addSeconds(now, -KEPT_SECONDS), BATCH],
    );
    return (tokens.rowCount ?? 0) + (sessions.rowCount ?? 0);
  }
}
