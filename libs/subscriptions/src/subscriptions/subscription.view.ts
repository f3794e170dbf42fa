import type { Interval, Mode, Money } from '@app/kernel';
import type { CancellationReason, SubscriptionStatus } from './subscription.states';

export interface SubscriptionFacts {
  subscriptionId: string;
  planId: string;
  mode: Mode;
  amount: Money;
  interval: Interval;
  intervalCount: number;
  billingMode: 'invoice';
  customerEmail: string;
  customerName: string | null;
  status: SubscriptionStatus;
  periodStart: Date;
  periodEnd: Date;
  nextBillingAt: Date | null;
  trialEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  cancelledAt: Date | null;
  cancellationReason: CancellationReason | null;
  createdAt: Date;
}

/** A subscription as its merchant sees it. */
export function subscriptionView(subscription: SubscriptionFacts) {
  const { amount, customerEmail: email, customerName: name } = subscription;
  return {
    subscription_id: subscription.subscriptionId,
    plan_id: subscription.planId,
    customer: { email, name },
    billing_mode: subscription.billingMode,
    status: subscription.status,
    amount: amount.toJsonNumber(),
    currency: amount.currency,
    interval: subscription.interval,
    interval_count: subscription.intervalCount,
    current_period_start: subscription.periodStart.toISOString(),
    current_period_end: subscription.periodEnd.toISOString(),
    next_billing_at: subscription.nextBillingAt?.toISOString() ?? null,
    trial_end: subscription.trialEnd?.toISOString() ?? null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancelled_at: subscription.cancelledAt?.toISOString() ?? null,
    cancellation_reason: subscription.cancellationReason,
    is_test: subscription.mode === 'test',
    created_at: subscription.createdAt.toISOString(),
  };
}
