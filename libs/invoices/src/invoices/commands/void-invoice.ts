import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OriginSessionsService } from '@app/checkout';
import { Times } from '@app/kernel';
import type { Issuer } from '../../issuer.policy';
import type { Invoice } from '../invoice.aggregate';
import { InvoiceRepository } from '../invoice.repository';

/** Takes an invoice back for good, and closes its pending session in the same commit. */
export class VoidInvoice extends Command<Invoice> {
  constructor(
    readonly issuer: Issuer,
    /** Id or number. */
    readonly reference: string,
  ) {
    super();
  }
}

@CommandHandler(VoidInvoice)
export class VoidInvoiceHandler implements ICommandHandler<VoidInvoice> {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly sessions: OriginSessionsService,
    private readonly times: Times,
  ) {}

  async execute({ issuer, reference }: VoidInvoice): Promise<Invoice> {
    const invoice = await this.invoices.ofIssuer(issuer, reference);
    const open = await this.sessions.openOf(invoice.id);
    invoice.void(
      open.some(({ status }) => status === 'processing'),
      await this.times.of(invoice),
    );
    for (const session of open) this.sessions.close(session);
    this.invoices.save(invoice);
    return invoice;
  }
}
