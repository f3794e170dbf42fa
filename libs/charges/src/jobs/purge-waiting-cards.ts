import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

/** Erases cards that waited for their PIN too long. Any number may run at once. */
@Injectable()
@Scheduled({ every: '1m', name: 'erase cards that still wait for a PIN' })
export class PurgeWaitingCards {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted. */
  async run(): Promise<number> {
    const expired = { table: 'waiting_cards', where: 'expires_at <= $1', by: 'expires_at' };
    return deleteInBatches(this.pool, expired, [this.clock.now()]);
  }
}
