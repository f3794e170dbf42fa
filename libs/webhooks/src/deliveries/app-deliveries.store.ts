import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import {
  FollowsTestClock,
  type OutstandingDeliveries,
  type SpaceDeliveries,
  type SpaceSource,
} from '@app/test-clock';
import type { Pool } from 'pg';
import { DeliveryWorkerService } from './delivery-worker.service';

/** A delivery that waits for the retry of an earlier event about the same object is not counted. */
const DUE = `
  SELECT e.id AS webhook_id, d.deliveries
    FROM webhook_endpoints e
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS deliveries FROM webhook_deliveries d
      WHERE d.status = 'pending' AND d.mode = 'test' AND d.owner_id = e.owner_id AND d.endpoint_id = e.id AND d.due_at <= $2
        AND (d.object_id IS NULL OR NOT EXISTS (
              SELECT 1 FROM webhook_deliveries earlier
               WHERE earlier.status = 'pending' AND earlier.endpoint_id = d.endpoint_id AND earlier.object_id = d.object_id
                 AND earlier.object_sequence < d.object_sequence AND earlier.due_at > $2))
   ) d
   WHERE e.app_id = $1 AND e.mode = 'test' AND e.disabled_at IS NULL AND e.url IS NOT NULL AND d.deliveries > 0
   ORDER BY e.id`;

/** Deliveries whose last attempt, since $3, took the whole time that an endpoint has, and got no answer. */
const TIMED_OUT = `
  SELECT d.endpoint_id AS webhook_id, count(*)::int AS deliveries FROM webhook_deliveries d
   WHERE d.status = 'pending' AND d.app_id = $1 AND d.retry_at IS NOT NULL
     AND EXISTS (SELECT 1 FROM webhook_attempts a
                  WHERE a.delivery_id = d.id AND a.attempt = d.attempts AND a.created_at >= $3 AND a.status IS NULL
                     AND a.latency_ms >= $2)
   GROUP BY d.endpoint_id ORDER BY d.endpoint_id`;
/** Timers may end a little early. */
const TOLERANCE_MS = 20;

/** The webhook deliveries of one test app: their retries follow its test clock. */
@Injectable()
@FollowsTestClock({ order: 8 })
export class AppDeliveriesStore implements SpaceDeliveries, SpaceSource {
  readonly kind = 'webhook_retry';
  private readonly timeoutMs: number;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly worker: DeliveryWorkerService,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.timeoutMs = config.env.WEBHOOK_TIMEOUT_SECONDS * 1000;
  }

  send(ms: number): Promise<void> {
    return this.worker.workFor(ms);
  }

  async due(appId: string): Promise<OutstandingDeliveries[]> {
    const { rows } = await this.pool.query<OutstandingDeliveries>({
      name: 'due_of_app',
      text: DUE,
      values: [appId, this.clock.now()],
    });
    return rows;
  }

  async timedOut(appId: string, since: Date): Promise<OutstandingDeliveries[]> {
    const values = [appId, this.timeoutMs - TOLERANCE_MS, since];
    const { rows } = await this.pool.query<OutstandingDeliveries>({
      name: 'timed_out_of_app',
      text: TIMED_OUT,
      values,
    });
    return rows;
  }

  async arePlanned(appId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'SELECT 1 FROM app_event_counters WHERE app_id = $1 AND fan_out_from IS NOT NULL',
      [appId],
    );
    return rowCount === 0;
  }

  async nextDue(appId: string, after: Date): Promise<Date | null> {
    const { rows } = await this.pool.query<{ at: Date | null }>(
      `SELECT min(retry_at) AS at FROM webhook_deliveries WHERE status = 'pending' AND app_id = $1 AND retry_at > $2`,
      [appId, after],
    );
    return rows[0]!.at;
  }

  /** Makes the retries due; the delivery worker sends them. */
  async runSpace(appId: string, upTo: Date): Promise<number> {
    const { rowCount } = await this.pool.query(
      `UPDATE webhook_deliveries SET retry_at = NULL, due_at = created_at
        WHERE status = 'pending' AND app_id = $1 AND retry_at <= $2`,
      [appId, upTo],
    );
    return rowCount!;
  }
}
