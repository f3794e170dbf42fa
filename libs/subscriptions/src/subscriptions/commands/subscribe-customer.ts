import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { rateLimited } from '@app/http';
import { addSeconds, Clock, type Mode, notFound, randomAlphanumeric, Times, uuidv7 } from '@app/kernel';
import { CountLimits } from '@app/write-path';
import { SubscriptionBilling } from '../../invoices/subscription-billing.service';
import type { SubscriptionInvoice } from '../../invoices/subscription-invoice.aggregate';
import { Plans } from '../../plans/plan.repository';
import { duplicateSubscription } from '../../subscriptions.errors';
import { Subscription } from '../subscription.aggregate';
import { Subscriptions } from '../subscription.repository';

/** Specification, "Limits": per customer of an account. */
const MAX_PER_HOUR = 10;
const HOUR_SECONDS = 3600;

export interface SubscribeRequest {
  ownerId: string;
  appId: string;
  mode: Mode;
  planId: string;
  customerEmail: string;
  customerName: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  allowsDuplicate: boolean;
}

export interface Subscribed {
  subscription: Subscription;
  /** Null in a trial. */
  invoice: SubscriptionInvoice | null;
}

/** Subscribes a customer to a plan and bills the first cycle, unless a trial comes first. */
export class SubscribeCustomer extends Command<Subscribed> {
  constructor(readonly request: SubscribeRequest) {
    super();
  }
}

@CommandHandler(SubscribeCustomer)
export class SubscribeCustomerHandler implements ICommandHandler<SubscribeCustomer> {
  constructor(
    private readonly plans: Plans,
    private readonly subscriptions: Subscriptions,
    private readonly billing: SubscriptionBilling,
    private readonly limits: CountLimits,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  async execute({ request }: SubscribeCustomer): Promise<Subscribed> {
    const { ownerId, mode, planId, customerEmail } = request;
    const plan = await this.plans.ofOwner(ownerId, mode, planId);
    if (!plan.active) throw notFound('Plan');
    if (!request.allowsDuplicate && (await this.subscriptions.isOpen(request, planId, customerEmail)))
      throw duplicateSubscription();
    const requestedAt = this.clock.now();
    await this.requireRoom(request, requestedAt);
    const now = await this.times.of(request);
    const subscription = Subscription.subscribe(
      plan,
      {
        id: uuidv7(now),
        subscriptionId: `sub_${mode}_${randomAlphanumeric()}`,
        appId: request.appId,
        customerEmail,
        customerName: request.customerName,
        successUrl: request.successUrl,
        cancelUrl: request.cancelUrl,
        allowsDuplicate: request.allowsDuplicate,
        requestedAt,
      },
      now,
    );
    this.subscriptions.add(subscription);
    const invoice = subscription.status === 'trialing' ? null : await this.billing.bill(subscription, now);
    return { subscription, invoice };
  }

  /** Limits in real time: a test clock gives no room. */
  private requireRoom({ ownerId, mode, customerEmail }: SubscribeRequest, now: Date): Promise<void> {
    return this.limits.require({
      lock: `subscriptions of ${ownerId} ${mode} ${customerEmail}`,
      sql: `SELECT count(*)::int AS recent FROM subscriptions
             WHERE owner_id = $1 AND mode = $2 AND customer_email = $3 AND requested_at > $4`,
      parameters: [ownerId, mode, customerEmail, addSeconds(now, -HOUR_SECONDS)],
      limits: {
        recent: { max: MAX_PER_HOUR, refusal: () => rateLimited({ timeToBlockExpire: HOUR_SECONDS }) },
      },
    });
  }
}
