import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { CountLimits } from '@app/write-path';
import { addSeconds } from '@app/kernel';
import { tooManyEscrows } from './escrow.errors';

const DAY_SECONDS = 24 * 3600;
/**
 * Daily maximum per pair of parties, because each escrow and each dispute notifies a person who has not asked
 * for it.
 */
const MAX_PER_DAY = 50;

interface Opened {
  today: number;
  first: Date;
}

/** Limits how many escrows one person opens for another. */
@Injectable()
export class EscrowLimitsService {
  constructor(
    private readonly countLimits: CountLimits,
    private readonly config: Config,
  ) {}

  /** Throws RATE_LIMITED when the initiator has reached the daily maximum for this beneficiary. */
  async check(initiatorId: string, beneficiaryId: string, now: Date): Promise<void> {
    if (!this.config.env.RATE_LIMITS) return;
    await this.countLimits.require<Opened>({
      lock: `escrows of ${initiatorId} for ${beneficiaryId}`,
      sql: `SELECT count(*)::int AS today, min(created_at) AS first FROM escrows
             WHERE initiator_id = $1 AND beneficiary_id = $2 AND checkout_session_id IS NULL AND created_at > $3`,
      parameters: [initiatorId, beneficiaryId, addSeconds(now, -DAY_SECONDS)],
      limits: {
        today: {
          max: MAX_PER_DAY,
          refusal: ({ first }) => {
            const free = addSeconds(first, DAY_SECONDS).getTime() - now.getTime();
            return tooManyEscrows(MAX_PER_DAY, Math.max(1, Math.ceil(free / 1000)));
          },
        },
      },
    });
  }
}
