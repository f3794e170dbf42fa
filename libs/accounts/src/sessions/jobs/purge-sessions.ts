import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

/** Ended sessions stay visible to their owner and to support for a while. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** Deletes expired refresh tokens, and sessions a month after their end. Several processes may run it at once. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge old sessions' })
export class PurgeSessions {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const tokens = await deleteInBatches(
      this.pool,
      { table: 'refresh_tokens', where: 'expires_at <= $1', by: 'expires_at' },
      [now],
    );
    const sessions = await deleteInBatches(
      this.pool,
      { table: 'sessions', where: 'expires_at <= $1', by: 'expires_at' },
      [addSeconds(now, -KEPT_SECONDS)],
    );
    return tokens + sessions;
  }
}
