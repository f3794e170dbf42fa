import { Injectable } from '@nestjs/common';
import { CountLimits } from '@app/write-path';
import { addSeconds, Clock } from '@app/kernel';
import { START_SECONDS } from './bvn-verification.aggregate';
import { bvnMismatches } from './bvn.errors';

const DAY_SECONDS = 24 * 3600;
const PER_DAY = 3;
const PER_MONTH = 5;
/** Also counts tries that the company did not answer, so that they do not become calls without end. */
const STARTS_PER_DAY = 20;

/** Tries that count: neither those that the company did not answer, nor those of a process that died meanwhile. */
const ANSWERED = `status <> 'failed' AND NOT (status = 'starting' AND started_at <= $4)`;

/** Limits the tries of an account, because each could look up the number of another person. */
@Injectable()
export class BvnLimitsService {
  constructor(
    private readonly limits: CountLimits,
    private readonly clock: Clock,
  ) {}

  /** Throws LIMIT_REACHED if the account may not try again. Call it before the try is staged. */
  async require(userId: string): Promise<void> {
    const now = this.clock.now();
    await this.limits.require<{ today: number; month: number; starts: number }>({
      lock: `BVN verifications of ${userId}`,
      sql: `SELECT count(*) FILTER (WHERE ${ANSWERED} AND started_at > $3)::int AS today,
                   count(*) FILTER (WHERE ${ANSWERED})::int AS month,
                   count(*) FILTER (WHERE started_at > $3)::int AS starts
              FROM bvn_verifications WHERE user_id = $1 AND started_at > $2 AND status <> 'verified'`,
      parameters: [
        userId,
        addSeconds(now, -30 * DAY_SECONDS),
        addSeconds(now, -DAY_SECONDS),
        addSeconds(now, -START_SECONDS),
      ],
      limits: {
        today: { max: PER_DAY, refusal: () => bvnMismatches(PER_DAY, 'a day') },
        month: { max: PER_MONTH, refusal: () => bvnMismatches(PER_MONTH, 'in 30 days') },
        starts: { max: STARTS_PER_DAY, refusal: () => bvnMismatches(STARTS_PER_DAY, 'a day') },
      },
    });
  }
}
