import type { Pool } from 'pg';
import type { SqlWrite } from '../unit-of-work/sql-write';

const MAX_ATTEMPTS = 10;
const MAX_WAIT_SECONDS = 300;
const ERROR_LENGTH = 1000;

/**
 * Lost connections, deadlocks and lock timeouts: the event did not cause them and is retried without a penalty.
 */
const PASSING = /^(08...|40001|40P01|53...|55P03|57P0[123])$/;

export function isTransient(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return PASSING.test(code ?? '') || message === 'Connection terminated unexpectedly';
}

export interface RelayFailure {
  attempts: number;
  parked: boolean;
}

/**
 * Records that a handler failed. The event is retried after 1, 2, 4 … seconds (at most five minutes) and parked
 * after the tenth failure, so that later events of its aggregate can proceed.
 */
export async function recordFailure(
  pool: Pool,
  now: Date,
  id: string,
  error: Error,
): Promise<RelayFailure | null> {
  const { rows } = await pool.query<RelayFailure>(
    `UPDATE outbox
        SET attempts = attempts + 1, last_error = $3,
            retry_at = $2::timestamptz + least(2 ^ attempts, ${MAX_WAIT_SECONDS}) * interval '1 second',
            parked_at = CASE WHEN attempts + 1 >= ${MAX_ATTEMPTS} THEN $2::timestamptz END
      WHERE id = $1 AND relayed_at IS NULL AND parked_at IS NULL
      RETURNING attempts, parked_at IS NOT NULL AS parked`,
    [id, now, error.message.replaceAll('\u0000', '').slice(0, ERROR_LENGTH)],
  );
  return rows[0] ?? null;
}

/** Unparks an event and resets its attempts; fails when the event is not parked. */
export function unparkEvent(id: string): SqlWrite {
  return {
    sql: 'UPDATE outbox SET parked_at = NULL, retry_at = NULL, attempts = 0 WHERE id = $1 AND parked_at IS NOT NULL',
    parameters: [id],
    expectedRows: 1,
  };
}
