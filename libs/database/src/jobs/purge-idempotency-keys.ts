import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { rememberedSince } from '../commands/idempotency';
import { POSTGRES_POOL } from '../pool';
import { deleteInBatches } from './delete-in-batches';

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
