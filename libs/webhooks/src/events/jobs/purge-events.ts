import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';

const BATCH = 2000;
const DAY_SECONDS = 86_400;

/**
 * Deletes the oldest events of each app's feed up to the first one that is not expired or still has to be
 * delivered to an endpoint. The feed stays a sequence without gaps.
 */
const DELETE_OLDEST = `
  WITH head AS (
    SELECT sequence, event_id, created_at, numbered_at FROM app_events WHERE app_id = $1 ORDER BY sequence LIMIT ${BATCH}
  ), stop AS (
    SELECT min(sequence) AS sequence FROM head h
     WHERE numbered_at >= $2
        OR h.sequence >= (SELECT fan_out_from FROM app_event_counters WHERE app_id = $1)
        OR EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = h.event_id AND d.created_at = h.created_at
                      AND d.app_id = $1 AND d.status = 'pending')
  )
  DELETE FROM app_events e USING head h, stop
   WHERE e.app_id = $1 AND e.sequence = h.sequence AND (stop.sequence IS NULL OR h.sequence < stop.sequence)`;

/** Deletes events from the feeds after EVENT_RETENTION_DAYS. Any number of these jobs may run at once. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge old events' })
export class PurgeEvents {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the number of deleted events. */
  async run(): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.env.EVENT_RETENTION_DAYS * DAY_SECONDS);
    const { rows } = await this.pool.query<{ app_id: string }>(
      `SELECT c.app_id FROM app_event_counters c
        CROSS JOIN LATERAL (SELECT numbered_at FROM app_events e WHERE e.app_id = c.app_id ORDER BY sequence LIMIT 1) oldest
        WHERE oldest.numbered_at < $1`,
      [before],
    );
    let deleted = 0;
    for (const { app_id: appId } of rows) deleted += await this.deleteOldest(appId, before);
    await this.pool.query('DELETE FROM app_event_resends WHERE created_at < $1', [before]);
    return deleted;
  }

  private async deleteOldest(appId: string, before: Date): Promise<number> {
    for (let total = 0; ;) {
      const { rowCount } = await this.pool.query({
        name: 'behead_feed',
        text: DELETE_OLDEST,
        values: [appId, before],
      });
      total += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH) return total;
    }
  }
}
