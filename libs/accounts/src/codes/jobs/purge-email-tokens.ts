import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

/** Deletes codes and reset requests that have run out. Any number may run at once. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge expired codes and tokens' })
export class PurgeEmailTokens {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const ranOut = { where: 'expires_at <= $1', by: 'expires_at' };
    let deleted = 0;
    for (const table of [
      'email_codes',
      'email_changes',
      'phone_codes',
      'support_email_codes',
      'password_resets',
    ])
      deleted += await deleteInBatches(this.pool, { table, ...ranOut }, [now]);
    return deleted;
  }
}
