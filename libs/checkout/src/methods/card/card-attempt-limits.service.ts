import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, DomainError } from '@app/kernel';
import type { Pool } from 'pg';
import type { CheckoutSession } from '../../sessions/checkout-session.aggregate';

const WINDOW_SECONDS = 600;
/** A buyer mistypes, tries another card, asks the bank: no more. */
const OF_A_SESSION = 10;
/** Far beyond what honest buyers are declined in ten minutes. */
const DECLINED_OF_AN_APP = 100;

/**
 * Keeps stolen card numbers from being tried out here: so many cards in a session, so many declined ones in an app.
 * Counted in the database, for all processes together.
 */
@Injectable()
export class CardAttemptLimits {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
  ) {}

  /** Throws RATE_LIMITED where no further card may be tried for now. */
  async check({ id, ownerId, appId, mode }: CheckoutSession, now: Date): Promise<void> {
    const { rows } = await this.pool.query<{ tried: number; declined: number }>({
      name: 'card_attempt_limits',
      text: `SELECT (SELECT count(*)::int FROM checkout_attempts
                      WHERE checkout_session_id = $1 AND method = 'card' AND created_at > $2) AS tried,
                    (SELECT count(*)::int FROM (
                       SELECT 1 FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
                        WHERE a.owner_id = $3 AND a.status = 'failed' AND a.ended_at > $2 AND a.method = 'card'
                          AND a.mode = $4 AND s.app_id IS NOT DISTINCT FROM $5::uuid LIMIT ${DECLINED_OF_AN_APP}) d) AS declined`,
      values: [id, addSeconds(now, -WINDOW_SECONDS), ownerId, mode, appId],
    });
    const { tried, declined } = rows[0]!;
    if (!this.config.env.RATE_LIMITS) return;
    if (tried >= OF_A_SESSION) throw tooMany('Too many cards were tried for this session');
    if (declined >= DECLINED_OF_AN_APP) throw tooMany('Too many cards were declined for this merchant');
  }
}

const tooMany = (what: string) =>
  new DomainError('rate-limited', 'RATE_LIMITED', `${what}; try again later.`, {
    retry_after: WINDOW_SECONDS,
  });
