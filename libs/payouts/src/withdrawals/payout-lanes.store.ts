import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';

/** So many sendings in a row without an answer pause a provider. */
const UNANSWERED_BEFORE_PAUSE = 5;
const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 600;

/** Pauses of providers: while one is paused nothing new is sent to it, and its withdrawals stay pending. */
@Injectable()
export class PayoutLanes {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Null where the provider may be sent to. */
  async pausedUntil(provider: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ paused_until: Date | null }>(
      'SELECT paused_until FROM payout_lanes WHERE provider = $1 AND paused_until > $2',
      [provider, this.clock.now()],
    );
    return rows[0]?.paused_until ?? null;
  }

  /** The provider answered a sending. */
  async answered(provider: string): Promise<void> {
    await this.pool.query(
      `UPDATE payout_lanes SET unanswered = 0, paused_until = NULL, reason = NULL WHERE provider = $1 AND unanswered > 0`,
      [provider],
    );
  }

  /** A sending had no answer: from the fifth in a row on, the provider is paused for longer each time. */
  async unanswered(provider: string): Promise<void> {
    const { rows } = await this.pool.query<{ unanswered: number }>(
      `INSERT INTO payout_lanes (provider, unanswered) VALUES ($1, 1)
       ON CONFLICT (provider) DO UPDATE SET unanswered = payout_lanes.unanswered + 1 RETURNING unanswered`,
      [provider],
    );
    const over = rows[0]!.unanswered - UNANSWERED_BEFORE_PAUSE;
    if (over < 0) return;
    const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(over, 10), MAX_PAUSE_SECONDS);
    await this.pause(provider, addSeconds(this.clock.now(), seconds), 'The provider does not answer');
  }

  async pause(provider: string, until: Date, reason: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO payout_lanes (provider, paused_until, reason) VALUES ($1, $2, $3)
       ON CONFLICT (provider) DO UPDATE SET paused_until = excluded.paused_until, reason = excluded.reason`,
      [provider, until, reason],
    );
  }

  /** Providers that nothing is sent to now. */
  async countPaused(): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM payout_lanes WHERE paused_until > $1',
      [this.clock.now()],
    );
    return rows[0]!.n;
  }
}
