import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { CheckoutPaymentFailed } from '@app/checkout';
import { InTransaction } from '@app/write-path';
import { InvoiceFailuresService } from '../invoice-failures.service';
import { SubscriptionInvoiceRepository } from '../subscription-invoice.repository';

/**
 * A card that is declined fails the invoice of a link at once; the link can be paid until it ends. An invoice that is
 * charged without the customer fails by its charges only, and one of a change of plan when its link ends.
 */
@EventsHandler(CheckoutPaymentFailed)
@InTransaction()
export class FailDeclinedInvoice implements IEventHandler<CheckoutPaymentFailed> {
  constructor(
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly failures: InvoiceFailuresService,
  ) {}

  async handle({ data }: CheckoutPaymentFailed): Promise<void> {
    if (data.origin !== 'subscription' || data.gatewayStatus !== 'declined') return;
    const invoice = await this.invoices.ofSession(data.sessionId);
    if (invoice?.isOpen && !invoice.isSilent && !invoice.isOfChange)
      await this.failures.fail(invoice, 'declined');
  }
}
