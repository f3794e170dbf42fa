import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import {
  OriginSessionsService,
  payeeUnavailable,
  SessionOpeningService,
  SessionTokensService,
} from '@app/checkout';
import { type Mode, Money } from '@app/kernel';
import { CollectingService } from '../../collecting.service';
import type { Invoice } from '../invoice.aggregate';
import { moreThanDue, partialNotAllowed } from '../invoice.errors';
import { InvoiceTokensService } from '../invoice-tokens.service';
import { InvoiceRepository } from '../invoice.repository';

const EXPIRES_IN_MINUTES = 1440;

/** Gives the address of the session that pays an invoice, opened now or before. */
export class OpenInvoicePayment extends Command<string> {
  constructor(
    readonly token: string,
    readonly mode: Mode,
    /** Absent: all that can be paid now. */
    readonly amountMinor: bigint | null,
  ) {
    super();
  }
}

@CommandHandler(OpenInvoicePayment)
export class OpenInvoicePaymentHandler implements ICommandHandler<OpenInvoicePayment> {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly sessions: OriginSessionsService,
    private readonly opening: SessionOpeningService,
    private readonly sessionTokens: SessionTokensService,
    private readonly tokens: InvoiceTokensService,
    private readonly directory: UserDirectoryQueries,
    private readonly collecting: CollectingService,
  ) {}

  /**
   * The version of the invoice keeps paid, in flight and pending together within the total, and one session pending: a
   * session over another amount closes the pending one in the same commit, and one in flight keeps its share.
   */
  async execute({ token, mode, amountMinor }: OpenInvoicePayment): Promise<string> {
    const invoice = await this.invoices.byToken(token, mode);
    invoice.assertPayable();
    if ((await this.directory.standingOf(invoice.ownerId))?.frozen !== false) throw payeeUnavailable();
    await this.collecting.require(invoice);
    const open = await this.sessions.openOf(invoice.id);
    const inFlight = open.filter(({ status }) => status === 'processing');
    const payable = inFlight.reduce((left, { amount }) => left.minus(amount), invoice.amountDue);
    // All of it is being paid: that session shows what becomes of it.
    if (payable.isZero) return this.sessionTokens.urlOf(inFlight[0]!);
    const amount = amountMinor === null ? payable : new Money(amountMinor, invoice.currency);
    if (amount.compare(payable) > 0) throw moreThanDue(payable);
    if (!invoice.allowPartial && !amount.equals(payable)) throw partialNotAllowed(payable);

    const pending = open.filter(({ status }) => status === 'pending');
    const same = pending.find((session) => session.amount.equals(amount));
    if (same && pending.length === 1) return this.sessionTokens.urlOf(same);
    for (const session of pending) this.sessions.close(session);
    this.invoices.save(invoice);
    return this.sessionTokens.urlOf(await this.openSession(invoice, amount));
  }

  private openSession(invoice: Invoice, amount: Money) {
    const { id, ownerId, appId, mode, number, clientEmail, clientName, language } = invoice;
    const page = `${this.tokens.urlOf(invoice)}?lang=${language}`;
    return this.opening.openSession({
      ownerId,
      appId,
      origin: 'invoice',
      originId: id,
      mode,
      amount,
      orderRef: number,
      description: number,
      customerEmail: clientEmail,
      customerName: clientName,
      successUrl: page,
      cancelUrl: page,
      expiresInMinutes: EXPIRES_IN_MINUTES,
    });
  }
}
