import type { Interval, Mode, Money } from '@app/kernel';
import {
  SubscriptionCancelled,
  SubscriptionCancelScheduled,
  SubscriptionCreated,
  SubscriptionPlanScheduled,
} from './subscription.events';
import type { BillingMode, CancellationReason, SubscriptionStatus } from './subscription.states';

/** What events say of a subscription. */
interface Described {
  id: string;
  ownerId: string;
  mode: Mode;
  names: { subscriptionId: string; planId: string; appId: string };
  planName: string;
  amount: Money;
  interval: Interval;
  intervalCount: number;
  billingMode: BillingMode;
  status: SubscriptionStatus;
  customerEmail: string;
  customerName: string | null;
  isConfirmed: boolean;
  periodStart: Date;
  periodEnd: Date;
  nextBillingAt: Date | null;
  createdAt: Date;
  trialEnd: Date | null;
  cancelledAt: Date | null;
  cancellationReason: CancellationReason | null;
}

/** The event of a new subscription. */
export function creationOf(subscription: Described): SubscriptionCreated {
  const { id, ownerId, mode, names, amount, interval, intervalCount } = subscription;
  const { billingMode, status, customerEmail, customerName } = subscription;
  return new SubscriptionCreated(id, ownerId, mode, {
    ...names,
    amount,
    interval,
    intervalCount,
    billingMode,
    status,
    customerEmail,
    customerName,
    trialEnd: subscription.trialEnd?.toISOString() ?? null,
    periodStart: subscription.periodStart.toISOString(),
    periodEnd: subscription.periodEnd.toISOString(),
    nextBillingAt: subscription.nextBillingAt?.toISOString() ?? null,
    createdAt: subscription.createdAt.toISOString(),
  });
}

/** The event of a subscription that is to end with its period. */
export function scheduledEndOf(
  { id, ownerId, mode, names, periodEnd, customerEmail }: Described,
  cancelledBy: 'customer' | 'merchant',
): SubscriptionCancelScheduled {
  const endsAt = periodEnd.toISOString();
  return new SubscriptionCancelScheduled(id, ownerId, mode, { ...names, cancelledBy, endsAt, customerEmail });
}

/** The event of a subscription that has ended. */
export function endOf(subscription: Described): SubscriptionCancelled {
  const { id, ownerId, mode, names, customerEmail, isConfirmed, planName } = subscription;
  return new SubscriptionCancelled(id, ownerId, mode, {
    ...names,
    reason: subscription.cancellationReason!,
    cancelledAt: subscription.cancelledAt!.toISOString(),
    customerEmail,
    isConfirmed,
    planName,
  });
}

/** The event of a plan that takes effect with the next period. */
export function scheduledPlanOf(
  { id, ownerId, mode, names, periodEnd, customerEmail, isConfirmed }: Described,
  amount: Money,
): SubscriptionPlanScheduled {
  const effectiveAt = periodEnd.toISOString();
  const data = { ...names, amount, effectiveAt, customerEmail, isConfirmed };
  return new SubscriptionPlanScheduled(id, ownerId, mode, data);
}
