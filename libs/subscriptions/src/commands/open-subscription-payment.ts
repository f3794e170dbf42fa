import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OriginSessionsService, SessionTokensService } from '@app/checkout';
import { TestQuotasService } from '@app/test-clock';
import { CardChargeRepository } from '../cards/card-charge.repository';
import { SubscriptionTokensService } from '../subscriptions/subscription-tokens.service';
import {
  SubscriptionAccessService,
  type SubscriptionRequester,
} from '../subscriptions/subscription-access.service';
import { SubscriptionBillingService } from '../invoices/subscription-billing.service';
import { SubscriptionInvoiceRepository } from '../invoices/subscription-invoice.repository';

const EXPIRES_IN_MINUTES = 24 * 60;

/**
 * Gives the address of the session that pays what is due of a subscription, opened now where none is open; null where
 * nothing is due, or while its card is charged. A new session ends earlier ones, and of two that are opened at once one
 * command starts over, because each saves the invoice.
 */
export class OpenSubscriptionPayment extends Command<string | null> {
  constructor(readonly by: SubscriptionRequester) {
    super();
  }
}

@CommandHandler(OpenSubscriptionPayment)
export class OpenSubscriptionPaymentHandler implements ICommandHandler<OpenSubscriptionPayment> {
  constructor(
    private readonly access: SubscriptionAccessService,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly charges: CardChargeRepository,
    private readonly sessions: OriginSessionsService,
    private readonly billing: SubscriptionBillingService,
    private readonly quotas: TestQuotasService,
    private readonly sessionTokens: SessionTokensService,
    private readonly tokens: SubscriptionTokensService,
  ) {}

  async execute({ by }: OpenSubscriptionPayment): Promise<string | null> {
    const { subscription } = await this.access.find(by);
    const invoice = subscription.isOpen ? await this.invoices.due(subscription) : null;
    if (!invoice || (await this.charges.openOf(invoice.id))) return null;
    const [open] = await this.sessions.openOf(invoice.id);
    if (open) return this.sessionTokens.urlOf(open);
    await this.quotas.requireObject(subscription);
    const page = this.tokens.urlOf(subscription);
    const terms = { successUrl: page, cancelUrl: page, expiresInMinutes: EXPIRES_IN_MINUTES };
    const link = await this.billing.openLink(subscription, invoice, terms);
    invoice.attachLink(link);
    this.invoices.save(invoice);
    return this.sessionTokens.urlOf({ sessionId: link.sessionId, mode: subscription.mode });
  }
}
