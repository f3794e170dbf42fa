import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { TestQuotas } from '@app/test-clock';
import { OwnSubscriptionReader } from '../customers/own-subscription-reader.service';
import type { OwnSubscriptionFacts } from '../customers/own-subscription.view';
import { SubscriptionAccess, type SubscriptionRequester } from '../subscriptions/subscription-access.service';
import { Subscriptions } from '../subscriptions/subscription.repository';

/** Undoes a scheduled cancellation. */
export class ResumeSubscription extends Command<OwnSubscriptionFacts> {
  constructor(readonly by: SubscriptionRequester) {
    super();
  }
}

@CommandHandler(ResumeSubscription)
export class ResumeSubscriptionHandler implements ICommandHandler<ResumeSubscription> {
  constructor(
    private readonly access: SubscriptionAccess,
    private readonly subscriptions: Subscriptions,
    private readonly own: OwnSubscriptionReader,
    private readonly quotas: TestQuotas,
  ) {}

  async execute({ by }: ResumeSubscription): Promise<OwnSubscriptionFacts> {
    const { subscription } = await this.access.find(by);
    await this.quotas.requireEvent(subscription);
    subscription.resume();
    this.subscriptions.save(subscription);
    return this.own.one(subscription);
  }
}
