import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times, uuidv7 } from '@app/kernel';
import { TestQuotas } from '@app/test-clock';
import type { Issuer } from '../../issuer.policy';
import { Invoice } from '../invoice.aggregate';
import type { WrittenContent } from '../invoice-contents.service';
import { InvoiceContents } from '../invoice-contents.service';
import { InvoiceSeriesStore } from '../invoice-series.repository';
import { InvoiceTokens } from '../invoice-tokens.service';
import { Invoices } from '../invoice.repository';

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
    private readonly invoices: Invoices,
    private readonly series: InvoiceSeriesStore,
    private readonly contents: InvoiceContents,
    private readonly tokens: InvoiceTokens,
    private readonly times: Times,
    private readonly quotas: TestQuotas,
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
