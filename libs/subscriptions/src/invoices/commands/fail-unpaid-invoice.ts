import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OriginSessionsService } from '@app/checkout';
import { Times } from '@app/kernel';
import { InvoiceFailuresService } from '../invoice-failures.service';
import { SubscriptionInvoiceRepository } from '../subscription-invoice.repository';

/**
 * The link of an invoice has ended unpaid. Returns false where it was paid or failed meanwhile, or where a payment is
 * still under way, whose outcome decides.
 */
export class FailUnpaidInvoice extends Command<boolean> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(FailUnpaidInvoice)
export class FailUnpaidInvoiceHandler implements ICommandHandler<FailUnpaidInvoice> {
  constructor(
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly failures: InvoiceFailuresService,
    private readonly sessions: OriginSessionsService,
    private readonly times: Times,
  ) {}

  async execute({ id }: FailUnpaidInvoice): Promise<boolean> {
    const invoice = await this.invoices.byId(id);
    const { isOpen, isSilent, linkEndsAt } = invoice;
    if (!isOpen || isSilent || linkEndsAt === null) return false;
    if (linkEndsAt > (await this.times.of(invoice))) return false;
    if (await this.sessions.isBeingPaid(id)) return false;
    await this.failures.fail(invoice, 'expired_unpaid');
    return true;
  }
}
