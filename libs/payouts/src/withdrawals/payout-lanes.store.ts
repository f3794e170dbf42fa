import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import type { NotNowCause, PayoutProvider } from '../providers/payout-provider.port';

/** So many sendings in a row without an answer pause a provider. */
const UNANSWERED_BEFORE_PAUSE = 5;
const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 600;
const MINUTE_SECONDS = 60;
/** Staff are alerted of one cause of pauses once in this time. */
const REPORT_SECONDS = 24 * 3600;

/** Pauses of providers: while one is paused nothing new is sent to it, and its withdrawals stay pending. */
@Injectable()
export class PayoutLanesStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** When an order may be sent; null: now. One that is then not sent is counted in its minute all the same. */
  async nextTurn({ name, ordersPerMinute }: PayoutProvider): Promise<Date | null> {
    const pausedUntil = await this.pausedUntil(name);
    if (pausedUntil || ordersPerMinute === null) return pausedUntil;
    return (await this.take(name, ordersPerMinute)) ? null : addSeconds(this.clock.now(), MINUTE_SECONDS);
  }

  private async pausedUntil(provider: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ paused_until: Date | null }>(
      'SELECT paused_until FROM payout_lanes WHERE provider = $1 AND paused_until > $2',
      [provider, this.clock.now()],
    );
    return rows[0]?.paused_until ?? null;
  }

  /** Counts an order of this minute; false where the provider takes no more of them. */
  private async take(provider: string, perMinute: number): Promise<boolean> {
    const { rows } = await this.pool.query(
      `INSERT INTO payout_lanes AS lane (provider, minute, orders) VALUES ($1, date_trunc('minute', $2::timestamptz), 1)
       ON CONFLICT (provider) DO UPDATE SET
         orders = CASE WHEN lane.minute >= excluded.minute THEN lane.orders + 1 ELSE 1 END,
         minute = greatest(lane.minute, excluded.minute)
       WHERE lane.minute IS NULL OR lane.minute < excluded.minute OR lane.orders < $3
       RETURNING 1`,
      [provider, this.clock.now(), perMinute],
    );
    return rows.length > 0;
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

  /** Whether staff were not alerted of this cause in the last day. */
  async isUnreported(provider: string, cause: NotNowCause): Promise<boolean> {
    const { rows } = await this.pool.query(
      'SELECT 1 FROM payout_lanes WHERE provider = $1 AND alerted_cause = $2 AND alerted_at > $3',
      [provider, cause, this.reportedSince],
    );
    return rows.length === 0;
  }

  /** Stages that staff are alerted of a cause. Where another process alerts them first, the command starts over. */
  report(provider: string, cause: NotNowCause): void {
    this.unit.stage({
      sql: `UPDATE payout_lanes SET alerted_cause = $2, alerted_at = $3
             WHERE provider = $1 AND (alerted_cause IS DISTINCT FROM $2 OR alerted_at <= $4)`,
      parameters: [provider, cause, this.clock.now(), this.reportedSince],
      expectedRows: 1,
    });
  }

  /** Providers that nothing is sent to now. */
  async countPaused(): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM payout_lanes WHERE paused_until > $1',
      [this.clock.now()],
    );
    return rows[0]!.n;
  }

  private get reportedSince(): Date {
    return addSeconds(this.clock.now(), -REPORT_SECONDS);
  }
}
