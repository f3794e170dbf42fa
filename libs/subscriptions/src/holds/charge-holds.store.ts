import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL, withTransaction } from '@app/database';
import { Clock, uuidv7 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

/** Hours between two runs of the billing job after which the time is doubted: more than a day of maintenance. */
const MAX_GAP_SECONDS = 26 * 3600;
/** How far the clocks of a scheduler and of the database may be apart. */
const MAX_DIFFERENCE_SECONDS = 5 * 60;

export const HOLD_CAUSES = ['interruption', 'clock_difference'] as const;

/** A stop of all silent charges, until staff release it. */
export interface ChargeHold {
  id: string;
  /** `interruption`: nothing was billed for so long; `clock_difference`: two clocks are so far apart. */
  cause: (typeof HOLD_CAUSES)[number];
  seconds: number;
  heldAt: Date;
}

interface Beat {
  /** The one that the time since the last call, or the clocks, cause; null where there is none, or one is in force. */
  hold: ChargeHold | null;
  databaseTime: Date;
}

interface Row {
  id: string;
  cause: ChargeHold['cause'];
  seconds: string;
  held_at: Date;
}

/** SQL: whether silent charges wait for staff. */
export const CHARGES_HELD = 'EXISTS (SELECT 1 FROM charge_holds WHERE released_at IS NULL)';

/** SQL: whether a live app of the merchant could stop charges. `row`: alias of a live row with `owner_id`. */
export const ofReachedOwner = (row: string): string => `EXISTS (SELECT 1 FROM merchant_apps a
  WHERE a.owner_id = ${row}.owner_id AND a.mode = 'live' AND a.revoked_at IS NULL)`;

/** Has schedulers beat one after the other. The statement that follows sees what the scheduler before has committed. */
const LOCK = 'LOCK TABLE charge_heartbeat IN SHARE ROW EXCLUSIVE MODE';

/**
 * Reads the time since the last call and notes this call. The hold and the time are written together, so that no other
 * scheduler finds the new time without the hold.
 */
const BEAT = `
  WITH before AS (
    SELECT at FROM charge_heartbeat
  ), beat AS (
    INSERT INTO charge_heartbeat (at) VALUES (clock_timestamp()) ON CONFLICT (singleton) DO UPDATE SET at = clock_timestamp()
  ), measured AS (
    SELECT coalesce(extract(epoch FROM clock_timestamp() - (SELECT at FROM before)), 0) AS gap,
           abs(extract(epoch FROM clock_timestamp() - $2::timestamptz)) AS difference
  ), held AS (
    INSERT INTO charge_holds (id, cause, seconds, held_at)
    SELECT $1, CASE WHEN gap > $3 THEN 'interruption' ELSE 'clock_difference' END,
           round(CASE WHEN gap > $3 THEN gap ELSE difference END), clock_timestamp()
      FROM measured WHERE (gap > $3 OR difference > $4) AND NOT ${CHARGES_HELD}
    RETURNING id, cause, seconds, held_at
  )
  SELECT statement_timestamp() AS database_time, held.* FROM measured LEFT JOIN held ON true`;

/** Stops of silent charges. */
@Injectable()
export class ChargeHoldsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Notes that charges are about to be made at this time of the caller. */
  async beat(now: Date): Promise<Beat> {
    const values = [uuidv7(now), now, MAX_GAP_SECONDS, MAX_DIFFERENCE_SECONDS];
    const row = await withTransaction(this.pool, async (tx) => {
      await tx.query(LOCK);
      const { rows } = await tx.query<(Row | { id: null }) & { database_time: Date }>(BEAT, values);
      return rows[0]!;
    });
    return { hold: row.id === null ? null : holdOf(row as Row), databaseTime: row.database_time };
  }

  /** Those that are in force, the oldest first. */
  async list(): Promise<ChargeHold[]> {
    const { rows } = await this.pool.query<Row>(
      'SELECT id, cause, seconds, held_at FROM charge_holds WHERE released_at IS NULL ORDER BY held_at, id',
    );
    return rows.map(holdOf);
  }

  /** Stages the end of a hold. Where it has ended meanwhile, the command starts over. */
  release({ id }: ChargeHold, releasedBy: string): void {
    this.unit.stage({
      sql: `UPDATE charge_holds SET released_at = $2, released_by = $3 WHERE id = $1 AND released_at IS NULL`,
      parameters: [id, this.clock.now(), releasedBy],
      expectedRows: 1,
    });
  }
}

function holdOf({ id, cause, seconds, held_at: heldAt }: Row): ChargeHold {
  return { id, cause, seconds: +seconds, heldAt };
}
