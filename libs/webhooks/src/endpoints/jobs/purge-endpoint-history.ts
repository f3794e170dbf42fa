import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const DAY_SECONDS = 86_400;
/**
 * Longer than the time between two events about one object: a year's subscription and the time to pay for it.
 */
const OBJECTS_DAYS = 400;
const HOURS_DAYS = 35;
const REPLAYS_DAYS = 90;

/** Deletes expired rows: counters of finished objects, hourly statistics and old replays. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge old webhook counts' })
export class PurgeEndpointHistory {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of deleted rows. */
  async run(): Promise<number> {
    return (
      (await this.purge('object_event_counters', 'last_at', OBJECTS_DAYS)) +
      (await this.purge('webhook_endpoint_hours', 'hour', HOURS_DAYS)) +
      (await this.purge('webhook_replays', 'finished_at', REPLAYS_DAYS))
    );
  }

  private purge(table: string, column: string, days: number): Promise<number> {
    return deleteInBatches(this.pool, { table, where: `${column} < $1`, by: column }, [
      addSeconds(this.clock.now(), -days * DAY_SECONDS),
    ]);
  }
}
