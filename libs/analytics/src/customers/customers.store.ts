import { CheckoutPaymentFailed, CheckoutSessionCompleted } from '@app/checkout';
import type { Mode } from '@app/kernel';
import { isEvent, type StoredEvent } from '@app/write-path';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';

export type PaymentEvent = StoredEvent<CheckoutSessionCompleted> | StoredEvent<CheckoutPaymentFailed>;

/** Rows are locked in ascending order, so that two relays cannot wait for each other. */
const COUNT = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::bigint[])
      AS g (owner_id, mode, email, name, at, currency, paid_minor)
  ), sums AS (
    SELECT owner_id, mode, email, currency, sum(paid_minor) AS paid_minor FROM given
     WHERE paid_minor IS NOT NULL GROUP BY 1, 2, 3, 4
  )
  INSERT INTO reports.customers AS c (owner_id, mode, email, name, first_at, last_at, payments, failed, paid)
  SELECT owner_id, mode, email, (array_agg(name ORDER BY at DESC) FILTER (WHERE name IS NOT NULL))[1], min(at), max(at),
         count(paid_minor), count(*) - count(paid_minor),
         (SELECT coalesce(jsonb_object_agg(s.currency, s.paid_minor), '{}') FROM sums s
           WHERE s.owner_id = g.owner_id AND s.mode = g.mode AND s.email = g.email)
    FROM given g GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (owner_id, mode, email) DO UPDATE
     SET name = CASE WHEN excluded.last_at >= c.last_at THEN coalesce(excluded.name, c.name) ELSE coalesce(c.name, excluded.name) END,
         first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at),
         payments = c.payments + excluded.payments, failed = c.failed + excluded.failed,
         paid = (SELECT coalesce(jsonb_object_agg(currency, minor), '{}') FROM (
                   SELECT key AS currency, sum(value::numeric) AS minor FROM (
                     SELECT * FROM jsonb_each_text(c.paid) UNION ALL SELECT * FROM jsonb_each_text(excluded.paid)) p
                    GROUP BY key) t)`;

interface CustomerPayment {
  ownerId: string;
  mode: Mode;
  email: string;
  name: string | null;
  at: Date;
  currency: string;
  /** Null: it failed. */
  paidMinor: string | null;
}

/** Counts payments by the e-mail address of the customer. */
@Injectable()
export class CustomersStore {
  /** In the transaction that marks the events as handled. */
  async count(events: readonly PaymentEvent[], tx: PoolClient): Promise<void> {
    const payments = events.map(paymentOf).filter((payment) => payment !== null);
    if (payments.length === 0) return;
    const values = [
      payments.map(({ ownerId }) => ownerId),
      payments.map(({ mode }) => mode),
      payments.map(({ email }) => email),
      payments.map(({ name }) => name),
      payments.map(({ at }) => at),
      payments.map(({ currency }) => currency),
      payments.map(({ paidMinor }) => paidMinor),
    ];
    await tx.query({ name: 'count_customers', text: COUNT, values });
  }
}

/** Null where the address of the customer is not known. */
function paymentOf(event: PaymentEvent): CustomerPayment | null {
  const { ownerId, mode, createdAt } = event;
  if (isEvent(event, CheckoutSessionCompleted)) {
    const { customerEmail, paidByEmail, customerName: name, amount, paidAt } = event.data;
    const email = (customerEmail ?? paidByEmail)?.toLowerCase();
    if (!email) return null;
    const { currency, minor: paidMinor } = amount;
    return { ownerId, mode, email, name, at: new Date(paidAt), currency, paidMinor };
  }
  const { customerEmail, amount } = event.data;
  if (!customerEmail) return null;
  const email = customerEmail.toLowerCase();
  return { ownerId, mode, email, name: null, at: createdAt, currency: amount.currency, paidMinor: null };
}
