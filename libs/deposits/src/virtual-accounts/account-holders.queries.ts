import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { notFound } from '@app/kernel';
import type { Pool } from 'pg';

/** An owner, as the gateway requires them for an account number. */
export interface AccountHolder {
  email: string;
  firstName: string;
  lastName: string;
  /** As payers see it. */
  name: string;
  phone: string | null;
  countryCode: string;
  isBvnVerified: boolean;
}

@Injectable()
export class AccountHoldersQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async byId(ownerId: string): Promise<AccountHolder> {
    const { rows } = await this.pool.query<AccountHolder>(
      `SELECT email, first_name AS "firstName", last_name AS "lastName", phone, country_code AS "countryCode",
              coalesce(business_name, first_name || ' ' || last_name) AS name,
              bvn_verified_at IS NOT NULL AS "isBvnVerified"
         FROM users WHERE id = $1`,
      [ownerId],
    );
    if (!rows[0]) throw notFound('Account');
    return rows[0];
  }
}
