import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { oldestValidUse } from '../idempotency-keys';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { Scheduled } from '@app/queue';

/**
 * Deletes expired idempotency keys. A key that is reused while the job runs is new and stays, because without
 * it a retry of that request would pay twice. Any number of these jobs may run at once.
 */
@Injectable()
@Scheduled({ every: '1m', name: 'purge old idempotency keys' })
export class PurgeIdempotencyKeys {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of deleted keys. */
  run(): Promise<number> {
    return deleteInBatches(
      this.pool,
      { table: 'idempotency_keys', where: 'created_at <= $1', by: 'created_at' },
      [oldestValidUse(this.clock.now())],
    );
  }
}
