import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { addSeconds, Clock, DomainError } from '@app/kernel';
import type { Pool } from 'pg';
import { fillBalance } from '../unit-of-work/balance-after';
import { POSTGRES_POOL } from '@app/database';
import type { WrittenAnswer } from '../commit/commit-units';
import { Answer, type IdempotencyRecord } from '../unit-of-work/pending-writes';

const REMEMBERED_HOURS = 24;
const WAIT_MS = 2000;
const POLL_MS = 50;
/** Longer than any call to another system: past it the first caller is taken for dead. */
const CLAIM_SECONDS = 60;

/** What the posting function locks for a key, of whoever it belongs to. */
const LOCK_OF_KEY = 'hashtextextended($1::uuid::text || $2::text, 0)';

/**
 * The posting function looks for a key's answer and writes its own later on, holding the key in between. Whoever
 * writes an answer holds it too: an answer written in between would be told to one caller and overwritten for the rest.
 */
const HOLDING_THE_KEY = `WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(${LOCK_OF_KEY}))`;

interface Row {
  status: number | null;
  body: string | null;
  balance_minor: string | null;
  same: boolean;
  /** Whether whoever claimed it is taken for dead: a claim would take it over. */
  abandoned: boolean;
}

/** What idempotency keys remember. Keys of a success are written by the posting function, in its transaction. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The first answer to this key; null when there is none yet. Throws when the key was used for another request. */
  async answerTo(record: IdempotencyRecord): Promise<Answer | null> {
    const row = await this.read(record);
    if (!row) return null;
    if (!row.same) throw keyConflict();
    return answerOf(row);
  }

  /** Remembers a refusal that was decided on state. Returns the answer that stands: an earlier one wins. */
  async rememberRefusal(record: IdempotencyRecord, refusal: WrittenAnswer): Promise<Answer> {
    const { rowCount } = await this.pool.query(
      `${HOLDING_THE_KEY}
       INSERT INTO idempotency_keys (principal_id, key, operation, fingerprint, status, body, created_at)
       SELECT $1::uuid, $2::text, $3::text, $4::bytea, $5::smallint, $6::text, $7::timestamptz FROM held
       ON CONFLICT (principal_id, key) DO UPDATE
          SET operation = excluded.operation, fingerprint = excluded.fingerprint, claim = NULL, status = excluded.status,
              body = excluded.body, balance_minor = NULL, created_at = excluded.created_at
        WHERE idempotency_keys.created_at <= $8 OR (idempotency_keys.status IS NULL AND idempotency_keys.claim = $9)`,
      [
        ...[record.principalId, record.key, record.operation, record.fingerprint],
        ...[refusal.status, refusal.body, this.clock.now(), this.oldest(), record.claim ?? null],
      ],
    );
    const own = new Answer(refusal.status, refusal.body, false);
    return rowCount === 1 ? own : ((await this.answerTo(record)) ?? own);
  }

  /**
   * Claims the key before a use case calls another system. Gives the claimed record, or the answer when there is
   * one; waits up to two seconds for a first call that still runs.
   */
  async claim(record: IdempotencyRecord): Promise<IdempotencyRecord | Answer> {
    const claim = randomUUID();
    return untilAnswered(async () => {
      const { rowCount } = await this.pool.query(
        `${HOLDING_THE_KEY}
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
          ...[record.principalId, record.key, record.operation, record.fingerprint, claim, this.clock.now()],
          ...[this.oldest(), this.abandonedSince()],
        ],
      );
      return rowCount === 1 ? { ...record, claim } : ((await this.answerTo(record)) ?? undefined);
    });
  }

  /**
   * What a call with this key would be answered without being carried out; null where it would be. The key is read, and
   * waited for as by whoever means it, but neither claimed nor held.
   */
  async foresee(record: IdempotencyRecord): Promise<Answer | null> {
    return untilAnswered(async () => {
      if (!(await this.isLetGo(record))) return undefined;
      const row = await this.read(record);
      if (!row) return null;
      if (!row.same) throw keyConflict();
      const answer = answerOf(row);
      return answer || row.abandoned ? answer : undefined;
    });
  }

  /** Gives a claim back, so that the caller can mend the request and try again. */
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
        ...[record.principalId, record.key, record.operation, record.fingerprint],
        ...[this.oldest(), this.abandonedSince()],
      ],
    );
    return rows[0];
  }

  /** Whether no commit holds the key: what it wrote can be read then. Asked on the way past, and let go at once. */
  private async isLetGo({ principalId, key }: IdempotencyRecord): Promise<boolean> {
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
    return rememberedSince(this.clock.now());
  }
}

/** Keys used at or before this are forgotten: whoever uses one again makes a new request. */
export function rememberedSince(now: Date): Date {
  return addSeconds(now, -REMEMBERED_HOURS * 3600);
}

/** Looks again and again while a first call still runs, for two seconds at most. */
async function untilAnswered<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let waited = 0; ; waited += POLL_MS) {
    const found = await look();
    if (found !== undefined) return found;
    if (waited >= WAIT_MS) throw keyInProgress();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function answerOf(row: Row): Answer | null {
  if (row.status === null) return null;
  const balance = row.balance_minor === null ? null : BigInt(row.balance_minor);
  return new Answer(row.status, fillBalance(row.body!, balance), true);
}

export function keyConflict(): DomainError {
  return new DomainError(
    'conflict',
    'IDEMPOTENCY_CONFLICT',
    'This idempotency key was used for another request.',
  );
}

export function keyInProgress(): DomainError {
  return new DomainError(
    'conflict',
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this idempotency key is still running.',
    { retry_after: 2 },
  );
}
