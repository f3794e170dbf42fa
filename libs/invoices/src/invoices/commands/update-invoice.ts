import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Issuer } from '../../issuer.policy';
import type { Invoice } from '../invoice.aggregate';
import { InvoiceContentsService, type WrittenContent } from '../invoice-contents.service';
import { InvoiceRepository } from '../invoice.repository';
import { writtenOf } from '../written-content.mapping';

/** Changes the fields given of a draft. */
export class UpdateInvoice extends Command<Invoice> {
  constructor(
    readonly issuer: Issuer,
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
    private readonly invoices: InvoiceRepository,
    private readonly contents: InvoiceContentsService,
  ) {}

  async execute({ issuer, reference, changes }: UpdateInvoice): Promise<Invoice> {
    const invoice = await this.invoices.ofIssuer(issuer, reference);
    invoice.update(await this.contents.contentOf(issuer.ownerId, { ...writtenOf(invoice), ...changes }));
    this.invoices.save(invoice);
    return invoice;
  }
}
