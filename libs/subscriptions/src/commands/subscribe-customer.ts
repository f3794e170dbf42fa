import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { ProvedEmailsService } from '@app/accounts';
import { rateLimited } from '@app/http';
import {
  addSeconds,
  Clock,
  invalid,
  type Mode,
  notFound,
  randomAlphanumeric,
  Times,
  uuidv7,
} from '@app/kernel';
import { TestQuotasService } from '@app/test-clock';
import { CountLimits } from '@app/write-path';
import { SubscriptionBillingService } from '../invoices/subscription-billing.service';
import type { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { PlanRepository } from '../plans/plan.repository';
import { duplicateSubscription } from '../subscriptions/subscription.errors';
import { Subscription } from '../subscriptions/subscription.aggregate';
import { SubscriptionRequestedAgain } from '../subscriptions/subscription.events';
import { type OpenSubscription, PlanPlacesStore } from '../subscriptions/plan-places.store';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';
import type { BillingMode } from '../subscriptions/subscription.states';

/** Specification, "Limits": per customer of an account. */
const MAX_PER_HOUR = 10;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

export interface SubscribeRequest {
  ownerId: string;
  appId: string;
  mode: Mode;
  planId: string;
  billingMode: BillingMode;
  customerEmail: string;
  customerName: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  allowsDuplicate: boolean;
  /** False: made by a browser. Its first payment confirms it, and it has no trial. */
  isConfirmed: boolean;
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
    private readonly plans: PlanRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly places: PlanPlacesStore,
    private readonly emails: ProvedEmailsService,
    private readonly billing: SubscriptionBillingService,
    private readonly limits: CountLimits,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
    private readonly times: Times,
    private readonly quotas: TestQuotasService,
  ) {}

  async execute({ request }: SubscribeCustomer): Promise<Subscribed> {
    const { ownerId, mode, planId, customerEmail } = request;
    const plan = await this.plans.ofOwner(ownerId, mode, planId);
    if (!plan.active) throw notFound('Plan');
    const { isConfirmed } = request;
    if (!isConfirmed && plan.trialDays > 0)
      throw invalid('plan_id', 'A plan with a trial cannot be subscribed to with a public key.');
    const customerId = mode === 'live' ? await this.emails.holderOf(customerEmail) : null;
    const place = request.allowsDuplicate ? null : { ...request, customerId, id: null };
    const open = place && (await this.places.holder(place));
    if (open && isConfirmed) throw duplicateSubscription();
    await this.quotas.requireObject(request);
    const requestedAt = this.clock.now();
    if (open) this.reportRepetition(request, open, requestedAt);
    await this.requireRoom(request, requestedAt);
    const now = await this.times.of(request);
    const subscription = Subscription.subscribe(
      plan,
      {
        id: uuidv7(now),
        subscriptionId: `sub_${mode}_${randomAlphanumeric()}`,
        appId: request.appId,
        billingMode: request.billingMode,
        customerId,
        customerEmail,
        customerName: request.customerName,
        successUrl: request.successUrl,
        cancelUrl: request.cancelUrl,
        // Until it is paid, the customer can subscribe again.
        allowsDuplicate: request.allowsDuplicate || !isConfirmed,
        isPublic: !isConfirmed,
        isConfirmed,
        requestedAt,
      },
      now,
    );
    this.places.requireAccount({ ...request, customerId });
    if (place && isConfirmed) this.places.take(place, now);
    this.subscriptions.add(subscription);
    if (subscription.status === 'trialing') return { subscription, invoice: null };
    const bill = await this.billing.prepareBill(subscription, now);
    return { subscription, invoice: bill.apply() };
  }

  /**
   * A browser asks for what the customer has. The answer is that of a new subscription, because a stranger must not learn
   * who has subscribed; the customer gets a mail, at most once a day.
   */
  private reportRepetition(
    { ownerId, mode, customerEmail }: SubscribeRequest,
    { id, subscriptionId, repetitionNotifiedAt: notifiedAt }: OpenSubscription,
    now: Date,
  ): void {
    if (notifiedAt && notifiedAt > addSeconds(now, -DAY_SECONDS)) return;
    this.subscriptions.noteRepetition(id, notifiedAt, now);
    this.eventBus.publish(
      new SubscriptionRequestedAgain(id, ownerId, mode, { subscriptionId, customerEmail }),
    );
  }

  /** Limits in real time: a test clock gives no room. Requests of browsers and of the merchant do not limit each other. */
  private requireRoom(
    { ownerId, mode, customerEmail, isConfirmed }: SubscribeRequest,
    now: Date,
  ): Promise<void> {
    return this.limits.require({
      lock: `subscriptions of ${ownerId} ${mode} ${customerEmail}`,
      sql: `SELECT count(*)::int AS recent FROM subscriptions
             WHERE owner_id = $1 AND mode = $2 AND customer_email = $3 AND requested_at > $4 AND is_confirmed = $5`,
      parameters: [ownerId, mode, customerEmail, addSeconds(now, -HOUR_SECONDS), isConfirmed],
      limits: {
        recent: { max: MAX_PER_HOUR, refusal: () => rateLimited({ timeToBlockExpire: HOUR_SECONDS }) },
      },
    });
  }
}
