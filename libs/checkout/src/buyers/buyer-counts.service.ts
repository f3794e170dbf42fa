import { Inject, Injectable } from '@nestjs/common';
import { addressBlock } from '@app/charges';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { buyerCodesUsedUp } from '../checkout.errors';

const HOUR_SECONDS = 3600;
/** Codes that are mailed in an hour: for one session, to one address, at the request of one client address. */
const SENDS = { session: 5, email: 5, client: 20 } as const;
/** Codes that are tried in an hour. Each code takes five tries. */
const TRIES = { session: 25, email: 25, client: 50 } as const;

/** For whom a code is sent or tried. */
export interface CodeRequest {
  /** Internal id of the session. */
  checkoutSessionId: string;
  email: string;
  clientAddress: string;
}

/** Counts codes in the database, for all processes together and over restarts. */
@Injectable()
export class BuyerCounts {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Counts one mail. Throws RATE_LIMITED past a limit. */
  countSend(request: CodeRequest): Promise<void> {
    return this.count('send', SENDS, request);
  }

  /** Counts one try of a code, also where the request fails later. Throws RATE_LIMITED past a limit. */
  countTry(request: CodeRequest): Promise<void> {
    return this.count('try', TRIES, request);
  }

  /** The client first, so that a client past its limit does not use up those of a buyer. */
  private async count(
    kind: 'send' | 'try',
    limits: Record<'session' | 'email' | 'client', number>,
    { checkoutSessionId, email, clientAddress }: CodeRequest,
  ): Promise<void> {
    await this.hit(`${kind} client ${addressBlock(clientAddress)}`, limits.client);
    await this.hit(`${kind} session ${checkoutSessionId}`, limits.session);
    await this.hit(`${kind} email ${email}`, limits.email);
  }

  private async hit(key: string, limit: number): Promise<void> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ hits: number; resetsAt: Date }>({
      name: 'checkout_buyer_hit',
      text: `INSERT INTO checkout_buyer_counts AS c (key, hits, resets_at) VALUES ($1, 1, $3)
             ON CONFLICT (key) DO UPDATE
               SET hits = CASE WHEN c.resets_at <= $2 THEN 1 ELSE least(c.hits + 1, 1000000) END,
                   resets_at = CASE WHEN c.resets_at <= $2 THEN $3 ELSE c.resets_at END
             RETURNING hits, resets_at AS "resetsAt"`,
      values: [key, now, addSeconds(now, HOUR_SECONDS)],
    });
    const { hits, resetsAt } = rows[0]!;
    if (hits <= limit || !this.config.env.RATE_LIMITS) return;
    throw buyerCodesUsedUp(Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)));
  }
}
