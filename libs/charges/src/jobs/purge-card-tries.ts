import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const KEPT_SECONDS = 24 * 3600;

/** Deletes card tries and times of questions that no limit counts any more. Any number may run at once. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge old card attempts' })
export class PurgeCardTries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted. A charge may be declined long after it was tried, so a day is kept. */
  async run(): Promise<number> {
    const before = [addSeconds(this.clock.now(), -KEPT_SECONDS)];
    const tries = { table: 'card_tries', where: 'tried_at <= $1', by: 'tried_at' };
    const questions = {
      table: 'charge_questions',
      where: `asked_at <= now() - interval '1 hour'`,
      by: 'asked_at',
    };
    return (
      (await deleteInBatches(this.pool, tries, before)) + (await deleteInBatches(this.pool, questions, []))
    );
  }
}
