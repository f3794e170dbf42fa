import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { endOfDateText, type Listing, Page } from '@app/http';
import {
  type SearchableObject,
  type SearchedListing,
  SearchedListsService,
  type SearchLimits,
  type SearchSource,
} from '@app/search';
import type { ClientBase, Pool } from 'pg';
import type { Withdrawal } from './withdrawal.aggregate';
import { WithdrawalRepository } from './withdrawal.repository';
import type { OwnWithdrawalsQuery } from './withdrawals.dto';

interface SearchedRow {
  id: string;
  owner_id: string;
  number: string;
  amount_minor: string;
  destination_shown: string;
  bank_name: string | null;
  created_at: Date;
}

const LIST: Listing = {
  name: 'own-withdrawals',
  rows: 'withdrawals w',
  where: `w.owner_id = $1 AND ($2::text IS NULL OR w.status = $2)
    AND ($3::timestamptz IS NULL OR w.created_at >= $3) AND ($4::timestamptz IS NULL OR w.created_at < $4)`,
  order: 'w.created_at DESC, w.id DESC',
  columns: 'w.id',
};

const COLUMNS = 'id, owner_id, number, amount_minor, destination_shown, bank_name, created_at';

const objectOf = (row: SearchedRow): SearchableObject => ({
  id: row.id,
  ownerId: row.owner_id,
  mode: 'live',
  createdAt: row.created_at,
  ids: [row.id],
  references: [row.number],
  names: [row.bank_name, row.destination_shown],
  amountMinor: BigInt(row.amount_minor),
  last4: [/\d{4}$/.exec(row.destination_shown)?.[0] ?? null],
});

const SEARCHED: SearchedListing<SearchedRow> = {
  kind: 'withdrawal',
  listing: LIST,
  columns: COLUMNS,
  objectOf,
};

/** Lists and searches the withdrawals of an owner, and reads them to index what they are found by. */
@Injectable()
export class OwnWithdrawalsService implements SearchSource {
  readonly kind = SEARCHED.kind;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly searches: SearchedListsService,
    private readonly withdrawals: WithdrawalRepository,
  ) {}

  /** Newest first. */
  async list(ownerId: string, query: OwnWithdrawalsQuery): Promise<Page<Withdrawal, SearchLimits>> {
    const { q, status, from, to } = query;
    const values = [ownerId, status, from && new Date(from), to && endOfDateText(to)];
    const page =
      q === undefined
        ? await Page.read<{ id: string }, SearchLimits>(this.pool, LIST, values, query)
        : (await this.searches.page({ ownerId, mode: 'live' }, SEARCHED, values, q, query)).page;
    return page.mapAll((rows) => this.withdrawals.byIds(rows.map(({ id }) => id)));
  }

  async read(ids: readonly string[], tx: ClientBase): Promise<SearchableObject[]> {
    const { rows } = await tx.query<SearchedRow>(
      `SELECT ${COLUMNS} FROM withdrawals WHERE id = ANY ($1::uuid[])`,
      [ids],
    );
    return rows.map(objectOf);
  }

  async idsBelow(below: string, limit: number, tx: ClientBase): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      'SELECT id FROM withdrawals WHERE id < $1 ORDER BY id DESC LIMIT $2',
      [below, limit],
    );
    return rows.map(({ id }) => id);
  }
}
