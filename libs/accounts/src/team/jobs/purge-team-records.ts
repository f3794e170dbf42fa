import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const DAY_SECONDS = 24 * 3600;
const ACTIVITY_YEARS = 2;
/** Longer than mails are counted by them. */
const INVITATIONS_SECONDS = 30 * DAY_SECONDS;

/** Deletes the activity in accounts after two years, and invitations a month after their time. Several processes may run it at once. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge team records' })
export class PurgeTeamRecords {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const before = new Date(now);
    before.setUTCFullYear(before.getUTCFullYear() - ACTIVITY_YEARS);
    const activity = await deleteInBatches(
      this.pool,
      { table: 'account_activity', where: 'at < $1', by: 'at' },
      [before],
    );
    const invitations = await deleteInBatches(
      this.pool,
      { table: 'team_invitations', where: 'expires_at < $1', by: 'expires_at' },
      [addSeconds(now, -INVITATIONS_SECONDS)],
    );
    return activity + invitations;
  }
}
