import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { Scheduled } from '@app/queue';

const DAY_SECONDS = 86_400;

/**
 * Deletes events that were relayed long ago; unrelayed and parked events always stay. Any number of these jobs
 * may run at once.
 */
@Injectable()
@Scheduled({ every: '1m', name: 'purge relayed events' })
export class PurgeOutbox {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the number of deleted rows. */
  run(): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.env.EVENT_RETENTION_DAYS * DAY_SECONDS);
    // Ids begin with their time, so rows that may be old enough are read from one end of the primary key.
    return deleteInBatches(this.pool, { table: 'outbox', where: 'id < $1 AND relayed_at < $2', by: 'id' }, [
      firstIdOf(before),
      before,
    ]);
  }
}

/** The smallest UUIDv7 of this time. */
function firstIdOf(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
