import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { endOfDateText, type Listing, Page } from '@app/http';
import { type Currency, type Mode, Money } from '@app/kernel';
import { businessTime } from '@app/test-clock';
import type { Pool } from 'pg';
import { isCountedRefund } from '../common/counted-refunds.policy';
import type { OpenedThrough, SessionStatus } from './session.states';
import type { PaymentMethod } from '../common/payment-methods.policy';
import type { SessionFacts } from './session.view';
import type { ListQuery } from './sessions.dto';

interface Row {
  session_id: string;
  app_id: string | null;
  mode: Mode;
  status: SessionStatus;
  amount_minor: string;
  currency: Currency;
  fee_minor: string;
  opened_through: OpenedThrough;
  number: string;
  order_ref: string | null;
  description: string | null;
  customer_email: string | null;
  customer_name: string | null;
  metadata: object;
  payment_methods: PaymentMethod[];
  success_url: string | null;
  cancel_url: string | null;
  escrow: boolean;
  escrow_condition: string | null;
  escrow_deadline_days: number | null;
  gateway: string | null;
  payment_method: PaymentMethod | null;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  refunded_minor: string;
}

const COLUMNS = `session_id, app_id, number, opened_through, mode, status, amount_minor, fee_minor, currency, order_ref, description, customer_email, customer_name,
  metadata, payment_methods, success_url, cancel_url, escrow, escrow_condition, escrow_deadline_days, gateway, payment_method,
  created_at, expires_at, paid_at,
  (SELECT coalesce(sum(r.face_minor), 0) FROM refunds r
    WHERE r.payment_id = checkout_sessions.attempt_id AND ${isCountedRefund('r')}) AS refunded_minor`;

/** A session past its time counts as expired, also before that was written. $3 is the real time. */
const LISTED = `owner_id = $1 AND mode = $2
  AND ($4::text IS NULL OR $4 = CASE WHEN status = 'pending' AND expires_at <= ${businessTime('checkout_sessions', '$3')} THEN 'expired' ELSE status END)
  AND ($5::text IS NULL OR order_ref = $5)
  AND ($6::timestamptz IS NULL OR created_at >= $6) AND ($7::timestamptz IS NULL OR created_at < $7)`;

const LIST: Listing = {
  name: 'sessions',
  rows: 'checkout_sessions',
  where: `${LISTED} AND purpose <> 'deposit'`,
  order: 'created_at DESC, id DESC',
  columns: COLUMNS,
};

/** Reads sessions for the merchants who made them. */
@Injectable()
export class CheckoutQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Null where the owner has no such session in this mode. */
  async find(ownerId: string, mode: Mode, sessionId: string): Promise<SessionFacts | null> {
    const { rows } = await this.pool.query<Row>({
      name: 'checkout_session',
      text: `SELECT ${COLUMNS} FROM checkout_sessions
              WHERE session_id = $1 AND owner_id = $2 AND mode = $3 AND purpose <> 'deposit'`,
      values: [sessionId, ownerId, mode],
    });
    return rows[0] ? factsOf(rows[0]) : null;
  }

  /** Newest first. */
  async list(
    { ownerId, mode }: { ownerId: string; mode: Mode },
    query: ListQuery,
    now: Date,
  ): Promise<Page<SessionFacts>> {
    const { status, order_ref: orderRef, from, to } = query;
    const values = [ownerId, mode, now, status, orderRef, from && new Date(from), to && endOfDateText(to)];
    return (await Page.read<Row>(this.pool, LIST, values, query)).map(factsOf);
  }
}

function factsOf(row: Row): SessionFacts {
  return {
    sessionId: row.session_id,
    appId: row.app_id,
    mode: row.mode,
    status: row.status,
    amount: new Money(BigInt(row.amount_minor), row.currency),
    fee: new Money(BigInt(row.fee_minor), row.currency),
    openedThrough: row.opened_through,
    number: BigInt(row.number),
    orderRef: row.order_ref,
    description: row.description,
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    metadata: row.metadata,
    paymentMethods: row.payment_methods,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    escrow: row.escrow,
    escrowCondition: row.escrow_condition,
    escrowDeadlineDays: row.escrow_deadline_days,
    gateway: row.gateway,
    paymentMethod: row.payment_method,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    refunded: new Money(BigInt(row.refunded_minor), row.currency),
  };
}
