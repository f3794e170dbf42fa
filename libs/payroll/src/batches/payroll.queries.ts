import { Inject, Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { Page } from '@app/http';
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

const BATCHES = `SELECT id, name, currency, total_minor AS "totalMinor", recipient_count AS "recipientCount",
  completed_at AS "completedAt" FROM payroll_batches WHERE owner_id = $1`;
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
  async list(ownerId: string, page: number, perPage: number): Promise<Page<BatchState>> {
    const [{ rows }, counted] = await Promise.all([
      this.pool.query<BatchRow>(`${BATCHES} ORDER BY id DESC LIMIT $2 OFFSET $3`, [
        ownerId,
        perPage,
        (page - 1) * perPage,
      ]),
      this.pool.query<{ total: number }>(
        'SELECT count(*)::int AS total FROM payroll_batches WHERE owner_id = $1',
        [ownerId],
      ),
    ]);
    return new Page(rows.map(batchOf), counted.rows[0]!.total, page, perPage);
  }

  /** A batch and its rows, in the order they were sent. Throws NOT_FOUND. */
  async find(ownerId: string, id: string): Promise<{ batch: BatchState; rows: PaidRow[] }> {
    const [{ rows: batches }, { rows: items }] = await Promise.all([
      this.pool.query<BatchRow>(`${BATCHES} AND id = $2`, [ownerId, id]),
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
