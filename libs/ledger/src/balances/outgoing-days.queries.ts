import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';

/** The UTC day that a time belongs to, as the daily limits count it: YYYY-MM-DD. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Reads what owners have sent out, as the posting function counts it. */
@Injectable()
export class OutgoingDaysQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** What this owner has sent out today, in US cents. */
  async usedToday(ownerId: string): Promise<bigint> {
    const { rows } = await this.pool.query<{ used_minor: string }>(
      'SELECT used_minor FROM ledger.outgoing_days WHERE owner_id = $1 AND day = $2',
      [ownerId, dayOf(this.clock.now())],
    );
    return BigInt(rows[0]?.used_minor ?? 0);
  }
}
