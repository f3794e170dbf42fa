import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { TestQuotasService } from '@app/test-clock';
import { OwnSubscriptionReaderService } from '../customers/own-subscription-reader.service';
import type { OwnSubscriptionFacts } from '../customers/own-subscription.view';
import {
  SubscriptionAccessService,
  type SubscriptionRequester,
} from '../subscriptions/subscription-access.service';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';

/** Undoes a scheduled cancellation. */
export class ResumeSubscription extends Command<OwnSubscriptionFacts> {
  constructor(readonly by: SubscriptionRequester) {
    super();
  }
}

@CommandHandler(ResumeSubscription)
export class ResumeSubscriptionHandler implements ICommandHandler<ResumeSubscription> {
  constructor(
    private readonly access: SubscriptionAccessService,
    private readonly subscriptions: SubscriptionRepository,
    private readonly own: OwnSubscriptionReaderService,
    private readonly quotas: TestQuotasService,
  ) {}

  async execute({ by }: ResumeSubscription): Promise<OwnSubscriptionFacts> {
    const { subscription } = await this.access.find(by);
    await this.quotas.requireEvent(subscription);
    subscription.resume();
    this.subscriptions.save(subscription);
    return this.own.one(subscription);
  }
}
