import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { type Currency, type Mode, Money, notFound } from '@app/kernel';
import type { Pool } from 'pg';

interface Row {
  email: string;
  name: string | null;
  first_at: Date;
  last_at: Date;
  payments: number;
  failed: number;
  paid: Record<string, string>;
}

const COLUMNS = `c.email, c.name, c.first_at, c.last_at, c.payments, c.failed,
  (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each_text(c.paid)) AS paid`;

/** $3 begins the address or the name, or a word of the name. It is lower case, with the signs of patterns escaped. */
const LIST: Listing = {
  name: 'customers',
  rows: 'reports.customers c',
  where: `c.owner_id = $1 AND c.mode = $2
    AND ($3::text IS NULL OR c.email LIKE $3 || '%' OR ' ' || lower(c.name) LIKE '% ' || $3 || '%')`,
  order: 'c.last_at DESC, c.id DESC',
  columns: COLUMNS,
};

/** Reads who has paid a merchant, or tried to. */
@Injectable()
export class CustomersQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Those whose last payment is newest first. */
  async list(ownerId: string, mode: Mode, query: PageQuery & { q?: string }) {
    const begins = query.q
      ?.trim()
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&');
    return (await Page.read<Row>(this.pool, LIST, [ownerId, mode, begins], query)).map(customerView);
  }

  /** Throws NOT_FOUND for an address without a payment. */
  async find(ownerId: string, mode: Mode, email: string) {
    const { rows } = await this.pool.query<Row>(
      `SELECT ${COLUMNS} FROM reports.customers c WHERE c.owner_id = $1 AND c.mode = $2 AND c.email = $3`,
      [ownerId, mode, email.toLowerCase()],
    );
    if (!rows[0]) throw notFound('Customer');
    return customerView(rows[0]);
  }

  /** The newest subscriptions and invoices of the customer. */
  async bills(ownerId: string, mode: Mode, email: string) {
    const values = [ownerId, mode, email.toLowerCase()];
    const [subscriptions, invoices] = await Promise.all([
      this.pool.query<SubscriptionRow>(
        `SELECT subscription_id, plan_name, status, created_at FROM subscriptions
          WHERE owner_id = $1 AND mode = $2 AND lower(customer_email) = $3 ORDER BY created_at DESC, id DESC LIMIT ${MAX_BILLS}`,
        values,
      ),
      this.pool.query<InvoiceRow>(
        `SELECT id, number, status, total_minor, currency, created_at FROM invoices
          WHERE owner_id = $1 AND mode = $2 AND lower(client_email) = $3 ORDER BY created_at DESC, id DESC LIMIT ${MAX_BILLS}`,
        values,
      ),
    ]);
    return {
      subscriptions: subscriptions.rows.map(subscriptionView),
      invoices: invoices.rows.map(invoiceView),
    };
  }
}

const MAX_BILLS = 20;

interface SubscriptionRow {
  subscription_id: string;
  plan_name: string;
  status: string;
  created_at: Date;
}

interface InvoiceRow {
  id: string;
  number: string | null;
  status: string;
  total_minor: string;
  currency: Currency;
  created_at: Date;
}

const subscriptionView = ({ created_at: at, ...row }: SubscriptionRow) => ({
  subscription_id: row.subscription_id,
  plan_name: row.plan_name,
  status: row.status,
  created_at: at.toISOString(),
});

const invoiceView = ({ total_minor: total, currency, created_at: at, ...row }: InvoiceRow) => ({
  id: row.id,
  number: row.number,
  status: row.status,
  total: new Money(BigInt(total), currency).toJsonNumber(),
  currency,
  created_at: at.toISOString(),
});

const customerView = (row: Row) => ({
  email: row.email,
  name: row.name,
  first_payment_at: row.first_at.toISOString(),
  last_payment_at: row.last_at.toISOString(),
  payments: row.payments,
  failed_payments: row.failed,
  paid: Object.entries(row.paid)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({
      currency,
      amount: new Money(BigInt(minor), currency as Currency).toJsonNumber(),
    })),
});
