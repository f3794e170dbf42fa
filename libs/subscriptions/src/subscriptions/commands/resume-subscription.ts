import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Subscription } from '../subscription.aggregate';
import { type SubscriptionOwner, Subscriptions } from '../subscription.repository';

/** Undoes a scheduled cancellation. */
export class ResumeSubscription extends Command<Subscription> {
  constructor(
    readonly owner: SubscriptionOwner,
    readonly subscriptionId: string,
  ) {
    super();
  }
}

@CommandHandler(ResumeSubscription)
export class ResumeSubscriptionHandler implements ICommandHandler<ResumeSubscription> {
  constructor(private readonly subscriptions: Subscriptions) {}

  async execute({ owner, subscriptionId }: ResumeSubscription): Promise<Subscription> {
    const subscription = await this.subscriptions.ofOwner(owner, subscriptionId);
    subscription.resume();
    this.subscriptions.save(subscription);
    return subscription;
  }
}
