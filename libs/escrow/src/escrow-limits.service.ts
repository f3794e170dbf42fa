import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds } from '@app/kernel';
import type { Pool } from 'pg';
import { tooManyEscrows } from './escrow.errors';

const DAY_SECONDS = 24 * 3600;
/**
 * Daily maximum per pair of parties, because each escrow and each dispute notifies a person who has not asked
 * for it.
 */
const MAX_PER_DAY = 50;

/** Limits how many escrows one person opens for another. */
@Injectable()
export class EscrowLimits {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
  ) {}

  /** Throws RATE_LIMITED when the initiator has reached the daily maximum for this beneficiary. */
  async check(initiatorId: string, beneficiaryId: string, now: Date): Promise<void> {
    if (!this.config.env.RATE_LIMITS) return;
    const { rows } = await this.pool.query<{ createdAt: Date }>(
      `SELECT created_at AS "createdAt" FROM escrows
        WHERE initiator_id = $1 AND beneficiary_id = $2 AND checkout_session_id IS NULL AND created_at > $3
        ORDER BY created_at DESC OFFSET $4 LIMIT 1`,
      [initiatorId, beneficiaryId, addSeconds(now, -DAY_SECONDS), MAX_PER_DAY - 1],
    );
    const first = rows[0]?.createdAt;
    if (!first) return;
    const free = addSeconds(first, DAY_SECONDS).getTime() - now.getTime();
    throw tooManyEscrows(MAX_PER_DAY, Math.max(1, Math.ceil(free / 1000)));
  }
}
