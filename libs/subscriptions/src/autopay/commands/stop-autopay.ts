import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '@app/kernel';
import type { Subscription } from '../../subscriptions/subscription.aggregate';
import { SubscriptionRepository } from '../../subscriptions/subscription.repository';
import { AutopayService } from '../autopay.service';
import { WalletMandateRepository } from '../../mandates/wallet-mandate.repository';

/**
 * Revokes what a payer has authorised: the subscription is collected by links from now on, an invoice whose charge is to
 * be repeated too. Twice is the same as once.
 */
export class StopAutopay extends Command<Subscription> {
  constructor(
    readonly payerId: string,
    /** `sub_live_…` */
    readonly subscriptionId: string,
  ) {
    super();
  }
}

@CommandHandler(StopAutopay)
export class StopAutopayHandler implements ICommandHandler<StopAutopay> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly mandates: WalletMandateRepository,
    private readonly autopay: AutopayService,
  ) {}

  /** NOT_FOUND unless the payer has authorised charges for it. */
  async execute({ payerId, subscriptionId }: StopAutopay): Promise<Subscription> {
    const subscription = await this.subscriptions.byPublicId(subscriptionId);
    const mandate = subscription && (await this.mandates.lastOf(subscription.id));
    if (!subscription || mandate?.payerId !== payerId) throw notFound('Subscription');
    if (subscription.mandateId === null) return subscription;
    await this.autopay.stop(subscription);
    return subscription;
  }
}
