import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import type { Pool } from 'pg';
import { POSTGRES_POOL } from './pool';

/** The time up to which work is due for a process whose clock may be wrong. */
@Injectable()
export class DueTimeService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
  ) {}

  /**
   * `now` by the clock of the caller, or the time of the database where that is earlier, so that a clock that is ahead
   * ends nothing early. Without `CLOCK_GUARD` it is `now`.
   */
  async earlierOf(now: Date): Promise<Date> {
    if (!this.config.guardsClock) return now;
    const { rows } = await this.pool.query<{ now: Date }>('SELECT statement_timestamp() AS now');
    const databaseTime = rows[0]!.now;
    return databaseTime < now ? databaseTime : now;
  }
}
