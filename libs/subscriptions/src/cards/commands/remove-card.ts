import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times } from '@app/kernel';
import { SubscriptionInvoiceRepository } from '../../invoices/subscription-invoice.repository';
import {
  SubscriptionAccessService,
  type SubscriptionRequester,
} from '../../subscriptions/subscription-access.service';
import { SubscriptionRepository } from '../../subscriptions/subscription.repository';
import { invoiceIsCharged } from '../../subscriptions/subscription.errors';

/**
 * The customer takes the saved card back, to use another one: its token is erased, and the next cycle is collected by a
 * link, whose card is saved instead. Without a card it changes nothing.
 */
export class RemoveCard extends Command<void> {
  constructor(readonly by: SubscriptionRequester) {
    super();
  }
}

@CommandHandler(RemoveCard)
export class RemoveCardHandler implements ICommandHandler<RemoveCard> {
  constructor(
    private readonly access: SubscriptionAccessService,
    private readonly subscriptions: SubscriptionRepository,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly times: Times,
  ) {}

  /** INVALID_STATE while an invoice is charged: paying its link replaces the card then. */
  async execute({ by }: RemoveCard): Promise<void> {
    const { subscription } = await this.access.find(by);
    if (subscription.savedCardId === null) return;
    const [latest, change] = await Promise.all([
      this.invoices.latest(subscription.id),
      this.invoices.pendingOf(subscription),
    ]);
    if (latest?.awaitsCharge || change?.awaitsCharge) throw invoiceIsCharged();
    subscription.removeCard(await this.times.of(subscription));
    this.subscriptions.save(subscription);
  }
}
