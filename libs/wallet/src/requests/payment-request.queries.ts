import { Inject, Injectable } from '@nestjs/common';
import { type DirectoryEntry, UserDirectoryQueries } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { Page } from '@app/http';
import { type Currency, Money } from '@app/kernel';
import type { Pool } from 'pg';
import type { RequestDirection, RequestStatus } from './payment-request.states';
import type { RequestsQuery } from './payment-requests.dto';

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
const STATUS = `CASE WHEN r.status = 'pending' AND r.expires_at <= $2 THEN 'expired' ELSE r.status END`;
const SIDES = {
  incoming: { mine: 'asked_id', other: 'asker_id' },
  outgoing: { mine: 'asker_id', other: 'asked_id' },
} as const satisfies Record<RequestDirection, { mine: keyof Row; other: keyof Row }>;

const LIST = {
  name: 'payment-requests',
  rows: 'payment_requests r',
  order: 'r.created_at DESC, r.id DESC',
  columns: `r.id, r.asker_id, r.asked_id, r.amount_minor, r.currency, r.note, ${STATUS} AS status, r.transaction_id,
    r.created_at, r.expires_at, r.closed_at`,
};

/** Lists the requests that an account made or received. */
@Injectable()
export class PaymentRequestQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly directory: UserDirectoryQueries,
  ) {}

  /** Newest first. */
  async list(personId: string, query: RequestsQuery, now: Date): Promise<Page<RequestView>> {
    const { direction = 'incoming', status } = query;
    const { mine, other } = SIDES[direction];
    const list = { ...LIST, where: `r.${mine} = $1 AND ($3::text IS NULL OR $3 = ${STATUS})` };
    const found = await Page.read<Row>(this.pool, list, [personId, now, status ?? null], query);
    const people = await this.directory.byIds([...new Set(found.data.map((row) => row[other]))]);
    return found.map((row) => viewOf(row, direction, people.get(row[other]) ?? null));
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
