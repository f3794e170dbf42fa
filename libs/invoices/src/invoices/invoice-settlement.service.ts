import { Injectable } from '@nestjs/common';
import {
  type BookedAs,
  checkoutKey,
  type CreditsMerchant,
  OriginSessionsService,
  type PaidSession,
  type PaymentOfSession,
  unappliedCreditKey,
} from '@app/checkout';
import { Prepared } from '@app/write-path';
import { Times } from '@app/kernel';
import { paymentInFlight } from './invoice.errors';
import { InvoiceRepository } from './invoice.repository';

/** What a payment of an invoice's session does to the invoice. */
@Injectable()
export class InvoiceSettlementService implements CreditsMerchant {
  readonly credits = 'merchant';

  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly sessions: OriginSessionsService,
    private readonly times: Times,
  ) {}

  /** A late payment that staff apply closes pending sessions, and waits for those with an attempt in flight. */
  async prepare(
    { originId, sessionId }: PaidSession,
    payment: PaymentOfSession,
  ): Promise<Prepared<BookedAs>> {
    const invoice = await this.invoices.byId(originId!);
    const rivals = payment.isSetAside ? await this.sessions.openOf(invoice.id) : [];
    if (rivals.some(({ status }) => status === 'processing')) throw paymentInFlight();
    const now = await this.times.of(invoice);
    return new Prepared(() => {
      for (const rival of rivals) if (rival.sessionId !== sessionId) this.sessions.close(rival);
      const { method, amount, isSetAside, gateway, gatewayTransactionId } = payment;
      const bookingKey = isSetAside
        ? unappliedCreditKey(gateway, gatewayTransactionId)
        : checkoutKey(sessionId);
      this.invoices.addPayment(invoice.receive({ sessionId, method, amount, bookingKey }, now));
      this.invoices.save(invoice);
      const { id, number: reference } = invoice;
      return { type: 'invoice', reference, related: { type: 'invoice', id } };
    });
  }
}
