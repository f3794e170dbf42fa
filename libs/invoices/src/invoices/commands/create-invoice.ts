import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Mode, uuidv7 } from '@app/kernel';
import { Invoice } from '../invoice.aggregate';
import type { WrittenContent } from '../invoice-contents.service';
import { InvoiceContents } from '../invoice-contents.service';
import { InvoiceSeriesStore } from '../invoice-series.repository';
import { InvoiceTokens } from '../invoice-tokens.service';
import { Invoices } from '../invoice.repository';

/** Drafts an invoice and gives it the next number. */
export class CreateInvoice extends Command<Invoice> {
  constructor(
    readonly ownerId: string,
    readonly mode: Mode,
    readonly written: WrittenContent,
  ) {
    super();
  }
}

@CommandHandler(CreateInvoice)
export class CreateInvoiceHandler implements ICommandHandler<CreateInvoice> {
  constructor(
    private readonly invoices: Invoices,
    private readonly series: InvoiceSeriesStore,
    private readonly contents: InvoiceContents,
    private readonly tokens: InvoiceTokens,
    private readonly clock: Clock,
  ) {}

  async execute({ ownerId, mode, written }: CreateInvoice): Promise<Invoice> {
    const content = await this.contents.contentOf(ownerId, written);
    const number = await this.series.takeNumber(ownerId, mode, 'INV');
    const now = this.clock.now();
    const id = uuidv7(now);
    const tokenHash = this.tokens.hashOf(id);
    const invoice = new Invoice({ id, ownerId, mode, number, tokenHash, content, now });
    this.invoices.add(invoice);
    return invoice;
  }
}
