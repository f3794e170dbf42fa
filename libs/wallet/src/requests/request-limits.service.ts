import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { CountLimits } from '@app/write-path';
import { addSeconds } from '@app/kernel';
import { REQUEST_SECONDS } from './payment-request.aggregate';
import { tooManyOpen, tooManyToday } from './payment-request.errors';

const DAY_SECONDS = 24 * 3600;
/** Each open request has sent a notification and a mail to an account that did not ask for them. */
const OPEN = 100;
const OPEN_TO_ONE = 5;
/** Counted whatever their status, because a cancelled request has been notified too. */
const A_DAY = 200;
const A_DAY_TO_ONE = 10;
const UNLIMITED = 2 ** 31 - 1;

/** An asker's recent requests: $1 the asker, $2 the asked account, $3 now, $4 a day ago, $5 a request's lifetime ago. */
const MADE = `
  SELECT count(*) FILTER (WHERE is_open)::int AS open,
         count(*) FILTER (WHERE is_open AND is_same)::int AS open_to_one,
         count(*) FILTER (WHERE is_new)::int AS new,
         count(*) FILTER (WHERE is_new AND is_same)::int AS new_to_one,
         min(created_at) FILTER (WHERE is_new) AS first,
         min(created_at) FILTER (WHERE is_new AND is_same) AS first_to_one
    FROM (SELECT created_at, asked_id = $2::uuid AS is_same, created_at > $4::timestamptz AS is_new,
                 status = 'pending' AND expires_at > $3::timestamptz AS is_open
            FROM payment_requests WHERE asker_id = $1::uuid AND created_at > $5::timestamptz) r`;

interface Made {
  open: number;
  open_to_one: number;
  new: number;
  new_to_one: number;
  first: Date | null;
  first_to_one: Date | null;
}

/** Limits how many requests an account makes. Counted in the database, for all processes together. */
@Injectable()
export class RequestLimitsService {
  constructor(
    private readonly countLimits: CountLimits,
    private readonly config: Config,
  ) {}

  /** Throws LIMIT_REACHED where too many are open, RATE_LIMITED where too many were made within a day. */
  async check(askerId: string, askedId: string, now: Date): Promise<void> {
    const [aDay, aDayToOne] = this.config.env.RATE_LIMITS ? [A_DAY, A_DAY_TO_ONE] : [UNLIMITED, UNLIMITED];
    await this.countLimits.require<Made>({
      lock: `payment requests of ${askerId}`,
      sql: MADE,
      parameters: [askerId, askedId, now, addSeconds(now, -DAY_SECONDS), addSeconds(now, -REQUEST_SECONDS)],
      limits: {
        open_to_one: { max: OPEN_TO_ONE, refusal: () => tooManyOpen(OPEN_TO_ONE, 'to the same person') },
        open: { max: OPEN, refusal: () => tooManyOpen(OPEN, 'in all') },
        new_to_one: {
          max: aDayToOne,
          refusal: ({ first_to_one: first }) =>
            tooManyToday(A_DAY_TO_ONE, 'to the same person', dayAfter(first!, now)),
        },
        new: {
          max: aDay,
          refusal: ({ first }) => tooManyToday(A_DAY, 'in all', dayAfter(first!, now)),
        },
      },
    });
  }
}

/** Seconds until the earliest has been made a day ago. */
function dayAfter(first: Date, now: Date): number {
  return Math.max(1, Math.ceil((addSeconds(first, DAY_SECONDS).getTime() - now.getTime()) / 1000));
}
