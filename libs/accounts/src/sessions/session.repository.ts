import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Config, derivedKey } from '@app/config';
import { Clock, randomToken } from '@app/kernel';
import { Repository } from 'typeorm';
import { SessionCacheService } from './session-cache.service';
import { type EndReason, Session } from './session.aggregate';

export interface RefreshToken {
  hash: Buffer;
  sessionId: string;
  expiresAt: Date;
  rotatedAt: Date | null;
  rotatedIp: string | null;
  rotatedDevice: string | null;
}

/** Who exchanges a refresh token, and when. */
interface Exchange {
  at: Date;
  ip: string;
  /** The session of the device token that was sent; null without one. */
  device: string | null;
}

/** Sessions and the refresh tokens that keep them open. A token is stored as its SHA-256: 256 random bits need no slower hash. */
@Injectable()
export class SessionRepository extends AggregateStore<Session> {
  private readonly nextTokenKey: Buffer;

  constructor(
    @InjectRepository(Session) rows: Repository<Session>,
    unit: UnitOfWork,
    private readonly cache: SessionCacheService,
    private readonly clock: Clock,
    { env }: Config,
  ) {
    super(rows, unit);
    this.nextTokenKey = derivedKey(env.JWT_SECRET, 'next refresh token');
  }

  async findToken(text: string): Promise<RefreshToken | null> {
    const rows: RefreshToken[] = await this.rows.query(
      `SELECT token_hash AS "hash", session_id AS "sessionId", expires_at AS "expiresAt", rotated_at AS "rotatedAt",
              rotated_ip AS "rotatedIp", rotated_device AS "rotatedDevice"
         FROM refresh_tokens WHERE token_hash = $1`,
      [hashOf(text)],
    );
    return rows[0] ?? null;
  }

  /** The token that follows `text` in its session. It is derived, so that a repeated exchange finds it without a store. */
  nextOf(text: string): string {
    return createHmac('sha256', this.nextTokenKey).update(text).digest('base64url');
  }

  /** Stages a refresh token of the session and returns its text, of which only the hash is stored. */
  issueToken(session: Session, text = randomToken()): string {
    this.unit.stage({
      sql: 'INSERT INTO refresh_tokens (token_hash, session_id, expires_at) VALUES ($1, $2, $3)',
      parameters: [hashOf(text), session.id, session.expiresAt],
      expectedRows: 1,
    });
    return text;
  }

  /** Marks a token as used. Of two concurrent uses one commits; the other starts over and finds it used. */
  spendToken({ hash }: RefreshToken, { at, ip, device }: Exchange): void {
    this.unit.stage({
      sql: `UPDATE refresh_tokens SET rotated_at = $2, rotated_ip = $3, rotated_device = $4
             WHERE token_hash = $1 AND rotated_at IS NULL`,
      parameters: [hash, at, ip, device],
      expectedRows: 1,
    });
  }

  /**
   * A session that ended or proved its second factor leaves this process's cache after the commit; other processes are
   * notified by the database.
   */
  override save(session: Session): void {
    super.save(session);
    if (session.endedAt || session.provedAt) this.cache.forgetAfterCommit(session.userId);
  }

  /** Makes the command start over where the session ends before it commits. */
  holdOpen(sessionId: string): void {
    this.unit.stage({
      sql: 'SELECT 1 FROM sessions WHERE id = $1 AND ended_at IS NULL FOR SHARE',
      parameters: [sessionId],
      expectedRows: 1,
    });
  }

  /**
   * Stages the end of all open sessions of a person except `keptId`, also of one that is being refreshed at this
   * moment.
   */
  endAll(userId: string, reason: EndReason, keptId: string | null = null): void {
    this.unit.stage({
      sql: `UPDATE sessions SET ended_at = $2, end_reason = $3, version = version + 1
             WHERE user_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $4`,
      parameters: [userId, this.clock.now(), reason, keptId],
    });
    this.cache.forgetAfterCommit(userId);
  }

  /** Stages the end of the open sessions in which a member acts for an account. */
  endActing(userId: string, accountId: string, reason: EndReason): void {
    this.unit.stage({
      sql: `UPDATE sessions SET ended_at = $3, end_reason = $4, version = version + 1
             WHERE user_id = $1 AND account_id = $2 AND ended_at IS NULL`,
      parameters: [userId, accountId, this.clock.now(), reason],
    });
    this.cache.forgetAfterCommit(userId);
  }

  /** The same for all members who act for it. */
  endAllActing(accountId: string, reason: EndReason): void {
    this.unit.stage({
      sql: `UPDATE sessions SET ended_at = $2, end_reason = $3, version = version + 1
             WHERE account_id = $1 AND ended_at IS NULL`,
      parameters: [accountId, this.clock.now(), reason],
    });
    this.cache.forgetAfterCommit(accountId);
  }

  /** Stages the removal of the proofs of a second factor that is no longer in use, from all sessions of the user. */
  clearProofs(userId: string): void {
    this.unit.stage({
      sql: `UPDATE sessions SET proved_at = NULL, version = version + 1
             WHERE user_id = $1 AND proved_at IS NOT NULL AND ended_at IS NULL`,
      parameters: [userId],
    });
    this.cache.forgetAfterCommit(userId);
  }

  /** Whether the user was signed in on this device before, as long as sessions are kept. */
  async knowsDevice(userId: string, device: string | null): Promise<boolean> {
    const rows: unknown[] = await this.rows.query(
      'SELECT 1 FROM sessions WHERE user_id = $1 AND device IS NOT DISTINCT FROM $2 LIMIT 1',
      [userId, device],
    );
    return rows.length > 0;
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
