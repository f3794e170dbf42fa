import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock, Rate, uuidv7 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { type LikeActions, NO_ACTIONS, type RuleFacts } from './held-actions.policy';

const COUNTED_SECONDS = 24 * 3600;

const LIKE_ACTIONS = `SELECT coalesce(sum(usd_cents), 0)::bigint AS cents, count(rate_before)::int AS rates,
         array_remove(array_agg(rate_before), NULL) AS "ratesBefore"
    FROM unheld_actions WHERE staff_id = $1 AND kind = $2 AND done_at > $3`;

/** Actions that members of staff did without a second person. */
@Injectable()
export class UnheldActionsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Those of the last 24 hours that count together with an action of this kind; null: it counts by itself. */
  async of(staffId: string, kind: string | null): Promise<LikeActions> {
    if (kind === null) return NO_ACTIONS;
    const { rows } = await this.pool.query<{ cents: bigint; ratesBefore: string[] | null }>(LIKE_ACTIONS, [
      staffId,
      kind,
      this.since(),
    ]);
    const { cents, ratesBefore } = rows[0]!;
    return { usdCents: BigInt(cents), ratesBefore: (ratesBefore ?? []).map((text) => Rate.parse(text)) };
  }

  /**
   * Counts an action with the running command. The command starts over where others of the person that commit at the
   * same time would bring it to the limit.
   */
  add(staffId: string, kind: string, { usdCents, rate, ratesBefore }: RuleFacts): void {
    this.unit.lock(`${kind} by ${staffId} without a second person`);
    const limitCents = BigInt(this.config.env.FOUR_EYES_USD) * 100n;
    this.unit.stage({
      sql: `SELECT 1 FROM (${LIKE_ACTIONS}) done WHERE cents + $4 < $5 AND rates = $6`,
      parameters: [staffId, kind, this.since(), usdCents ?? 0n, limitCents, ratesBefore.length],
      expectedRows: 1,
    });
    const now = this.clock.now();
    this.unit.stage({
      sql: `INSERT INTO unheld_actions (id, staff_id, kind, usd_cents, rate_before, done_at)
            VALUES ($1, $2, $3, $4, $5, $6)`,
      parameters: [uuidv7(now), staffId, kind, usdCents ?? 0n, rate?.compared?.toDecimal(18) ?? null, now],
      expectedRows: 1,
    });
  }

  private since(): Date {
    return addSeconds(this.clock.now(), -COUNTED_SECONDS);
  }
}
