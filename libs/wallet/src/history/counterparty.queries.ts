import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';

/** Finds counterparties of accounts; other accounts cannot be found this way. */
@Injectable()
export class CounterpartyQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Ids of the accounts' counterparties whose user tag or name contains `text`. */
  async named(accountIds: readonly string[], text: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT u.id FROM (SELECT DISTINCT counterparty_id AS id FROM ledger.legs WHERE account_id = ANY ($1::uuid[])) met
         JOIN users u USING (id)
        WHERE u.usertag ILIKE $2 OR coalesce(u.business_name, u.first_name || ' ' || u.last_name) ILIKE $2`,
      [accountIds, `%${text.replace(/^@/, '').replace(/[\\%_]/g, '\\$&')}%`],
    );
    return rows.map(({ id }) => id);
  }
}
