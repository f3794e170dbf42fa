import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';

export interface StoredList<Entry> {
  entries: Entry[];
  fetchedAt: Date;
}

export type StoredLists = Pick<BankListsStore, 'read' | 'write'>;

/** The lists as the provider last gave them, for all processes. */
@Injectable()
export class BankListsStore {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Lists of another space than that of live mode. */
  under(space: string): StoredLists {
    return {
      read: (name) => this.read(`${space}/${name}`),
      write: (name, list) => this.write(`${space}/${name}`, list),
    };
  }

  async read<Entry>(name: string): Promise<StoredList<Entry> | null> {
    const { rows } = await this.pool.query<{ entries: Entry[]; fetched_at: Date }>(
      'SELECT entries, fetched_at FROM bank_lists WHERE name = $1',
      [name],
    );
    return rows[0] ? { entries: rows[0].entries, fetchedAt: rows[0].fetched_at } : null;
  }

  async write<Entry>(name: string, { entries, fetchedAt }: StoredList<Entry>): Promise<void> {
    await this.pool.query(
      `INSERT INTO bank_lists (name, entries, fetched_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET entries = EXCLUDED.entries, fetched_at = EXCLUDED.fetched_at`,
      [name, JSON.stringify(entries), fetchedAt],
    );
  }
}
