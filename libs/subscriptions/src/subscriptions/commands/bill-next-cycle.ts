import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times } from '@app/kernel';
import { SubscriptionBilling } from '../../invoices/subscription-billing.service';
import { SubscriptionInvoices } from '../../invoices/subscription-invoice.repository';
import { Subscriptions } from '../subscription.repository';

/**
 * The period of a subscription, or its trial, has ended: it is cancelled where that was scheduled, otherwise its next
 * cycle is billed. Returns false where it is not due any more.
 */
export class BillNextCycle extends Command<boolean> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(BillNextCycle)
export class BillNextCycleHandler implements ICommandHandler<BillNextCycle> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly invoices: SubscriptionInvoices,
    private readonly billing: SubscriptionBilling,
    private readonly times: Times,
  ) {}

  async execute({ id }: BillNextCycle): Promise<boolean> {
    const subscription = await this.subscriptions.byId(id);
    const now = await this.times.of(subscription);
    if (!subscription.isDue(now)) return false;
    if (subscription.cancelAtPeriodEnd) {
      subscription.cancel('cancel_at_period_end', now);
      this.subscriptions.save(subscription);
      return true;
    }
    const latest = await this.invoices.latest(id);
    if (latest && subscription.waitsForPayment(now, latest.isOpen && latest.linkEndsAt > now)) {
      subscription.waitUntil(latest.linkEndsAt);
      this.subscriptions.save(subscription);
      return true;
    }
    subscription.beginNextCycle(now, latest === null || latest.status === 'paid');
    this.subscriptions.save(subscription);
    await this.billing.bill(subscription, now);
    return true;
  }
}
