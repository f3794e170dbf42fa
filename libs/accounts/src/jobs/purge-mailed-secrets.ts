import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';

const BATCH = 5000;

/** Deletes codes and reset requests that have run out. Any number may run at once. */
@Injectable()
export class PurgeMailedSecrets {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows it deleted; a full batch means that there may be more. */
  async run(): Promise<number> {
    const values = [this.clock.now(), BATCH];
    const codes = await this.pool.query(
      `DELETE FROM email_codes WHERE user_id IN
         (SELECT user_id FROM email_codes WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2) AND expires_at <= $1`,
      values,
    );
    const resets = await this.pool.query(
      'DELETE FROM password_resets WHERE id IN (SELECT id FROM password_resets WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)',
      values,
    );
    return (codes.rowCount ?? 0) + (resets.rowCount ?? 0);
  }
}
