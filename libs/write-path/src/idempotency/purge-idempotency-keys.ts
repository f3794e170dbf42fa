import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { rememberedSince } from './idempotency-keys';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';

/**
 * Deletes idempotency keys that are past remembering. One that is used again at this moment is a new one and stays:
 * without it, the retry of that request would pay twice. Any number may run at once.
 */
@Injectable()
export class PurgeIdempotencyKeys {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many keys it deleted. */
  run(): Promise<number> {
    return deleteInBatches(
      this.pool,
      { table: 'idempotency_keys', where: 'created_at <= $1', by: 'created_at' },
      [rememberedSince(this.clock.now())],
    );
  }
}
