import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OriginSessions, SessionOpening, SessionTokens } from '@app/checkout';
import { CardChargeStore } from '../../cards/card-charge.repository';
import { SubscriptionTokens } from '../../page/subscription-tokens.service';
import {
  SubscriptionAccess,
  type SubscriptionRequester,
} from '../../subscriptions/subscription-access.service';
import { SubscriptionInvoices } from '../subscription-invoice.repository';

const EXPIRES_IN_MINUTES = 24 * 60;

/**
 * Gives the address of the session that pays what is due of a subscription, opened now where none is open; null where
 * nothing is due, or while its card is charged. One session is open at a time: each new one saves the invoice.
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
    private readonly opening: SessionOpening,
    private readonly sessionTokens: SessionTokens,
    private readonly tokens: SubscriptionTokens,
  ) {}

  async execute({ by }: OpenSubscriptionPayment): Promise<string | null> {
    const { subscription } = await this.access.find(by);
    const invoice = subscription.isOpen ? await this.invoices.due(subscription) : null;
    if (!invoice || (await this.charges.openOf(invoice.id))) return null;
    const [open] = await this.sessions.openOf(invoice.id);
    if (open) return this.sessionTokens.urlOf(open);
    const { ownerId, appId, mode, customerEmail, customerName, planName } = subscription;
    const page = this.tokens.urlOf(subscription);
    const session = await this.opening.openSession({
      ownerId,
      appId,
      mode,
      amount: invoice.amount,
      customerEmail,
      origin: 'subscription',
      originId: invoice.id,
      description: planName,
      customerName: customerName ?? undefined,
      successUrl: page,
      cancelUrl: page,
      paymentMethods: subscription.linkMethods,
      expiresInMinutes: EXPIRES_IN_MINUTES,
    });
    invoice.attachLink(session);
    this.invoices.save(invoice);
    return this.sessionTokens.urlOf(session);
  }
}
