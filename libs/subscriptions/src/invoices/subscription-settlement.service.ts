import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type CreditsMerchant, type PaidSession, PaidForRegistry } from '@app/checkout';
import { notFound, Times } from '@app/kernel';
import type { BookedAs } from '@app/ledger';
import { Prepared } from '@app/write-path';
import { Subscriptions } from '../subscriptions/subscription.repository';
import { SubscriptionInvoices } from './subscription-invoice.repository';

/** What the payment of a link does to its invoice and its subscription, in the commit that completes the session. */
@Injectable()
export class SubscriptionSettlement implements CreditsMerchant, OnModuleInit {
  readonly credits = 'merchant';

  constructor(
    private readonly invoices: SubscriptionInvoices,
    private readonly subscriptions: Subscriptions,
    private readonly registry: PaidForRegistry,
    private readonly times: Times,
  ) {}

  onModuleInit(): void {
    this.registry.register('subscription', this);
  }

  async prepare({ sessionId }: PaidSession): Promise<Prepared<BookedAs>> {
    const invoice = await this.invoices.ofSession(sessionId);
    if (!invoice) throw notFound('Subscription invoice');
    const [subscription, now] = await Promise.all([
      this.subscriptions.byId(invoice.subscriptionKey),
      this.times.of(invoice),
    ]);
    return new Prepared(() => {
      if (invoice.pay(now)) {
        subscription.receivePayment(invoice.cycle === subscription.cycle);
        this.invoices.save(invoice);
        this.subscriptions.save(subscription);
      }
      return {
        type: 'subscription' as const,
        reference: invoice.invoiceId,
        related: { type: 'subscription_invoice', id: invoice.invoiceId },
      };
    });
  }
}
