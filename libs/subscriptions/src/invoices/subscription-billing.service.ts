import { Injectable } from '@nestjs/common';
import { SessionOpening } from '@app/checkout';
import { type Money, randomAlphanumeric, uuidv7 } from '@app/kernel';
import { Prepared } from '@app/write-path';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { type InvoiceLink, SubscriptionInvoice } from './subscription-invoice.aggregate';
import { SubscriptionInvoices } from './subscription-invoice.repository';

/** How long the link of an invoice can be paid. */
const LINK_MINUTES = 3 * 24 * 60;

/** Bills cycles, in the unit of work of the caller. */
@Injectable()
export class SubscriptionBilling {
  constructor(
    private readonly opening: SessionOpening,
    private readonly invoices: SubscriptionInvoices,
  ) {}

  /** Reads what the bill of the current cycle takes; applying opens its link, if there is anything to pay, and stages the invoice. */
  async prepareBill(subscription: Subscription, now: Date): Promise<Prepared<SubscriptionInvoice>> {
    const id = uuidv7(now);
    const { payable } = subscription;
    const link = payable.isZero ? null : await this.prepareLink(subscription, id, payable);
    return new Prepared(() => {
      const invoiceId = newInvoiceId(subscription);
      const invoice = SubscriptionInvoice.bill(id, invoiceId, subscription, link && link.apply(), now);
      this.invoices.add(invoice);
      return invoice;
    });
  }

  /** Bills the current cycle without a link. It is charged before the caller stages it. */
  billSilently(subscription: Subscription, now: Date): SubscriptionInvoice {
    return SubscriptionInvoice.bill(uuidv7(now), newInvoiceId(subscription), subscription, null, now);
  }

  /** Opens a session that pays an invoice. */
  async openLink(subscription: Subscription, { id, amount }: SubscriptionInvoice): Promise<InvoiceLink> {
    return (await this.prepareLink(subscription, id, amount)).apply();
  }

  private prepareLink(
    subscription: Subscription,
    invoiceKey: string,
    amount: Money,
  ): Promise<Prepared<InvoiceLink>> {
    const { ownerId, appId, mode, planName, customerEmail, customerName } = subscription;
    return this.opening.prepareSession({
      ownerId,
      appId,
      mode,
      amount,
      customerEmail,
      origin: 'subscription',
      originId: invoiceKey,
      description: planName,
      customerName: customerName ?? undefined,
      successUrl: subscription.successUrl,
      cancelUrl: subscription.cancelUrl,
      paymentMethods: subscription.linkMethods,
      expiresInMinutes: LINK_MINUTES,
    });
  }
}

function newInvoiceId({ mode }: Subscription): string {
  return `inv_${mode}_${randomAlphanumeric()}`;
}
