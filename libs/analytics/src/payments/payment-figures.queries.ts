import { Inject, Injectable } from '@nestjs/common';
import { CheckoutPaymentFailed, CheckoutSessionCompleted } from '@app/checkout';
import { POSTGRES_POOL } from '@app/database';
import type { Currency } from '@app/kernel';
import { rollupRanges } from '@app/ledger';
import type { Pool } from 'pg';
import type { Span } from '../periods/report-period.policy';
import { customerSql, PaymentCustomersService } from './payment-customers.service';

/** The name of the listener, which the outbox stores with the events that it has counted. */
export const COUNT_PAYMENTS = 'count-payments';

/** Live payments to one account in one currency, escrow included. */
export interface PaymentFigures {
  completed: bigint;
  failed: bigint;
  /** Of the completed payments, in smallest units. */
  minor: bigint;
  /** Customers whose first completed payment it was. */
  newCustomers: bigint;
}

/** In one snapshot: counted hours, payments in parts of hours, and events that are not counted yet. */
const FIGURES = `
  WITH tail AS MATERIALIZED (
    SELECT o.created_at AS at, o.type = '${CheckoutSessionCompleted.type}' AS completed, (o.payload->'amount'->>'minor')::bigint AS amount_minor,
           o.payload->'amount'->>'currency' AS currency,
           ${customerSql(`o.payload->'payer'->>'ownerId'`, `o.payload->>'customerEmail'`, '$10::bytea')} AS payer
      FROM outbox o
     WHERE o.owner_id = $1 AND o.relayed_at IS NULL AND o.mode = 'live'
       AND o.type IN ('${CheckoutSessionCompleted.type}', '${CheckoutPaymentFailed.type}')
       AND NOT coalesce(o.heard_by, '{}') @> ARRAY['${COUNT_PAYMENTS}']
  ), first AS MATERIALIZED (
    SELECT DISTINCT ON (payer) payer, currency, at FROM tail WHERE completed AND payer IS NOT NULL ORDER BY payer, at
  ), parts AS (
    SELECT r.bucket, h.completed, h.failed, h.amount_minor
      FROM unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) r(bucket, begins, ends)
      JOIN reports.payment_hours h ON h.owner_id = $1 AND h.currency = $2 AND h.hour >= r.begins AND h.hour < r.ends
     UNION ALL
    SELECT r.bucket, p.completed::int, (NOT p.completed)::int, CASE WHEN p.completed THEN p.amount_minor ELSE 0 END
      FROM unnest($6::int[], $7::timestamptz[], $8::timestamptz[]) r(bucket, begins, ends)
      JOIN reports.payments p ON p.owner_id = $1 AND p.currency = $2 AND p.at >= r.begins AND p.at < r.ends
     UNION ALL
    SELECT s.bucket, t.completed::int, (NOT t.completed)::int, CASE WHEN t.completed THEN t.amount_minor ELSE 0 END
      FROM unnest($9::timestamptz[], $11::timestamptz[]) WITH ORDINALITY s(begins, ends, bucket)
      JOIN tail t ON t.currency = $2 AND t.at >= s.begins AND t.at < s.ends
  )
  SELECT s.bucket, coalesce(sum(p.completed), 0) AS completed, coalesce(sum(p.failed), 0) AS failed,
         coalesce(sum(p.amount_minor), 0) AS amount_minor,
         (SELECT count(*) FROM reports.payers k
           WHERE k.owner_id = $1 AND k.currency = $2 AND k.first_at >= s.begins AND k.first_at < s.ends
             AND NOT EXISTS (SELECT 1 FROM first f WHERE f.payer = k.payer AND f.at < k.first_at))
         + (SELECT count(*) FROM first f
             WHERE f.currency = $2 AND f.at >= s.begins AND f.at < s.ends AND NOT EXISTS (
               SELECT 1 FROM reports.payers k WHERE k.owner_id = $1 AND k.payer = f.payer AND k.first_at <= f.at)) AS new_customers
    FROM unnest($9::timestamptz[], $11::timestamptz[]) WITH ORDINALITY s(begins, ends, bucket)
    LEFT JOIN parts p ON p.bucket = s.bucket
   GROUP BY s.bucket, s.begins, s.ends ORDER BY s.bucket`;

/** Reads how many payments were made to an account. */
@Injectable()
export class PaymentFiguresQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly customers: PaymentCustomersService,
  ) {}

  /** The figures of each span, in their order. */
  async figures(ownerId: string, currency: Currency, spans: readonly Span[]): Promise<PaymentFigures[]> {
    const ranges = spans.map(({ from, to }, i) => ({ bucket: i + 1, ...rollupRanges([from, to]) }));
    const hours = ranges.flatMap(({ bucket, days, hours: whole }) =>
      [...days, ...whole].map((range) => ({ ...range, bucket })),
    );
    const odd = ranges.flatMap(({ bucket, odd: parts }) => parts.map((range) => ({ ...range, bucket })));
    const { rows } = await this.pool.query<
      Record<'completed' | 'failed' | 'amount_minor' | 'new_customers', string>
    >({
      name: 'payment_figures',
      text: FIGURES,
      values: [
        ownerId,
        currency,
        ...[hours, odd].flatMap((parts) => [
          parts.map(({ bucket }) => bucket),
          parts.map(({ from }) => from),
          parts.map(({ to }) => to),
        ]),
        spans.map(({ from }) => from),
        this.customers.key,
        spans.map(({ to }) => to),
      ],
    });
    return rows.map((row) => ({
      completed: BigInt(row.completed),
      failed: BigInt(row.failed),
      minor: BigInt(row.amount_minor),
      newCustomers: BigInt(row.new_customers),
    }));
  }
}
