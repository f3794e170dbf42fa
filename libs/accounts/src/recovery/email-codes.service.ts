import { Inject, Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { addSeconds, Clock, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';
import { codeExpired, emailVerifiedAlready, noCodeLeft, tooManyCodes, wrongCode } from '../account.errors';
import { EmailCodeIssued } from '../account.events';
import { EmailTokens } from './email-tokens.service';

const LIFETIME_SECONDS = 600;
const MAX_TRIES = 5;

/** Codes that prove an e-mail address. They are valid for ten minutes and five tries; a user has one valid code. */
@Injectable()
export class EmailCodes {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly secrets: EmailTokens,
    private readonly clock: Clock,
  ) {}

  /** Stages a new code, which takes the place of any before it; it is mailed after the commit. */
  issue(userId: string): void {
    const now = this.clock.now();
    const codeId = uuidv7(now);
    const expiresAt = addSeconds(now, LIFETIME_SECONDS);
    this.unit.stage({
      sql: `INSERT INTO email_codes (user_id, id, expires_at) VALUES ($1, $2, $3)
            ON CONFLICT (user_id) DO UPDATE SET id = $2, tries = 0, expires_at = $3`,
      parameters: [userId, codeId, expiresAt],
      expectedRows: 1,
    });
    this.eventBus.publish(
      new EmailCodeIssued(codeId, userId, 'live', { userId, codeId, expiresAt: expiresAt.toISOString() }),
    );
  }

  /**
   * Uses one try, for all hosts together and even where the request fails later, and returns the id of the right code.
   * Throws VALIDATION_ERROR for a wrong, used or expired code, LIMIT_REACHED after five tries, INVALID_STATE where the
   * address is verified and no code is open.
   */
  async check(userId: string, code: string): Promise<string> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ id: string; tries: number }>(
      `UPDATE email_codes SET tries = tries + 1
        WHERE user_id = $1 AND tries < ${MAX_TRIES} AND expires_at > $2 RETURNING id, tries`,
      [userId, now],
    );
    if (!rows[0]) throw await this.refusalOf(userId, now);
    const { id, tries } = rows[0];
    if (!this.secrets.isCodeOf(id, code)) throw wrongCode(MAX_TRIES - tries);
    return id;
  }

  /** Stages the end of a code that was right. Of two concurrent uses one commits. */
  spend(userId: string, codeId: string): void {
    this.unit.stage({
      sql: 'DELETE FROM email_codes WHERE user_id = $1 AND id = $2',
      parameters: [userId, codeId],
      expectedRows: 1,
    });
  }

  /** Stages the end of any code of the user. */
  discard(userId: string): void {
    this.unit.stage({ sql: 'DELETE FROM email_codes WHERE user_id = $1', parameters: [userId] });
  }

  private async refusalOf(userId: string, now: Date): Promise<Error> {
    const { rows } = await this.pool.query<{ spent: boolean | null; verified: boolean }>(
      `SELECT c.expires_at > $2 AS spent, u.email_verified_at IS NOT NULL AS verified
         FROM users u LEFT JOIN email_codes c ON c.user_id = u.id WHERE u.id = $1`,
      [userId, now],
    );
    const { spent, verified } = rows[0] ?? { spent: null, verified: false };
    if (verified) return emailVerifiedAlready();
    if (spent === null) return noCodeLeft();
    return spent ? tooManyCodes() : codeExpired();
  }
}
