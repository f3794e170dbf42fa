import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProvedEmailsService } from '@app/accounts';
import { assertCapability, type Caller } from '@app/http';
import { Times } from '@app/kernel';
import type { Issuer } from '../../issuer.policy';
import type { Invoice } from '../invoice.aggregate';
import { InvoiceMailLimitsService } from '../invoice-mail-limits.service';
import { InvoiceQueries } from '../invoice.queries';
import { InvoiceRepository } from '../invoice.repository';

/** Issues a draft and mails it to its client; mails an unpaid invoice again. */
export class SendInvoice extends Command<Invoice> {
  constructor(
    readonly issuer: Issuer,
    /** Id or number. */
    readonly reference: string,
    /** When the request arrived, by `performance.now()`: of several requests at once, one mails it. */
    readonly arrivedAt: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(SendInvoice)
export class SendInvoiceHandler implements ICommandHandler<SendInvoice> {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly queries: InvoiceQueries,
    private readonly emails: ProvedEmailsService,
    private readonly limits: InvoiceMailLimitsService,
    private readonly times: Times,
  ) {}

  /**
   * FORBIDDEN where a member of a team may only mail again what was issued, KYC_REQUIRED before the owner's address is proved, RATE_LIMITED where too much was mailed. Test mode mails nothing.
   */
  async execute({ issuer, reference, arrivedAt, caller }: SendInvoice): Promise<Invoice> {
    const invoice = await this.invoices.ofIssuer(issuer, reference);
    if (invoice.status === 'draft') assertCapability(caller, 'payments:write');
    // Read after the invoice, whose version guards the rest: a send that commits in between restarts this one.
    if (await this.queries.wasSentSince(arrivedAt, issuer, reference))
      return this.invoices.ofIssuer(issuer, reference);
    const mail = invoice.send(await this.times.of(invoice));
    if (issuer.mode === 'live') await this.emails.assertProved(issuer.ownerId, 'mail invoices');
    await this.limits.require(invoice, 'invoice');
    this.invoices.addMail(mail);
    this.invoices.save(invoice);
    return invoice;
  }
}
