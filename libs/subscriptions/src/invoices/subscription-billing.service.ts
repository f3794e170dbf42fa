import { Injectable } from '@nestjs/common';
import { SessionOpening } from '@app/checkout';
import { randomAlphanumeric, uuidv7 } from '@app/kernel';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { SubscriptionInvoice } from './subscription-invoice.aggregate';
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

  /** Opens a checkout session for the current cycle and bills it. */
  async bill(subscription: Subscription, now: Date): Promise<SubscriptionInvoice> {
    const { ownerId, appId, mode, amount, planName, customerEmail, customerName } = subscription;
    const id = uuidv7(now);
    const session = await this.opening.openSession({
      ownerId,
      appId,
      mode,
      amount,
      customerEmail,
      origin: 'subscription',
      originId: id,
      description: planName,
      customerName: customerName ?? undefined,
      successUrl: subscription.successUrl,
      cancelUrl: subscription.cancelUrl,
      expiresInMinutes: LINK_MINUTES,
    });
    const invoiceId = `inv_${mode}_${randomAlphanumeric()}`;
    const invoice = SubscriptionInvoice.bill(id, invoiceId, subscription, session, now);
    this.invoices.add(invoice);
    return invoice;
  }
}
