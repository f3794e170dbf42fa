import { Inject, Injectable, Logger } from '@nestjs/common';
import { uuidv7 } from '@app/kernel';
import { arrayOf, BatchLoader, type Element, type ElementType, POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { type Attempt, isDelivered, type StartedDelivery } from './delivery';
import { attemptsMade } from './delivery-metrics';
import { nextAttemptAt } from './retry-schedule.policy';

/**
 * Only the holder of the claim updates the delivery, except that a success always counts, because the receiver
 * has the event. Every attempt is stored. An attempt that was not sent, because its endpoint is gone, does not
 * count for the endpoint's health. Retries of an app with a test clock follow that clock. Rows that other processes write too are locked in one order, to avoid
 * deadlocks.
 */
const RECORD = `
  WITH tried AS (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::smallint[], $6::text[],
                         $7::timestamptz[], $8::uuid[], $9::timestamptz[], $10::smallint[], $11::int[], $12::text[], $13::text[],
                         $14::boolean[])
      AS t(id, created_at, claim, endpoint_id, attempt, outcome, due_at, attempt_id, at, status, latency_ms, answer, error, unsent)
  ), moved AS (
    UPDATE webhook_deliveries d SET status = t.outcome, attempts = greatest(d.attempts, t.attempt), claim = NULL, claimed_until = NULL,
           due_at = CASE WHEN d.mode = 'test' AND t.due_at IS NOT NULL
                         THEN (retry_of_test_delivery(d.app_id, t.at, t.due_at)).due ELSE t.due_at END,
           retry_at = CASE WHEN d.mode = 'test' AND t.due_at IS NOT NULL
                           THEN (retry_of_test_delivery(d.app_id, t.at, t.due_at)).retry END
      FROM tried t
     WHERE d.id = t.id AND d.created_at = t.created_at
       AND (d.status = 'pending' AND d.claim = t.claim OR d.status <> 'delivered' AND t.outcome = 'delivered')
  ), recovered AS (
    DELETE FROM webhook_endpoint_failures WHERE endpoint_id IN (
      SELECT f.endpoint_id FROM webhook_endpoint_failures f
       WHERE f.endpoint_id IN (SELECT endpoint_id FROM tried WHERE outcome = 'delivered') ORDER BY f.endpoint_id FOR UPDATE)
  ), hours AS (
    INSERT INTO webhook_endpoint_hours AS h (endpoint_id, hour, delivered, failed, last_delivered_at, last_failed_at)
    SELECT endpoint_id, date_trunc('hour', at, 'UTC'), count(*) FILTER (WHERE outcome = 'delivered'),
           count(*) FILTER (WHERE outcome <> 'delivered'), max(at) FILTER (WHERE outcome = 'delivered'),
           max(at) FILTER (WHERE outcome <> 'delivered')
      FROM tried WHERE NOT unsent GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (endpoint_id, hour) DO UPDATE
       SET delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed,
           last_delivered_at = greatest(h.last_delivered_at, excluded.last_delivered_at),
           last_failed_at = greatest(h.last_failed_at, excluded.last_failed_at)
  ), failing AS (
    INSERT INTO webhook_endpoint_failures (endpoint_id, failing_since, last_failed_at)
    SELECT endpoint_id, min(at), max(at) FROM tried WHERE NOT unsent GROUP BY endpoint_id HAVING bool_and(outcome <> 'delivered')
     ORDER BY endpoint_id
    ON CONFLICT (endpoint_id) DO UPDATE SET last_failed_at = excluded.last_failed_at
  )
  INSERT INTO webhook_attempts (id, created_at, delivery_id, attempt, status, latency_ms, answer, error)
  SELECT attempt_id, at, id, attempt, status, latency_ms, answer, error FROM tried`;

interface Tried {
  delivery: StartedDelivery;
  attempt: Attempt;
}

/**
 * Records attempts. Attempts that come in while a batch is written form the next batch; a single attempt does
 * not wait.
 */
@Injectable()
export class AttemptLogStore {
  private readonly logger = new Logger('Webhooks');
  private readonly records = new BatchLoader((batch: Tried[]) => this.writeAll(batch));

  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /**
   * Resolves once the attempt is recorded or recording failed; in that case the claim expires and the delivery
   * is tried again.
   */
  record(delivery: StartedDelivery, attempt: Attempt): Promise<void> {
    return this.records.read({ delivery, attempt });
  }

  private async writeAll(batch: Tried[]): Promise<void[]> {
    await this.write(batch).catch(() => this.writeSingly(batch));
    return batch.map(() => undefined);
  }

  private async writeSingly(batch: Tried[]): Promise<void> {
    for (const tried of batch) {
      await this.write([tried]).catch((error: Error) =>
        this.logger.error(
          `delivery ${tried.delivery.id}: the attempt could not be recorded: ${error.message}`,
        ),
      );
    }
  }

  private async write(batch: readonly Tried[]): Promise<void> {
    const rows = batch.map(rowOf);
    const values = COLUMNS.map(([type, column]) => arrayOf(type, rows, column));
    await this.pool.query({ name: 'record_attempts', text: RECORD, values });
    for (const { outcome } of rows) attemptsMade.inc({ outcome });
  }
}

interface Row extends Tried {
  outcome: 'delivered' | 'pending' | 'failed';
  dueAt: Date | null;
}

function rowOf({ delivery, attempt }: Tried): Row {
  const comesAgain = delivery.scheduled !== null && !isDelivered(attempt) && !attempt.final;
  const dueAt = comesAgain ? nextAttemptAt(delivery.scheduled!, attempt.at) : null;
  const outcome = isDelivered(attempt) ? 'delivered' : dueAt ? 'pending' : 'failed';
  return { delivery, attempt, outcome, dueAt };
}

/** The parameters of `RECORD`, in their order. */
const COLUMNS: readonly [ElementType, (row: Row) => Element][] = [
  ['uuid', ({ delivery }) => delivery.id],
  ['timestamptz', ({ delivery }) => delivery.createdAt],
  ['uuid', ({ delivery }) => delivery.claim],
  ['uuid', ({ delivery }) => delivery.endpointId],
  ['smallint', ({ delivery }) => delivery.attempt],
  ['text', ({ outcome }) => outcome],
  ['timestamptz', ({ dueAt }) => dueAt],
  ['uuid', ({ attempt }) => uuidv7(attempt.at)],
  ['timestamptz', ({ attempt }) => attempt.at],
  ['smallint', ({ attempt }) => attempt.status],
  ['int', ({ attempt }) => attempt.latencyMs],
  ['text', ({ attempt }) => attempt.answer],
  ['text', ({ attempt }) => attempt.error],
  ['boolean', ({ attempt }) => attempt.final],
];
