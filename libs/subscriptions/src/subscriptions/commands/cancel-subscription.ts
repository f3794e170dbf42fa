import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LinkSessions } from '@app/checkout';
import { Times } from '@app/kernel';
import { SubscriptionInvoices } from '../../invoices/subscription-invoice.repository';
import type { Subscription } from '../subscription.aggregate';
import { type SubscriptionOwner, Subscriptions } from '../subscription.repository';

/** Ends a subscription at once or with its period. Once it is cancelled, another cancellation changes nothing. */
export class CancelSubscription extends Command<Subscription> {
  constructor(
    readonly owner: SubscriptionOwner,
    readonly subscriptionId: string,
    readonly atPeriodEnd: boolean,
  ) {
    super();
  }
}

@CommandHandler(CancelSubscription)
export class CancelSubscriptionHandler implements ICommandHandler<CancelSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly invoices: SubscriptionInvoices,
    private readonly links: LinkSessions,
    private readonly times: Times,
  ) {}

  async execute({ owner, subscriptionId, atPeriodEnd }: CancelSubscription): Promise<Subscription> {
    const subscription = await this.subscriptions.ofOwner(owner, subscriptionId);
    if (!subscription.isOpen) return subscription;
    if (atPeriodEnd) subscription.cancelAtEnd('merchant');
    else {
      const now = await this.times.of(subscription);
      for (const invoice of await this.invoices.unpaid(subscription.id)) {
        invoice.void(now);
        await this.links.close(invoice.checkoutSessionId, subscription.mode);
        this.invoices.save(invoice);
      }
      subscription.cancel('merchant_cancelled', now);
    }
    this.subscriptions.save(subscription);
    return subscription;
  }
}
