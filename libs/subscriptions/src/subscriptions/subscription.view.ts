import type { Mode, Money } from '@app/kernel';
import type { BillingCycle } from './billing-cycle';
import type { BillingMode, CancellationReason, SubscriptionStatus } from './subscription.states';

export interface SubscriptionFacts {
  id: string;
  subscriptionId: string;
  mode: Mode;
  cycle: BillingCycle;
  billingMode: BillingMode;
  customerEmail: string;
  customerName: string | null;
  status: SubscriptionStatus;
  nextBillingAt: Date | null;
  trialEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  cancelledAt: Date | null;
  cancellationReason: CancellationReason | null;
  mandateId: string | null;
  savedCardId: string | null;
  isConfirmed: boolean;
  autopayRevokedAt: Date | null;
  nextPlanId: string | null;
  pendingPlanId: string | null;
  pendingInvoiceId: string | null;
  credit: Money;
  createdAt: Date;
}

/** A subscription; `manageUrl` is the page of its customer, null for a key that only reads. */
export function subscriptionView(subscription: SubscriptionFacts, manageUrl: string | null) {
  const { cycle, customerEmail: email, customerName: name, nextPlanId } = subscription;
  return {
    subscription_id: subscription.subscriptionId,
    plan_id: cycle.planId,
    customer: { email, name },
    billing_mode: subscription.billingMode,
    status: subscription.status,
    amount: cycle.amount.toJsonNumber(),
    currency: cycle.currency,
    interval: cycle.interval,
    interval_count: cycle.intervalCount,
    current_period_start: cycle.periodStart.toISOString(),
    current_period_end: cycle.periodEnd.toISOString(),
    next_billing_at: subscription.nextBillingAt?.toISOString() ?? null,
    trial_end: subscription.trialEnd?.toISOString() ?? null,
    scheduled_change: nextPlanId && {
      plan_id: nextPlanId,
      effective_at: cycle.periodEnd.toISOString(),
    },
    pending_change: subscription.pendingPlanId && {
      plan_id: subscription.pendingPlanId,
      invoice_id: subscription.pendingInvoiceId,
    },
    credit: subscription.credit.toJsonNumber(),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancelled_at: subscription.cancelledAt?.toISOString() ?? null,
    cancellation_reason: subscription.cancellationReason,
    manage_url: manageUrl,
    wallet_authorized: subscription.mandateId !== null,
    autopay_revoked_at: subscription.autopayRevokedAt?.toISOString() ?? null,
    mandate_amount: subscription.billingMode === 'wallet_auto' ? cycle.amount.toJsonNumber() : null,
    has_saved_card: subscription.savedCardId !== null,
    is_test: subscription.mode === 'test',
    created_at: subscription.createdAt.toISOString(),
  };
}
