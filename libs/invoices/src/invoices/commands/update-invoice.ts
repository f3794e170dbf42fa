import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Mode } from '@app/kernel';
import type { Invoice } from '../invoice.aggregate';
import { InvoiceContents, type WrittenContent } from '../invoice-contents.service';
import { Invoices } from '../invoice.repository';
import { writtenOf } from '../written-content.mapping';

/** Changes the fields given of a draft. */
export class UpdateInvoice extends Command<Invoice> {
  constructor(
    readonly ownerId: string,
    readonly mode: Mode,
    /** Id or number. */
    readonly reference: string,
    readonly changes: Partial<WrittenContent>,
  ) {
    super();
  }
}

@CommandHandler(UpdateInvoice)
export class UpdateInvoiceHandler implements ICommandHandler<UpdateInvoice> {
  constructor(
    private readonly invoices: Invoices,
    private readonly contents: InvoiceContents,
  ) {}

  async execute({ ownerId, mode, reference, changes }: UpdateInvoice): Promise<Invoice> {
    const invoice = await this.invoices.ofOwner(ownerId, mode, reference);
    invoice.update(await this.contents.contentOf(ownerId, { ...writtenOf(invoice), ...changes }));
    this.invoices.save(invoice);
    return invoice;
  }
}
