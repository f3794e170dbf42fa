import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times } from '@app/kernel';
import { InvoiceMailLimitsService } from '../invoice-mail-limits.service';
import { InvoiceRepository } from '../invoice.repository';

/** Mails a due reminder to the client of an invoice, once. Returns false where none is due. */
export class RemindOfInvoice extends Command<boolean> {
  constructor(readonly invoiceId: string) {
    super();
  }
}

@CommandHandler(RemindOfInvoice)
export class RemindOfInvoiceHandler implements ICommandHandler<RemindOfInvoice> {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly limits: InvoiceMailLimitsService,
    private readonly times: Times,
  ) {}

  /** RATE_LIMITED where the business has mailed too much today: the reminder stays due. */
  async execute({ invoiceId }: RemindOfInvoice): Promise<boolean> {
    const invoice = await this.invoices.byId(invoiceId);
    const mail = invoice.remind(await this.times.of(invoice));
    if (!mail) return false;
    await this.limits.require(invoice, 'reminder');
    this.invoices.addMail(mail);
    this.invoices.save(invoice);
    return true;
  }
}
