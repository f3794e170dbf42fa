import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OriginSessions, SessionTokens } from '@app/checkout';
import { TestQuotas } from '@app/test-clock';
import { CardChargeStore } from '../cards/card-charge.repository';
import { SubscriptionTokens } from '../subscriptions/subscription-tokens.service';
import { SubscriptionAccess, type SubscriptionRequester } from '../subscriptions/subscription-access.service';
import { SubscriptionBilling } from '../invoices/subscription-billing.service';
import { SubscriptionInvoices } from '../invoices/subscription-invoice.repository';

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
    private readonly access: SubscriptionAccess,
    private readonly invoices: SubscriptionInvoices,
    private readonly charges: CardChargeStore,
    private readonly sessions: OriginSessions,
    private readonly billing: SubscriptionBilling,
    private readonly quotas: TestQuotas,
    private readonly sessionTokens: SessionTokens,
    private readonly tokens: SubscriptionTokens,
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
