import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TokenChargeRequest } from '@app/charges';
import { Times } from '@app/kernel';
import { SubscriptionInvoiceRepository } from '../../invoices/subscription-invoice.repository';
import { SubscriptionRepository } from '../../subscriptions/subscription.repository';
import { CardChargeOutcomesService } from '../card-charge-outcomes.service';
import { CardChargeRepository } from '../card-charge.repository';
import { SavedCardRepository } from '../../mandates/saved-card.repository';

/**
 * Claims the one request that is sent for a charge, before it is sent. Null where nothing is sent: it was
 * sent before, it may not be sent as things are now, or the card or the subscription has ended meanwhile.
 */
export class ClaimCardCharge extends Command<TokenChargeRequest | null> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(ClaimCardCharge)
export class ClaimCardChargeHandler implements ICommandHandler<ClaimCardCharge> {
  constructor(
    private readonly charges: CardChargeRepository,
    private readonly cards: SavedCardRepository,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly outcomes: CardChargeOutcomesService,
    private readonly times: Times,
  ) {}

  async execute({ id }: ClaimCardCharge): Promise<TokenChargeRequest | null> {
    const charge = await this.charges.byId(id);
    // It stays an intent until it may be sent, and ends with its subscription.
    if (charge.status !== 'intended' || !(await this.charges.maySend(charge))) return null;
    const [card, invoice, subscription, now] = await Promise.all([
      this.cards.byId(charge.savedCardId),
      this.invoices.byId(charge.invoiceKey),
      this.subscriptions.byId(charge.subscriptionKey),
      this.times.of(charge),
    ]);
    const token = subscription.savedCardId === card.id ? this.cards.tokenOf(card) : null;
    if (!token || !invoice.awaitsCharge) {
      await this.outcomes.fail(charge, 'card_unavailable', now);
      return null;
    }
    charge.send(now);
    this.charges.save(charge);
    // Of a claim and a cancellation at once, one starts over.
    this.subscriptions.save(subscription);
    const { minor: amountMinor, currency } = charge.amount;
    return {
      txRef: charge.reference,
      amountMinor,
      currency,
      email: card.email,
      fullName: subscription.customerName ?? undefined,
      token,
      narration: invoice.planName,
    };
  }
}
