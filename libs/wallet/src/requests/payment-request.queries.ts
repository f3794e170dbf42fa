import { Inject, Injectable } from '@nestjs/common';
import { type DirectoryEntry, UserDirectoryQueries } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { Page } from '@app/http';
import { type Currency, Money } from '@app/kernel';
import type { Pool } from 'pg';
import type { RequestStatus } from './payment-request.states';

export const REQUEST_DIRECTIONS = ['incoming', 'outgoing'] as const;
export type RequestDirection = (typeof REQUEST_DIRECTIONS)[number];

/** A request as the asker or the asked account sees it. */
export interface RequestView {
  id: string;
  direction: RequestDirection;
  status: RequestStatus;
  amount: Money;
  note: string | null;
  /** The other account. */
  counterparty: DirectoryEntry | null;
  transactionId: string | null;
  createdAt: Date;
  expiresAt: Date;
  closedAt: Date | null;
}

export interface RequestList {
  direction: RequestDirection;
  status?: RequestStatus;
  page: number;
  limit: number;
}

interface Row {
  id: string;
  asker_id: string;
  asked_id: string;
  amount_minor: string;
  currency: Currency;
  note: string | null;
  status: RequestStatus;
  transaction_id: string | null;
  created_at: Date;
  expires_at: Date;
  closed_at: Date | null;
}

/** A pending request past its time has expired, though the row does not say so. $2 is the current time. */
const STATUS = `CASE WHEN status = 'pending' AND expires_at <= $2 THEN 'expired' ELSE status END`;
const SIDES = {
  incoming: { mine: 'asked_id', other: 'asker_id' },
  outgoing: { mine: 'asker_id', other: 'asked_id' },
} as const satisfies Record<RequestDirection, { mine: keyof Row; other: keyof Row }>;

/** Lists the requests that an account made or received. */
@Injectable()
export class PaymentRequestQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly directory: UserDirectoryQueries,
  ) {}

  /** Newest first. */
  async list(
    personId: string,
    { direction, status, page, limit }: RequestList,
    now: Date,
  ): Promise<Page<RequestView>> {
    const { mine, other } = SIDES[direction];
    const listed = `payment_requests WHERE ${mine} = $1 AND ($3::text IS NULL OR $3 = ${STATUS})`;
    const values = [personId, now, status ?? null];
    const [{ rows }, { rows: counted }] = await Promise.all([
      this.pool.query<Row>(
        `SELECT id, asker_id, asked_id, amount_minor, currency, note, ${STATUS} AS status, transaction_id, created_at,
                expires_at, closed_at
           FROM ${listed} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
        [...values, limit, (page - 1) * limit],
      ),
      this.pool.query<{ total: string }>(`SELECT count(*) AS total FROM ${listed}`, values),
    ]);
    const people = await this.directory.byIds([...new Set(rows.map((row) => row[other]))]);
    const views = rows.map((row) => viewOf(row, direction, people.get(row[other]) ?? null));
    return new Page(views, +counted[0]!.total, page, limit);
  }
}

function viewOf(row: Row, direction: RequestDirection, counterparty: DirectoryEntry | null): RequestView {
  return {
    id: row.id,
    direction,
    status: row.status,
    note: row.note,
    counterparty,
    amount: new Money(BigInt(row.amount_minor), row.currency),
    transactionId: row.transaction_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    closedAt: row.closed_at,
  };
}
