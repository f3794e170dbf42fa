import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Language } from '@app/accounts';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock, uuidFromHash } from '@app/kernel';
import type { Pool, PoolClient } from 'pg';
import type { Facts } from '../templates/facts';

/** Seconds to the next attempt, by the number of failed ones; after the last the mail is parked. */
const RETRY_DELAYS_SECONDS = [30, 120, 600, 1800, 7200, 21_600, 43_200, 86_400];
const DAY_SECONDS = 24 * 3600;
/** How long a mail waits when the server is not reachable. Such an attempt is not counted. */
const AWAY_SECONDS = 15;
/**
 * How much longer a claim lasts than the longest attempt with its check. The claim of a crashed process expires
 * then.
 */
const CLAIM_GRACE_SECONDS = 30;

export interface NewMail {
  eventId: string;
  type: string;
  ownerId: string | null;
  /** Whose brand the mail has; null: that of the platform. */
  businessId: string | null;
  recipient: string;
  language: Language;
  facts: Facts;
  expiresAt: string | null;
}

/** A mail that this process has claimed and sends now. */
export interface DueMail {
  id: string;
  claim: string;
  type: string;
  recipient: string;
  /** Null where the reader has no account. */
  ownerId: string | null;
  businessId: string | null;
  language: Language;
  facts: Facts;
  /** Number of earlier attempts. */
  attempts: number;
  eventId: string;
  createdAt: Date;
}

export interface MailBacklog {
  due: number;
  parked: number;
  oldestDueAt: Date | null;
}

/** Due mails in PostgreSQL, claimed by any number of workers. */
@Injectable()
export class MailQueueService {
  private readonly claimSeconds: number;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.claimSeconds = config.env.SMTP_TIMEOUT_SECONDS * 2 + CLAIM_GRACE_SECONDS;
  }

  /** Those of `mails` that the daily limits of their recipients leave room for. */
  async withinDay<M extends NewMail & { mailsPerDay: number }>(tx: PoolClient, mails: M[]): Promise<M[]> {
    const { rows } = await tx.query<{ recipient: string; type: string; count: number }>({
      name: 'mails_of_day',
      text: `SELECT recipient, type, count(*)::int AS count FROM mails
              WHERE recipient = ANY ($1) AND type = ANY ($2) AND created_at > $3 GROUP BY recipient, type`,
      values: [
        [...new Set(mails.map(({ recipient }) => recipient))],
        [...new Set(mails.map(({ type }) => type))],
        addSeconds(this.clock.now(), -DAY_SECONDS),
      ],
    });
    const sent = new Map(rows.map(({ recipient, type, count }) => [`${type} ${recipient}`, count]));
    return mails.filter(({ recipient, type, mailsPerDay }) => {
      const key = `${type} ${recipient}`;
      const count = sent.get(key) ?? 0;
      sent.set(key, count + 1);
      return count < mailsPerDay;
    });
  }

  /** Adds due mails, in the transaction that marks their events as handled. Mails that exist already are skipped. */
  async add(tx: PoolClient, mails: readonly NewMail[]): Promise<void> {
    await tx.query({
      name: 'add_mails',
      text: `INSERT INTO mails (id, event_id, type, owner_id, recipient, language, facts, expires_at, business_id, urgent,
                                status,
                                due_at, created_at)
             SELECT g.*, g.expires_at IS NOT NULL, 'due', $9::timestamptz, $9
               FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::jsonb[],
                           $8::timestamptz[], $10::uuid[])
                      AS g (id, event_id, type, owner_id, recipient, language, facts, expires_at, business_id)
             ON CONFLICT (id) DO NOTHING`,
      values: [
        mails.map(({ eventId, type, recipient }) => idOf(eventId, type, recipient)),
        mails.map(({ eventId }) => eventId),
        mails.map(({ type }) => type),
        mails.map(({ ownerId }) => ownerId),
        mails.map(({ recipient }) => recipient),
        mails.map(({ language }) => language),
        mails.map(({ facts }) => JSON.stringify(facts)),
        mails.map(({ expiresAt }) => expiresAt),
        this.clock.now(),
        mails.map(({ businessId }) => businessId),
      ],
    });
  }

  /**
   * Claims mails that are due at `upTo`: first those that expire, then those that have waited longest. Ends
   * expired mails.
   */
  async claim(room: number, upTo: Date): Promise<DueMail[]> {
    const now = this.clock.now();
    const claim = randomUUID();
    const { rows } = await this.pool.query<DueMail & { expired: boolean }>({
      name: 'claim_mails',
      text: `WITH due AS (
               SELECT id FROM mails WHERE status = 'due' AND due_at <= $5
                ORDER BY urgent DESC, due_at LIMIT $2 FOR UPDATE SKIP LOCKED
             )
             UPDATE mails m
                SET status = CASE WHEN m.expires_at <= $1 THEN 'expired' ELSE 'due' END,
                    due_at = CASE WHEN m.expires_at <= $1 THEN NULL ELSE $3::timestamptz END,
                    ended_at = CASE WHEN m.expires_at <= $1 THEN $1 END,
                    claim = $4
               FROM due WHERE m.id = due.id
             RETURNING m.id, m.claim, m.type, m.recipient, m.owner_id AS "ownerId",
                       m.business_id AS "businessId", m.language, m.facts, m.attempts,
                       m.event_id AS "eventId", m.created_at AS "createdAt", m.status = 'expired' AS expired`,
      values: [now, room, addSeconds(now, this.claimSeconds), claim, upTo],
    });
    const live = rows.filter(({ expired }) => !expired);
    // Every mail of a full claim had expired, so more may follow.
    return live.length === 0 && rows.length === room && room > 0 ? this.claim(room, upTo) : live;
  }

  async sent(mail: DueMail): Promise<void> {
    await this.pool.query(
      `UPDATE mails SET status = 'sent', attempts = attempts + 1, due_at = NULL, claim = NULL, last_error = NULL,
              ended_at = $3 WHERE id = $1 AND claim = $2`,
      [mail.id, mail.claim, this.clock.now()],
    );
  }

  /** Ends a mail whose subject has ended, such as a reminder of an invoice that was paid meanwhile. */
  async expire(mail: DueMail): Promise<'expired'> {
    await this.pool.query(
      `UPDATE mails SET status = 'expired', due_at = NULL, claim = NULL, ended_at = $3 WHERE id = $1 AND claim = $2`,
      [mail.id, mail.claim, this.clock.now()],
    );
    return 'expired';
  }

  /** Counts a failed attempt. The mail is tried again later, or parked after the last attempt. */
  async failed(mail: DueMail, reason: string): Promise<'due' | 'parked'> {
    const wait = RETRY_DELAYS_SECONDS[mail.attempts];
    if (wait === undefined) return this.park(mail, reason);
    await this.retryAfter(mail, reason, wait, 1);
    return 'due';
  }

  /** Ends a mail that is not tried again; staff may look at it. */
  async park(mail: DueMail, reason: string): Promise<'parked'> {
    await this.pool.query(
      `UPDATE mails SET status = 'parked', attempts = attempts + 1, due_at = NULL, claim = NULL, last_error = $3,
              ended_at = $4 WHERE id = $1 AND claim = $2`,
      [mail.id, mail.claim, reason, this.clock.now()],
    );
    return 'parked';
  }

  /** Releases a claimed mail without counting an attempt. */
  release(mail: DueMail, reason: string): Promise<void> {
    return this.retryAfter(mail, reason, AWAY_SECONDS, 0);
  }

  async backlog(): Promise<MailBacklog> {
    const { rows } = await this.pool.query<{ due: string; parked: string; oldest: Date | null }>(
      `SELECT (SELECT count(*) FROM mails WHERE status = 'due') AS due,
              (SELECT count(*) FROM mails WHERE status = 'parked') AS parked,
              (SELECT min(created_at) FROM mails WHERE status = 'due') AS oldest`,
    );
    return { due: Number(rows[0]!.due), parked: Number(rows[0]!.parked), oldestDueAt: rows[0]!.oldest };
  }

  private async retryAfter(mail: DueMail, reason: string, seconds: number, tries: 0 | 1): Promise<void> {
    await this.pool.query(
      `UPDATE mails SET attempts = attempts + $3, due_at = $4, claim = NULL, last_error = $5
        WHERE id = $1 AND claim = $2`,
      [mail.id, mail.claim, tries, addSeconds(this.clock.now(), seconds), reason],
    );
  }
}

/** One mail per event, type and recipient, even if the event is handled twice. */
function idOf(...parts: string[]): string {
  return uuidFromHash(parts.join('\n'));
}
