import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AutopayService } from '../../autopay/autopay.service';
import { type SubscriptionOwner, SubscriptionRepository } from '../../subscriptions/subscription.repository';

/** Revokes what the payer of a test subscription has authorised, as the payer does. Twice is the same as once. */
export class StopTestAutopay extends Command<void> {
  constructor(
    readonly owner: SubscriptionOwner,
    readonly subscriptionId: string,
  ) {
    super();
  }
}

@CommandHandler(StopTestAutopay)
export class StopTestAutopayHandler implements ICommandHandler<StopTestAutopay> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly autopay: AutopayService,
  ) {}

  async execute({ owner, subscriptionId }: StopTestAutopay): Promise<void> {
    const subscription = await this.subscriptions.ofOwner(owner, subscriptionId);
    if (subscription.mandateId !== null) await this.autopay.stop(subscription);
  }
}
