import { Injectable } from '@nestjs/common';
import { Times } from '@app/kernel';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';
import type { SubscriptionInvoice } from './subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from './subscription-invoice.repository';
import type { InvoiceFailure } from './subscription-invoice.states';

/** What an invoice that fails does to its subscription, in the unit of work of the caller. */
@Injectable()
export class InvoiceFailuresService {
  constructor(
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly times: Times,
  ) {}

  /** The invoice must be open. One of an earlier cycle than one that is paid changes nothing of its subscription. */
  async fail(invoice: SubscriptionInvoice, reason: InvoiceFailure): Promise<void> {
    const subscription = await this.subscriptions.byId(invoice.subscriptionKey);
    const now = await this.times.of(invoice);
    if (invoice.isOfChange) {
      invoice.failChange(reason, subscription, now);
      this.invoices.save(invoice);
      this.subscriptions.save(subscription);
      return;
    }
    const wasPaidSince =
      invoice.cycle < subscription.cycle.number && (await this.invoices.wasPaidSince(invoice));
    const hasEnded = !wasPaidSince && subscription.missPayment(reason === 'expired_unpaid', now);
    invoice.fail(reason, subscription);
    // Nothing is billed before the first payment, for which the customer has until the link ends.
    if (!subscription.isConfirmed && subscription.isOpen) subscription.waitUntil(invoice.linkEndsAt!);
    this.invoices.save(invoice);
    if (hasEnded) subscription.recordEnd();
    this.subscriptions.save(subscription);
  }
}
