import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times } from '@app/kernel';
import { InvoiceRepository } from '../invoice.repository';

/** Records, once, that the due date of an invoice has passed. Returns false if it has not. */
export class MarkInvoiceOverdue extends Command<boolean> {
  constructor(readonly invoiceId: string) {
    super();
  }
}

@CommandHandler(MarkInvoiceOverdue)
export class MarkInvoiceOverdueHandler implements ICommandHandler<MarkInvoiceOverdue> {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly times: Times,
  ) {}

  async execute({ invoiceId }: MarkInvoiceOverdue): Promise<boolean> {
    const invoice = await this.invoices.byId(invoiceId);
    const passed = invoice.passDueDate(await this.times.of(invoice));
    if (passed) this.invoices.save(invoice);
    return passed;
  }
}
