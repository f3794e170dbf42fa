import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { fillBalance } from '../unit-of-work/balance-after';
import { POSTGRES_POOL } from '@app/database';
import type { WrittenAnswer } from '../commit/commit-units';
import { Answer, type IdempotencyRecord } from '../unit-of-work/pending-writes';
import { keyConflict, keyInProgress } from './idempotency.errors';

const REMEMBERED_HOURS = 24;
const WAIT_MS = 2000;
const POLL_MS = 50;
/** Longer than any call to another system; after that the process that claimed the key counts as dead. */
const CLAIM_SECONDS = 60;

/** The lock that the posting function takes for a key of a principal. */
const LOCK_OF_KEY = 'hashtextextended($1::uuid::text || $2::text, 0)';

/**
 * The posting function holds this lock from the lookup of a key until its answer is written. Each other writer
 * of answers takes it too, so that an answer is never overwritten after it was returned.
 */
const WITH_KEY_LOCK = `WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(${LOCK_OF_KEY}))`;

interface Row {
  status: number | null;
  body: string | null;
  balance_minor: string | null;
  same: boolean;
  /** Whether the claim has expired, so that a new claim takes it over. */
  abandoned: boolean;
}

/**
 * The stored answers of idempotency keys. The posting function writes answers of successes, in its transaction.
 */
@Injectable()
export class IdempotencyKeys {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /**
   * The first answer to this key; null when there is none yet. Throws when the key was used for another
   * request.
   */
  async answerTo(record: IdempotencyRecord): Promise<Answer<never> | null> {
    const row = await this.read(record);
    if (!row) return null;
    if (!row.same) throw keyConflict();
    return answerOf(row);
  }

  /** Stores a refusal that was decided on state. Returns the valid answer: an earlier one wins. */
  async rememberRefusal(record: IdempotencyRecord, refusal: WrittenAnswer): Promise<Answer<never>> {
    const { rowCount } = await this.pool.query(
      `${WITH_KEY_LOCK}
       INSERT INTO idempotency_keys (principal_id, key, operation, fingerprint, status, body, created_at)
       SELECT $1::uuid, $2::text, $3::text, $4::bytea, $5::smallint, $6::text, $7::timestamptz FROM held
       ON CONFLICT (principal_id, key) DO UPDATE
          SET operation = excluded.operation, fingerprint = excluded.fingerprint, claim = NULL, status = excluded.status,
              body = excluded.body, balance_minor = NULL, created_at = excluded.created_at
        WHERE idempotency_keys.created_at <= $8 OR (idempotency_keys.status IS NULL AND idempotency_keys.claim = $9)`,
      [
        record.principalId,
        record.key,
        record.operation,
        record.fingerprint,
        refusal.status,
        refusal.body,
        this.clock.now(),
        this.oldest(),
        record.claim ?? null,
      ],
    );
    const own = new Answer<never>(refusal.status, refusal.body, false);
    return rowCount === 1 ? own : ((await this.answerTo(record)) ?? own);
  }

  /**
   * Claims the key before a use case calls another system. Returns the claimed record or the stored answer;
   * waits up to two seconds for a first call that still runs.
   */
  async claim(record: IdempotencyRecord): Promise<IdempotencyRecord | Answer<never>> {
    const claim = randomUUID();
    return untilAnswered(async () => {
      const { rowCount } = await this.pool.query(
        `${WITH_KEY_LOCK}
         INSERT INTO idempotency_keys (principal_id, key, operation, fingerprint, claim, created_at)
         SELECT $1::uuid, $2::text, $3::text, $4::bytea, $5::uuid, $6::timestamptz FROM held
         ON CONFLICT (principal_id, key) DO UPDATE
            SET operation = excluded.operation, fingerprint = excluded.fingerprint, claim = excluded.claim,
                status = NULL, body = NULL, balance_minor = NULL, created_at = excluded.created_at
          WHERE idempotency_keys.created_at <= $7
             OR (idempotency_keys.status IS NULL AND idempotency_keys.created_at <= $8
                 AND idempotency_keys.operation = excluded.operation
                 AND idempotency_keys.fingerprint = excluded.fingerprint)`,
        [
          record.principalId,
          record.key,
          record.operation,
          record.fingerprint,
          claim,
          this.clock.now(),
          this.oldest(),
          this.abandonedSince(),
        ],
      );
      return rowCount === 1 ? { ...record, claim } : ((await this.answerTo(record)) ?? undefined);
    });
  }

  /**
   * The answer that a call with this key would get without being carried out; null where it would be carried
   * out. It waits for the key as `claim` does, but neither claims nor holds it.
   */
  async foresee(record: IdempotencyRecord): Promise<Answer<never> | null> {
    return untilAnswered(async () => {
      if (!(await this.isUnlocked(record))) return undefined;
      const row = await this.read(record);
      if (!row) return null;
      if (!row.same) throw keyConflict();
      const answer = answerOf(row);
      return answer || row.abandoned ? answer : undefined;
    });
  }

  /** Releases a claim, so that the caller can correct the request and try again. */
  async release(record: IdempotencyRecord): Promise<void> {
    await this.pool.query(
      'DELETE FROM idempotency_keys WHERE principal_id = $1 AND key = $2 AND status IS NULL AND claim = $3',
      [record.principalId, record.key, record.claim],
    );
  }

  private async read(record: IdempotencyRecord): Promise<Row | undefined> {
    const { rows } = await this.pool.query<Row>(
      `SELECT status, body, balance_minor, operation = $3 AND fingerprint = $4 AS same, created_at <= $6 AS abandoned
         FROM idempotency_keys WHERE principal_id = $1 AND key = $2 AND created_at > $5`,
      [
        record.principalId,
        record.key,
        record.operation,
        record.fingerprint,
        this.oldest(),
        this.abandonedSince(),
      ],
    );
    return rows[0];
  }

  /** Whether no running commit holds the key, so that its writes can be read. The lock is released at once. */
  private async isUnlocked({ principalId, key }: IdempotencyRecord): Promise<boolean> {
    const { rows } = await this.pool.query<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock_shared(${LOCK_OF_KEY}) AS free`,
      [principalId, key],
    );
    return rows[0]!.free;
  }

  private abandonedSince(): Date {
    return addSeconds(this.clock.now(), -CLAIM_SECONDS);
  }

  private oldest(): Date {
    return oldestValidUse(this.clock.now());
  }
}

/** Keys last used at or before this time have expired; using one again makes a new request. */
export function oldestValidUse(now: Date): Date {
  return addSeconds(now, -REMEMBERED_HOURS * 3600);
}

/** Repeats the lookup while a first call still runs, for at most two seconds. */
async function untilAnswered<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let waited = 0; ; waited += POLL_MS) {
    const found = await look();
    if (found !== undefined) return found;
    if (waited >= WAIT_MS) throw keyInProgress();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function answerOf(row: Row): Answer<never> | null {
  if (row.status === null) return null;
  const balance = row.balance_minor === null ? null : BigInt(row.balance_minor);
  return new Answer(row.status, fillBalance(row.body!, balance), true);
}
