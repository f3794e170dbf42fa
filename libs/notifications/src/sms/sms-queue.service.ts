import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Language } from '@app/accounts';
import { Config } from '@app/config';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool, PoolClient } from 'pg';

/** Seconds to the next attempt, by the number of failed ones. The code runs out after ten minutes. */
const RETRY_DELAYS_SECONDS = [5, 30, 120];
/** How much longer a claim lasts than the longest attempt. */
const CLAIM_GRACE_SECONDS = 15;
const KEPT_SECONDS = 30 * 24 * 3600;

export interface NewSms {
  /** Of the event that asks for it: it is queued once. */
  id: string;
  userId: string;
  phone: string;
  codeId: string;
  language: Language;
  expiresAt: string;
}

/** A message that this process has claimed and sends now. */
export interface DueSms {
  id: string;
  claim: string;
  phone: string;
  codeId: string;
  language: Language;
  attempts: number;
  expiresAt: Date;
}

/** Due text messages in PostgreSQL, claimed by any number of workers. The text is composed when it is sent. */
@Injectable()
export class SmsQueueService {
  private readonly claimSeconds: number;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.claimSeconds = config.env.SMS_TIMEOUT_SECONDS + CLAIM_GRACE_SECONDS;
  }

  /** Adds a due message, in the transaction that marks its event as handled. */
  async add(tx: PoolClient, { id, userId, phone, codeId, language, expiresAt }: NewSms): Promise<void> {
    await tx.query(
      `INSERT INTO sms_messages (id, user_id, phone, code_id, language, status, due_at, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, 'due', $7, $6, $7) ON CONFLICT (id) DO NOTHING`,
      [id, userId, phone, codeId, language, expiresAt, this.clock.now()],
    );
  }

  /** Claims messages that are due at `upTo`, and ends expired ones. */
  async claim(room: number, upTo: Date): Promise<DueSms[]> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<DueSms & { expired: boolean }>({
      name: 'claim_sms',
      text: `WITH due AS (
               SELECT id FROM sms_messages WHERE status = 'due' AND due_at <= $5
                ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
             )
             UPDATE sms_messages m
                SET status = CASE WHEN m.expires_at <= $1 THEN 'expired' ELSE 'due' END,
                    due_at = CASE WHEN m.expires_at <= $1 THEN NULL ELSE $3::timestamptz END,
                    ended_at = CASE WHEN m.expires_at <= $1 THEN $1 END,
                    claim = $4
               FROM due WHERE m.id = due.id
             RETURNING m.id, m.claim, m.phone, m.code_id AS "codeId", m.language, m.attempts,
                       m.expires_at AS "expiresAt", m.status = 'expired' AS expired`,
      values: [now, room, addSeconds(now, this.claimSeconds), randomUUID(), upTo],
    });
    return rows.filter(({ expired }) => !expired);
  }

  async sent({ id, claim }: DueSms, providerId: string): Promise<void> {
    await this.pool.query(
      `UPDATE sms_messages SET status = 'sent', attempts = attempts + 1, due_at = NULL, claim = NULL,
              last_error = NULL, provider_id = $3, ended_at = $4 WHERE id = $1 AND claim = $2`,
      [id, claim, providerId, this.clock.now()],
    );
  }

  /** Counts a failed attempt. The message is tried again later, or given up where that is of no use. */
  async failed(sms: DueSms, reason: string, isFinal: boolean): Promise<'due' | 'failed'> {
    const wait = isFinal ? undefined : RETRY_DELAYS_SECONDS[sms.attempts];
    const now = this.clock.now();
    const dueAt = wait === undefined ? null : addSeconds(now, wait);
    const status = dueAt ? 'due' : 'failed';
    await this.pool.query(
      `UPDATE sms_messages SET status = $3, attempts = attempts + 1, due_at = $4, claim = NULL, last_error = $5,
              ended_at = $6 WHERE id = $1 AND claim = $2`,
      [sms.id, sms.claim, status, dueAt, reason, dueAt ? null : now],
    );
    return status;
  }

  /** Releases a claimed message without counting an attempt. */
  async release({ id, claim }: DueSms): Promise<void> {
    await this.pool.query('UPDATE sms_messages SET due_at = $3, claim = NULL WHERE id = $1 AND claim = $2', [
      id,
      claim,
      this.clock.now(),
    ]);
  }

  /** Deletes messages that ended a month ago. Returns how many. */
  purge(): Promise<number> {
    const before = addSeconds(this.clock.now(), -KEPT_SECONDS);
    return deleteInBatches(this.pool, { table: 'sms_messages', where: 'ended_at < $1', by: 'ended_at' }, [
      before,
    ]);
  }
}
