import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times } from '@app/kernel';
import { Invoices } from '../invoice.repository';

/** Records, once, that the due date of an invoice has passed. Returns false if it has not. */
export class MarkInvoiceOverdue extends Command<boolean> {
  constructor(readonly invoiceId: string) {
    super();
  }
}

@CommandHandler(MarkInvoiceOverdue)
export class MarkInvoiceOverdueHandler implements ICommandHandler<MarkInvoiceOverdue> {
  constructor(
    private readonly invoices: Invoices,
    private readonly times: Times,
  ) {}

  async execute({ invoiceId }: MarkInvoiceOverdue): Promise<boolean> {
    const invoice = await this.invoices.byId(invoiceId);
    const passed = invoice.passDueDate(await this.times.of(invoice));
    if (passed) this.invoices.save(invoice);
    return passed;
  }
}
