import { EventsHandler } from '@nestjs/cqrs';
import { CheckoutPaymentFailed, CheckoutSessionCompleted } from '@app/checkout';
import { DomainEvent } from '@app/kernel';
import { AfterCommitBatch, type AfterCommitBatchHandler, isEvent, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import { CustomersStore, type PaymentEvent } from '../../customers/customers.store';
import { customerSql, PaymentCustomersService } from '../payment-customers.service';
import { COUNT_PAYMENTS } from '../payment-figures.queries';

/** Rows of hours and customers are locked in ascending order, so that two relays cannot wait for each other. */
const COUNT = `
  WITH given AS (
    SELECT owner_id, currency, at, event_id, completed, amount_minor, ${customerSql('account', 'email', '$9::bytea')} AS payer
      FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[], $5::boolean[], $6::bigint[], $7::text[], $8::text[])
        AS g (owner_id, currency, at, event_id, completed, amount_minor, account, email)
  ), rows AS (
    INSERT INTO reports.payments (owner_id, currency, at, event_id, completed, amount_minor)
    SELECT owner_id, currency, at, event_id, completed, amount_minor FROM given
  ), hours AS (
    INSERT INTO reports.payment_hours AS h (owner_id, currency, hour, completed, failed, amount_minor)
    SELECT owner_id, currency, date_trunc('hour', at, 'UTC'), count(*) FILTER (WHERE completed),
           count(*) FILTER (WHERE NOT completed), coalesce(sum(amount_minor) FILTER (WHERE completed), 0)
      FROM given GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (owner_id, currency, hour) DO UPDATE
       SET completed = h.completed + excluded.completed, failed = h.failed + excluded.failed,
           amount_minor = h.amount_minor + excluded.amount_minor
  )
  INSERT INTO reports.payers AS p (owner_id, payer, currency, first_at)
  SELECT DISTINCT ON (owner_id, payer) owner_id, payer, currency, at FROM given
   WHERE completed AND payer IS NOT NULL ORDER BY owner_id, payer, at
  ON CONFLICT (owner_id, payer) DO UPDATE SET currency = excluded.currency, first_at = excluded.first_at
   WHERE excluded.first_at < p.first_at`;

/** Counts completed and failed payments and their customers, in the transaction that marks the events as handled. */
@EventsHandler(DomainEvent)
@AfterCommitBatch(COUNT_PAYMENTS)
export class CountPayments implements AfterCommitBatchHandler {
  constructor(
    private readonly payers: PaymentCustomersService,
    private readonly customers: CustomersStore,
  ) {}

  async handle(events: readonly StoredEvent[], tx: PoolClient): Promise<void> {
    const payments = events.filter(isPayment);
    await this.customers.count(payments, tx);
    await this.countLive(
      payments.filter(({ mode }) => mode === 'live'),
      tx,
    );
  }

  /** The figures of reports are of live payments only. */
  private async countLive(payments: readonly PaymentEvent[], tx: PoolClient): Promise<void> {
    if (payments.length === 0) return;
    const completed = payments.map((event) => isEvent(event, CheckoutSessionCompleted));
    const values = [
      payments.map(({ ownerId }) => ownerId),
      payments.map(({ data }) => data.amount.currency),
      payments.map(({ createdAt }) => createdAt),
      payments.map(({ id }) => id),
      completed,
      payments.map(({ data }) => data.amount.minor),
      payments.map((event) =>
        isEvent(event, CheckoutSessionCompleted) ? (event.data.payer?.ownerId ?? null) : null,
      ),
      payments.map((event) => event.data.customerEmail ?? null),
    ];
    await tx.query({ name: 'count_payments', text: COUNT, values: [...values, this.payers.key] });
  }
}

const isPayment = (event: StoredEvent): event is PaymentEvent =>
  isEvent(event, CheckoutSessionCompleted) || isEvent(event, CheckoutPaymentFailed);
