import { Inject, Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { type Currency, Money, notFound } from '@app/kernel';
import type { Pool } from 'pg';
import type { BatchState, PaidRow } from './payroll.view';

interface BatchRow extends Omit<BatchState, 'total'> {
  currency: Currency;
  totalMinor: string;
}

interface ItemRow {
  id: string;
  row: number;
  recipientId: string;
  amountMinor: string;
  receivedMinor: string;
  receivedCurrency: Currency;
  note: string | null;
}

const LIST: Listing = {
  name: 'payrolls',
  rows: 'payroll_batches b',
  where: 'b.owner_id = $1',
  order: 'b.id DESC',
  columns: `b.id, b.name, b.currency, b.total_minor AS "totalMinor", b.recipient_count AS "recipientCount",
    b.completed_at AS "completedAt"`,
};
const BATCH = `SELECT ${LIST.columns} FROM ${LIST.rows} WHERE ${LIST.where} AND b.id = $2`;
const ITEMS = `SELECT id, row_number AS row, recipient_id AS "recipientId", amount_minor AS "amountMinor",
  received_minor AS "receivedMinor", received_currency AS "receivedCurrency", note
  FROM payroll_items WHERE owner_id = $1 AND batch_id = $2 ORDER BY row_number`;

/** Reads an employer's own payrolls. */
@Injectable()
export class PayrollQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly directory: UserDirectoryQueries,
  ) {}

  /** Newest first. */
  async list(ownerId: string, page: PageQuery): Promise<Page<BatchState>> {
    return (await Page.read<BatchRow>(this.pool, LIST, [ownerId], page)).map(batchOf);
  }

  /** A batch and its rows, in the order they were sent. Throws NOT_FOUND. */
  async find(ownerId: string, id: string): Promise<{ batch: BatchState; rows: PaidRow[] }> {
    const [{ rows: batches }, { rows: items }] = await Promise.all([
      this.pool.query<BatchRow>(BATCH, [ownerId, id]),
      this.pool.query<ItemRow>(ITEMS, [ownerId, id]),
    ]);
    if (!batches[0]) throw notFound('Payroll');
    const { currency } = batches[0];
    const people = await this.directory.byIds(items.map(({ recipientId }) => recipientId));
    const rows = items.map((item) => ({
      row: item.row,
      transactionId: item.id,
      note: item.note,
      recipient: people.get(item.recipientId)!,
      sent: new Money(BigInt(item.amountMinor), currency),
      received: new Money(BigInt(item.receivedMinor), item.receivedCurrency),
    }));
    return { batch: batchOf(batches[0]), rows };
  }
}

function batchOf({ currency, totalMinor, ...row }: BatchRow): BatchState {
  return { ...row, total: new Money(BigInt(totalMinor), currency) };
}
