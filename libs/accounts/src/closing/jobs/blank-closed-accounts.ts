import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { Clock, randomToken } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';
import { PasswordsService } from '../../passwords/passwords.service';

const BATCH = 200;

/**
 * Removes names, address, phone number and brand of accounts that were closed AML_RETENTION_YEARS ago, except under a legal
 * hold. Ids, country, ledger and user tag stay. Several processes may run it at once.
 */
@Injectable()
@Scheduled({ every: '1h', name: 'anonymise closed accounts' })
export class BlankClosedAccounts {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
    private readonly passwords: PasswordsService,
    private readonly clock: Clock,
  ) {}

  /** Returns how many accounts it blanked. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const before = new Date(now);
    before.setUTCFullYear(before.getUTCFullYear() - this.config.env.AML_RETENTION_YEARS);
    if (!(await this.isAnyDue(before))) return 0;
    const noPassword = await this.passwords.hash(randomToken());
    for (let blanked = 0; ;) {
      const { rowCount } = await this.pool.query(
        `WITH due AS (
           SELECT id FROM users WHERE closed_at <= $1 AND blanked_at IS NULL AND NOT legal_hold
            ORDER BY closed_at LIMIT $4 FOR UPDATE SKIP LOCKED
         ), preferences AS (
           DELETE FROM user_preferences p USING due WHERE p.user_id = due.id
         ), brands AS (
           DELETE FROM brands b USING due WHERE b.id = due.id
         ), logos AS (
           DELETE FROM brand_logos l USING due WHERE l.owner_id = due.id
         )
         UPDATE users u
            SET email = 'closed-' || u.id || '@blanked.invalid', first_name = 'Closed', last_name = 'account',
                business_name = CASE WHEN u.business_name IS NOT NULL THEN 'Closed account' END,
                phone = NULL, phone_verified_at = NULL, password_hash = $3, blanked_at = $2, version = u.version + 1
           FROM due WHERE u.id = due.id`,
        [before, now, noPassword, BATCH],
      );
      blanked += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH) return blanked;
    }
  }

  private async isAnyDue(before: Date): Promise<boolean> {
    const { rows } = await this.pool.query(
      'SELECT 1 FROM users WHERE closed_at <= $1 AND blanked_at IS NULL AND NOT legal_hold LIMIT 1',
      [before],
    );
    return rows.length > 0;
  }
}
