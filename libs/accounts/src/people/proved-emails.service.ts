import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { emailNotProved } from '@app/http';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

const HOLDER =
  'SELECT id FROM users WHERE email = $1 AND email_verified_at IS NOT NULL AND closed_at IS NULL';

/** Keeps accounts whose e-mail address is not proved from actions that need one. */
@Injectable()
export class ProvedEmailsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
  ) {}

  /** Throws KYC_REQUIRED, with the missing step, while the account's address is not proved. `action` completes "before you ...". */
  async assertProved(userId: string, action: string): Promise<void> {
    const { rows } = await this.pool.query<{ proved: boolean }>({
      name: 'email_proved',
      text: 'SELECT email_verified_at IS NOT NULL AS proved FROM users WHERE id = $1',
      values: [userId],
    });
    if (!rows[0]?.proved) throw emailNotProved(action);
  }

  /** The account that has proved the address and is not closed; null where there is none. */
  async holderOf(email: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'holder_of_email',
      text: HOLDER,
      values: [email],
    });
    return rows[0]?.id ?? null;
  }

  /** Stages that the holder of the address is still the one that was read; otherwise the command starts over. */
  requireHolder(email: string, accountId: string | null): void {
    this.unit.stage({
      sql: `SELECT 1 WHERE (${HOLDER}) IS NOT DISTINCT FROM $2::uuid`,
      parameters: [email, accountId],
      expectedRows: 1,
    });
  }

  /** The e-mail address of an account; null while it is not proved. */
  async addressOf(userId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ email: string }>({
      name: 'proved_email',
      text: 'SELECT email FROM users WHERE id = $1 AND email_verified_at IS NOT NULL',
      values: [userId],
    });
    return rows[0]?.email ?? null;
  }
}
