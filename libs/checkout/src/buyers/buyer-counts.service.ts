import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { networksOf } from '@app/http';
import { addSeconds, Clock, DomainError } from '@app/kernel';
import type { Pool } from 'pg';
import { buyerCodesUsedUp, tooManyLookUps } from '../common/checkout.errors';

const HOUR_SECONDS = 3600;
/** Codes that are mailed in an hour: for one session, to one address, at the request of one client address. */
const SENDS = { session: 5, email: 5, client: 20 } as const;
/** Codes that are tried in an hour. Each code takes five tries. */
const TRIES = { session: 25, email: 25, client: 50 } as const;
/** Holders of accounts that banks are asked for, which costs: for one refund in a day, of one client address in an hour. */
const LOOK_UPS = { refund: 10, client: 30 } as const;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** For whom a code is sent or tried. */
export interface CodeRequest {
  /** Internal id of the session. */
  checkoutSessionId: string;
  email: string;
  clientAddress: string;
}

interface Counted {
  key: string;
  limit: number;
  /** Seconds of its window; an hour where absent. */
  seconds?: number;
}

/** Counts codes and look-ups in the database, for all processes together and over restarts. */
@Injectable()
export class BuyerCountsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends one mail, which counts unless it fails unexpectedly. A refusal counts: it says something about the address
   * that the caller gave. Throws RATE_LIMITED past a limit.
   */
  async send<T>(request: CodeRequest, send: () => Promise<T>): Promise<T> {
    const counted = await this.count('send', SENDS, request);
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof DomainError)) await this.release(counted).catch(() => undefined);
      throw error;
    }
  }

  /** Counts one try of a code, also where the request fails later. Throws RATE_LIMITED past a limit. */
  async countTry(request: CodeRequest): Promise<void> {
    await this.count('try', TRIES, request);
  }

  /** Counts one look-up of an account that a refund may go to. Throws RATE_LIMITED past a limit. */
  async countLookUp(refundId: string, clientAddress: string): Promise<void> {
    const counted = [
      ...networksOf(clientAddress)
        .toReversed()
        .map(({ key, factor }) => ({ key: `look-up client ${key}`, limit: LOOK_UPS.client * factor })),
      { key: `look-up refund ${refundId}`, limit: LOOK_UPS.refund, seconds: DAY_SECONDS },
    ];
    for (const one of counted) await this.hit(one, tooManyLookUps);
  }

  /** Returns the keys that were counted. The client first, so that a client past its limit does not use up those of its site, and of a buyer. */
  private async count(
    kind: 'send' | 'try',
    limits: Record<'session' | 'email' | 'client', number>,
    { checkoutSessionId, email, clientAddress }: CodeRequest,
  ): Promise<string[]> {
    const networks = networksOf(clientAddress).toReversed();
    const counted = [
      ...networks.map(({ key, factor }) => ({ key: `${kind} client ${key}`, limit: limits.client * factor })),
      { key: `${kind} session ${checkoutSessionId}`, limit: limits.session },
      { key: `${kind} email ${email}`, limit: limits.email },
    ];
    for (const one of counted) await this.hit(one, buyerCodesUsedUp);
    return counted.map(({ key }) => key);
  }

  private async release(keys: readonly string[]): Promise<void> {
    await this.pool.query(
      `UPDATE checkout_buyer_counts SET hits = greatest(hits - 1, 0) WHERE key = ANY ($1) AND resets_at > $2`,
      [keys, this.clock.now()],
    );
  }

  private async hit(
    { key, limit, seconds = HOUR_SECONDS }: Counted,
    refusal: (retryAfterSeconds: number) => DomainError,
  ): Promise<void> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ hits: number; resetsAt: Date }>({
      name: 'checkout_buyer_hit',
      text: `INSERT INTO checkout_buyer_counts AS c (key, hits, resets_at) VALUES ($1, 1, $3)
             ON CONFLICT (key) DO UPDATE
               SET hits = CASE WHEN c.resets_at <= $2 THEN 1 ELSE least(c.hits + 1, 1000000) END,
                   resets_at = CASE WHEN c.resets_at <= $2 THEN $3 ELSE c.resets_at END
             RETURNING hits, resets_at AS "resetsAt"`,
      values: [key, now, addSeconds(now, seconds)],
    });
    const { hits, resetsAt } = rows[0]!;
    if (hits <= limit || !this.config.env.RATE_LIMITS) return;
    throw refusal(Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)));
  }
}
