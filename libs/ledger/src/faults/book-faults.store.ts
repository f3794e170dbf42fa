import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Currency } from '@app/kernel';
import type { Pool } from 'pg';

/** A fault that the running proof has found and that is not cleared. */
export interface BookFault {
  id: string;
  check: string;
  /** The faulty row. */
  row: string;
  detail: string;
  journalId: string | null;
  /** Accounts of the wallets that were frozen because of it. */
  accounts: string[];
  foundAt: Date;
}

export interface FrozenAccount {
  accountId: string;
  ownerId: string;
  code: string;
  currency: Currency;
}

const COLUMNS = `id, check_name AS "check", subject AS "row", detail, journal_id AS "journalId", accounts, found_at AS "foundAt"`;
const WALLET = `SELECT w.id FROM ledger.accounts a JOIN ledger.accounts w USING (owner_id, currency)
  WHERE a.id = ANY ($1::uuid[]) AND a.owner_id IS NOT NULL`;

/** Stores the faults that the running proof has found, and the wallets frozen because of them. */
@Injectable()
export class BookFaultsStore {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Oldest first. */
  async listOpen(limit: number): Promise<BookFault[]> {
    const { rows } = await this.pool.query<BookFault>(
      `SELECT ${COLUMNS} FROM book_faults WHERE cleared_at IS NULL ORDER BY found_at, id LIMIT $1`,
      [limit],
    );
    return rows;
  }

  async countOpen(): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>(
      'SELECT count(*) FROM book_faults WHERE cleared_at IS NULL',
    );
    return +rows[0]!.count;
  }

  async isOpen({ check, row }: Pick<BookFault, 'check' | 'row'>): Promise<boolean> {
    const { rows } = await this.pool.query(
      'SELECT 1 FROM book_faults WHERE check_name = $1 AND subject = $2 AND cleared_at IS NULL',
      [check, row],
    );
    return rows.length > 0;
  }

  async find(id: string): Promise<BookFault | null> {
    const { rows } = await this.pool.query<BookFault>(
      `SELECT ${COLUMNS} FROM book_faults WHERE id = $1 AND cleared_at IS NULL`,
      [id],
    );
    return rows[0] ?? null;
  }

  async concerning(accounts: readonly string[]): Promise<BookFault[]> {
    const { rows } = await this.pool.query<BookFault>(
      `SELECT ${COLUMNS} FROM book_faults WHERE cleared_at IS NULL AND accounts && $1::uuid[]`,
      [accounts],
    );
    return rows;
  }

  /** All accounts of the wallets that these accounts belong to; none for accounts of the service. */
  async walletsOf(accounts: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(`${WALLET} ORDER BY w.id`, [accounts]);
    return [...new Set(rows.map(({ id }) => id))];
  }

  /** Owner of an account; null for accounts of the service and unknown ones. */
  async ownerOf(accountId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ owner_id: string | null }>(
      'SELECT owner_id FROM ledger.accounts WHERE id = $1',
      [accountId],
    );
    return rows[0]?.owner_id ?? null;
  }

  async frozen(limit: number): Promise<FrozenAccount[]> {
    const { rows } = await this.pool.query<FrozenAccount>(
      `SELECT a.id AS "accountId", a.owner_id AS "ownerId", a.code, a.currency
         FROM ledger.balances b JOIN ledger.accounts a ON a.id = b.account_id
        WHERE b.frozen ORDER BY a.owner_id, a.currency, a.code LIMIT $1`,
      [limit],
    );
    return rows;
  }

  async frozenAmong(accounts: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ account_id: string }>(
      'SELECT account_id FROM ledger.balances WHERE frozen AND account_id = ANY ($1::uuid[]) ORDER BY account_id',
      [accounts],
    );
    return rows.map((row) => row.account_id);
  }
}
