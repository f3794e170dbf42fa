import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OriginSessionsService } from '@app/checkout';
import { Times } from '@app/kernel';
import { SubscriptionInvoiceRepository } from '../invoices/subscription-invoice.repository';
import { OwnSubscriptionReaderService } from '../customers/own-subscription-reader.service';
import type { OwnSubscriptionFacts } from '../customers/own-subscription.view';
import { PlanChangesService } from '../invoices/plan-changes.service';
import {
  SubscriptionAccessService,
  type SubscriptionRequester,
} from '../subscriptions/subscription-access.service';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';

/** Ends a subscription at once or with its period. Once it is cancelled, another cancellation changes nothing. */
export class CancelSubscription extends Command<OwnSubscriptionFacts> {
  constructor(
    readonly by: SubscriptionRequester,
    readonly atPeriodEnd: boolean,
  ) {
    super();
  }
}

@CommandHandler(CancelSubscription)
export class CancelSubscriptionHandler implements ICommandHandler<CancelSubscription> {
  constructor(
    private readonly access: SubscriptionAccessService,
    private readonly subscriptions: SubscriptionRepository,
    private readonly own: OwnSubscriptionReaderService,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly sessions: OriginSessionsService,
    private readonly changes: PlanChangesService,
    private readonly times: Times,
  ) {}

  async execute({ by, atPeriodEnd }: CancelSubscription): Promise<OwnSubscriptionFacts> {
    const { subscription, side } = await this.access.find(by);
    if (!subscription.isOpen || (atPeriodEnd && subscription.cancelAtPeriodEnd))
      return this.own.one(subscription);
    const now = await this.times.of(subscription);
    if (atPeriodEnd) {
      const change = await this.changes.waiting(subscription);
      if (change) (await this.changes.prepareDrop(subscription, change, now)).apply();
      subscription.cancelAtEnd(side);
    } else {
      for (const invoice of await this.invoices.unpaid(subscription.id)) {
        invoice.void(now);
        (await this.sessions.prepareEnd(invoice.id)).apply();
        this.invoices.save(invoice);
      }
      subscription.cancel(`${side}_cancelled`, now);
    }
    this.subscriptions.save(subscription);
    return this.own.one(subscription);
  }
}
