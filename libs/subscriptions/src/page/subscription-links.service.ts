import { Injectable } from '@nestjs/common';
import { SessionTokens } from '@app/checkout';
import type { Mode } from '@app/kernel';
import { SubscriptionInvoices } from '../invoices/subscription-invoice.repository';
import { SubscriptionTokens } from '../subscriptions/subscription-tokens.service';

/** The addresses in mails to subscribers, which are derived when a mail is sent. */
@Injectable()
export class SubscriptionLinks {
  constructor(
    private readonly invoices: SubscriptionInvoices,
    private readonly sessions: SessionTokens,
    private readonly pages: SubscriptionTokens,
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
