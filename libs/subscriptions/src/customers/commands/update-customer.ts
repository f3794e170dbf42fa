import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProvedEmailsService } from '@app/accounts';
import { Times } from '@app/kernel';
import { customerIsBound, duplicateSubscription, notOpen } from '../../subscriptions/subscription.errors';
import { PlanChangesService } from '../../invoices/plan-changes.service';
import { PlanPlacesStore } from '../../subscriptions/plan-places.store';
import type { Subscription } from '../../subscriptions/subscription.aggregate';
import { type SubscriptionOwner, SubscriptionRepository } from '../../subscriptions/subscription.repository';

/** Gives the customer of an open subscription another address or name, until an account has proved the address. */
export class UpdateCustomer extends Command<Subscription> {
  constructor(
    readonly owner: SubscriptionOwner,
    readonly subscriptionId: string,
    readonly changes: { email?: string; name?: string },
  ) {
    super();
  }
}

@CommandHandler(UpdateCustomer)
export class UpdateCustomerHandler implements ICommandHandler<UpdateCustomer> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly places: PlanPlacesStore,
    private readonly changes: PlanChangesService,
    private readonly emails: ProvedEmailsService,
    private readonly times: Times,
  ) {}

  async execute({ owner, subscriptionId, changes }: UpdateCustomer): Promise<Subscription> {
    const subscription = await this.subscriptions.ofOwner(owner, subscriptionId);
    if (!subscription.isOpen) throw notOpen();
    const { mode, customerEmail } = subscription;
    const holder = mode === 'live' ? await this.emails.holderOf(customerEmail) : null;
    if (subscription.customerId !== null || holder !== null) throw customerIsBound();
    const email = changes.email ?? customerEmail;
    const customerId = mode === 'live' ? await this.emails.holderOf(email) : null;
    this.places.requireAccount({ mode, customerEmail: email, customerId });
    subscription.nameCustomer({
      customerId,
      customerEmail: email,
      customerName: changes.name ?? subscription.customerName,
    });
    if (email !== customerEmail && subscription.isConfirmed) await this.takePlans(subscription);
    this.subscriptions.save(subscription);
    return subscription;
  }

  /** The customer at the new address has none of its plans. */
  private async takePlans(subscription: Subscription): Promise<void> {
    const { cycle, nextPlanId, pendingPlanId } = subscription;
    const now = await this.times.of(subscription);
    for (const id of [cycle.planId, nextPlanId, pendingPlanId]) {
      if (id === null) continue;
      if (await this.changes.isTaken(subscription, id)) throw duplicateSubscription();
      this.changes.take(subscription, id, now);
    }
  }
}
