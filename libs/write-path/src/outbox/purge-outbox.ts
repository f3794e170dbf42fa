import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';

const DAY_SECONDS = 86_400;

/**
 * Deletes events that every handler handled long ago. What is not relayed, or parked, stays however old it is. Any
 * number may run at once.
 */
@Injectable()
export class PurgeOutbox {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns how many rows it deleted. */
  run(): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.env.EVENT_RETENTION_DAYS * DAY_SECONDS);
    // Ids begin with their time: those that may be old enough are read from one end of the primary key.
    return deleteInBatches(this.pool, { table: 'outbox', where: 'id < $1 AND relayed_at < $2', by: 'id' }, [
      firstIdOf(before),
      before,
    ]);
  }
}

/** No UUIDv7 made at or after `at` is smaller. */
function firstIdOf(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
