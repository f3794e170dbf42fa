import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OriginSessionsService } from '@app/checkout';
import { Money, Times } from '@app/kernel';
import type { Issuer } from '../../issuer.policy';
import type { Invoice } from '../invoice.aggregate';
import { InvoiceSeriesRepository } from '../invoice-series.repository';
import { InvoiceRepository } from '../invoice.repository';

export interface CreditRequest {
  /** Id or number of the invoice. */
  reference: string;
  amountMinor: bigint;
  reason: string;
}

/** Writes off a part of what is due, with a credit note. A pending session over the old amount is closed. */
export class CreditInvoice extends Command<Invoice> {
  constructor(
    readonly issuer: Issuer,
    readonly request: CreditRequest,
  ) {
    super();
  }
}

@CommandHandler(CreditInvoice)
export class CreditInvoiceHandler implements ICommandHandler<CreditInvoice> {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly series: InvoiceSeriesRepository,
    private readonly sessions: OriginSessionsService,
    private readonly times: Times,
  ) {}

  async execute({ issuer, request }: CreditInvoice): Promise<Invoice> {
    const invoice = await this.invoices.ofIssuer(issuer, request.reference);
    const { currency } = invoice;
    const open = await this.sessions.openOf(invoice.id);
    const inFlight = open
      .filter(({ status }) => status === 'processing')
      .reduce((sum, { amount }) => sum.plus(amount), Money.zero(currency));
    const now = await this.times.of(invoice);
    const number = await this.series.takeNumber(issuer, 'CN', now);
    const amount = new Money(request.amountMinor, currency);
    const note = invoice.credit({ amount, reason: request.reason, number, inFlight }, now);
    for (const session of open) if (session.status === 'pending') this.sessions.close(session);
    this.invoices.addCreditNote(note);
    this.invoices.save(invoice);
    return invoice;
  }
}
