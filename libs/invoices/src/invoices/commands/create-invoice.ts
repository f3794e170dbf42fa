import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times, uuidv7 } from '@app/kernel';
import { TestQuotasService } from '@app/test-clock';
import type { Issuer } from '../../issuer.policy';
import { Invoice } from '../invoice.aggregate';
import type { WrittenContent } from '../invoice-contents.service';
import { InvoiceContentsService } from '../invoice-contents.service';
import { InvoiceSeriesRepository } from '../invoice-series.repository';
import { InvoiceTokensService } from '../invoice-tokens.service';
import { InvoiceRepository } from '../invoice.repository';

/** Drafts an invoice and gives it the next number. */
export class CreateInvoice extends Command<Invoice> {
  constructor(
    readonly issuer: Issuer,
    readonly written: WrittenContent,
  ) {
    super();
  }
}

@CommandHandler(CreateInvoice)
export class CreateInvoiceHandler implements ICommandHandler<CreateInvoice> {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly series: InvoiceSeriesRepository,
    private readonly contents: InvoiceContentsService,
    private readonly tokens: InvoiceTokensService,
    private readonly times: Times,
    private readonly quotas: TestQuotasService,
  ) {}

  async execute({ issuer, written }: CreateInvoice): Promise<Invoice> {
    await this.quotas.requireObject(issuer);
    const content = await this.contents.contentOf(issuer.ownerId, written);
    const now = await this.times.of(issuer);
    const number = await this.series.takeNumber(issuer, 'INV', now);
    const id = uuidv7(now);
    const tokenHash = this.tokens.hashOf(id);
    const invoice = new Invoice({ id, issuer, number, tokenHash, content, now });
    this.invoices.add(invoice);
    return invoice;
  }
}
