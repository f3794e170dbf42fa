import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times } from '@app/kernel';
import { noPlanChange } from '../subscriptions/subscription.errors';
import { PlanChangesService } from '../invoices/plan-changes.service';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { type SubscriptionOwner, SubscriptionRepository } from '../subscriptions/subscription.repository';

/** Undoes a change of plan that waits for its payment or for the end of the period. */
export class CancelPlanChange extends Command<Subscription> {
  constructor(
    readonly owner: SubscriptionOwner,
    readonly subscriptionId: string,
  ) {
    super();
  }
}

@CommandHandler(CancelPlanChange)
export class CancelPlanChangeHandler implements ICommandHandler<CancelPlanChange> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly changes: PlanChangesService,
    private readonly times: Times,
  ) {}

  async execute({ owner, subscriptionId }: CancelPlanChange): Promise<Subscription> {
    const subscription = await this.subscriptions.ofOwner(owner, subscriptionId);
    const change = await this.changes.waiting(subscription);
    if (change) {
      const now = await this.times.of(subscription);
      (await this.changes.prepareDrop(subscription, change, now)).apply();
    } else if (subscription.nextPlanId !== null) subscription.schedulePlan(null);
    else throw noPlanChange();
    this.subscriptions.save(subscription);
    return subscription;
  }
}
