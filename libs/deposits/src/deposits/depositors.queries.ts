import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { notFound } from '@app/kernel';
import type { Pool } from 'pg';

/** Who pays in, as the gateway requires it. */
@Injectable()
export class DepositorsQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async byId(ownerId: string): Promise<{ email: string; name: string }> {
    const { rows } = await this.pool.query<{ email: string; name: string }>(
      `SELECT email, coalesce(business_name, first_name || ' ' || last_name) AS name FROM users WHERE id = $1`,
      [ownerId],
    );
    if (!rows[0]) throw notFound('Account');
    return rows[0];
  }
}
