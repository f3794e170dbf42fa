import { Injectable } from '@nestjs/common';
import { SessionTokensService } from '@app/checkout';
import type { Mode } from '@app/kernel';
import { SubscriptionInvoiceRepository } from '../invoices/subscription-invoice.repository';
import { SubscriptionTokensService } from '../subscriptions/subscription-tokens.service';

/** The addresses in mails to subscribers, which are derived when a mail is sent. */
@Injectable()
export class SubscriptionLinksService {
  constructor(
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly sessions: SessionTokensService,
    private readonly pages: SubscriptionTokensService,
  ) {}

  /** The page of the subscription with this internal id. */
  pageOf(id: string, mode: Mode): string {
    return this.pages.urlOf({ id, mode });
  }

  /** Where an invoice is paid; null where it was paid or cancelled meanwhile. */
  async paymentOf(invoiceId: string): Promise<string | null> {
    const invoice = await this.invoices.findOneBy({ invoiceId });
    if (!invoice?.isPayable || invoice.checkoutSessionId === null) return null;
    return this.sessions.urlOf({ sessionId: invoice.checkoutSessionId, mode: invoice.mode });
  }
}
