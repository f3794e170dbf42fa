import type { PoolClient } from 'pg';
import { type Check, LISTED } from './rules/check';
import { INVOICE_CHECKS, PAYMENT_LINK_CHECKS } from './rules/invoice-checks';
import { SUBSCRIPTION_CHECKS } from './rules/subscription-checks';
import { runChecks } from './run-checks';
import type { Scan, Step } from './scan';

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Checks every row of one table in endless rounds, by id. */
class AllRowsScan implements Scan<{ id: string }> {
  readonly start = { id: LOWEST_ID };
  readonly stepsPerRun = 1;

  constructor(
    readonly name: string,
    private readonly table: string,
    private readonly checks: readonly Check[],
    private readonly batch: number,
  ) {}

  async step(client: PoolClient, place: { id: string }): Promise<Step<{ id: string }>> {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM ${this.table} WHERE id > $1 ORDER BY id LIMIT $2`,
      [place.id, this.batch],
    );
    const ids = rows.map(({ id }) => id);
    const faults = await runChecks(client, this.checks, LISTED, [ids]);
    const isAtEnd = ids.length < this.batch;
    return { faults, next: isAtEnd ? this.start : { id: ids.at(-1)! }, isAtEnd };
  }
}

export const allInvoices = () => new AllRowsScan('every invoice', 'invoices', INVOICE_CHECKS, 1000);
export const allPaymentLinks = () =>
  new AllRowsScan('every payment link', 'payment_links', PAYMENT_LINK_CHECKS, 200);
export const allSubscriptions = () =>
  new AllRowsScan('every subscription', 'subscriptions', SUBSCRIPTION_CHECKS, 500);
