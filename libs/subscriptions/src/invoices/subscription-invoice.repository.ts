import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ofActiveOwner } from '@app/accounts';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { notFound } from '@app/kernel';
import { inRealTime } from '@app/test-clock';
import { IsNull, LessThan, MoreThan, Not, Repository } from 'typeorm';
import { SubscriptionInvoice } from './subscription-invoice.aggregate';

@Injectable()
export class SubscriptionInvoiceRepository extends AggregateStore<SubscriptionInvoice> {
  private readonly ofLastCycle = this.loaderBy('subscriptionKey', 'cycle');

  constructor(
    @InjectRepository(SubscriptionInvoice) rows: Repository<SubscriptionInvoice>,
    unit: UnitOfWork,
  ) {
    // Another process billed the cycle first.
    super(rows, unit, { subscription_invoices_cycle: () => new StaleAggregate() });
  }

  async byId(id: string): Promise<SubscriptionInvoice> {
    const invoice = await this.findOneBy({ id });
    if (!invoice) throw notFound('Subscription invoice');
    return invoice;
  }

  /** The invoice that a checkout session pays; null where it pays none. */
  ofSession(checkoutSessionId: string): Promise<SubscriptionInvoice | null> {
    return this.findOneBy({ checkoutSessionId });
  }

  /** The invoice of the last cycle that was billed. */
  latest(subscriptionKey: string): Promise<SubscriptionInvoice | null> {
    return this.ofLastCycle.read(subscriptionKey);
  }

  /** The invoice whose payment changes the plan of a subscription; null where none waits. */
  pendingOf({
    pendingInvoiceId: invoiceId,
  }: {
    pendingInvoiceId: string | null;
  }): Promise<SubscriptionInvoice | null> {
    return invoiceId === null ? Promise.resolve(null) : this.findOneBy({ invoiceId });
  }

  /** The number of changes of plan that were billed and have not taken effect. */
  changesOf(subscriptionKey: string): Promise<number> {
    return this.rows.countBy({ subscriptionKey, cycle: LessThan(0) });
  }

  /** What the customer can pay: the last invoice, or the one of a change of plan; null where nothing is due. */
  async due(subscription: {
    id: string;
    pendingInvoiceId: string | null;
  }): Promise<SubscriptionInvoice | null> {
    const latest = await this.latest(subscription.id);
    if (latest?.isPayable) return latest;
    const change = await this.pendingOf(subscription);
    return change && !change.isSilent && change.isPayable ? change : null;
  }

  /** Invoices of a subscription that are not paid. */
  unpaid(subscriptionKey: string): Promise<SubscriptionInvoice[]> {
    return this.findBy({ subscriptionKey, status: Not('paid'), voidedAt: IsNull() });
  }

  /** Whether a later cycle of its subscription is paid. */
  async wasPaidSince({ subscriptionKey, cycle }: SubscriptionInvoice): Promise<boolean> {
    return (await this.findOneBy({ subscriptionKey, cycle: MoreThan(cycle), status: 'paid' })) !== null;
  }

  /** The number of links of later cycles of its subscription that have failed. */
  missedSince({ subscriptionKey, cycle }: SubscriptionInvoice): Promise<number> {
    const isOfLink = { isSilent: false, status: 'failed', voidedAt: IsNull() } as const;
    return this.rows.countBy({
      subscriptionKey,
      cycle: MoreThan(cycle),
      ...isOfLink,
    });
  }

  /** Open invoices in real time whose link has ended, the longest waiting first; none of an account that is frozen. */
  async ended(now: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `(SELECT id, link_ends_at FROM subscription_invoices s WHERE mode = 'live' AND status = 'created' AND NOT is_silent AND link_ends_at <= $1
           AND ${ofActiveOwner('s')} ORDER BY link_ends_at LIMIT $2)
       UNION ALL
       (SELECT id, link_ends_at FROM subscription_invoices s WHERE mode = 'test' AND status = 'created' AND NOT is_silent AND link_ends_at <= $1
           AND ${inRealTime('s')} AND ${ofActiveOwner('s')} ORDER BY link_ends_at LIMIT $2)
       ORDER BY link_ends_at LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The same for the test invoices of one app. */
  async endedOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM subscription_invoices s
        WHERE mode = 'test' AND app_id = $1 AND status = 'created' AND NOT is_silent AND link_ends_at <= $2
          AND ${ofActiveOwner('s')} ORDER BY link_ends_at, id LIMIT $3`,
      [appId, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** When the link of the next open test invoice of an app ends after this time. */
  async nextEnd(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.rows.query<{ at: Date | null }[]>(
      `SELECT min(link_ends_at) AS at FROM subscription_invoices
        WHERE mode = 'test' AND app_id = $1 AND status = 'created' AND NOT is_silent AND link_ends_at > $2`,
      [appId, after],
    );
    return row!.at;
  }
}
