import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { passwordLocked, wrongPassword } from '../common/account.errors';
import { PasswordsService } from './passwords.service';

const MAX_TRIES = 5;
const LOCK_SECONDS = 900;

/**
 * Checks the current password of a person who is signed in, so that a stolen session cannot be used to guess it: after
 * five wrong ones in a row, for all hosts together, every check is refused for 15 minutes. Sign-ins are not affected.
 */
@Injectable()
export class PasswordChecksService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly passwords: PasswordsService,
    private readonly clock: Clock,
  ) {}

  /** Uses one try, even where the command fails later. Throws INVALID_CREDENTIALS, or RATE_LIMITED while locked. */
  async require(user: { id: string; passwordHash: string }, password: string): Promise<void> {
    const { id, passwordHash } = user;
    await this.count(id);
    const isRight = await this.passwords.verify(passwordHash, password).catch(async (error: unknown) => {
      await this.takeBack(id);
      throw error;
    });
    if (!isRight) throw wrongPassword();
    await this.pool.query('DELETE FROM password_tries WHERE user_id = $1', [id]);
  }

  /** Counts before the check, so that concurrent guesses count too. The fifth try locks, unless it is right. */
  private async count(userId: string): Promise<void> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ tries: number }>(
      `INSERT INTO password_tries AS t (user_id, tries) VALUES ($1, 1)
       ON CONFLICT (user_id) DO UPDATE
          SET tries = CASE WHEN t.locked_until IS NULL THEN t.tries + 1 ELSE 1 END,
              locked_until = CASE WHEN t.locked_until IS NULL AND t.tries + 1 = ${MAX_TRIES} THEN $3::timestamptz END
        WHERE t.locked_until IS NULL OR t.locked_until <= $2
       RETURNING tries`,
      [userId, now, addSeconds(now, LOCK_SECONDS)],
    );
    if (rows.length === 0) throw passwordLocked(await this.secondsLocked(userId, now));
  }

  private async takeBack(userId: string): Promise<void> {
    await this.pool.query(
      'UPDATE password_tries SET tries = greatest(tries - 1, 0), locked_until = NULL WHERE user_id = $1',
      [userId],
    );
  }

  private async secondsLocked(userId: string, now: Date): Promise<number> {
    const { rows } = await this.pool.query<{ locked_until: Date | null }>(
      'SELECT locked_until FROM password_tries WHERE user_id = $1',
      [userId],
    );
    const until = rows[0]?.locked_until ?? now;
    return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  }
}
