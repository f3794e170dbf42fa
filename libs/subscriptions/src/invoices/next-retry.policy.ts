import type { SubscriptionStatus } from '../subscriptions/subscription.states';
import type { SubscriptionInvoiceStatus } from './subscription-invoice.states';

/** What decides whether an invoice is asked for again. */
export interface RetriedSubscription {
  status: SubscriptionStatus;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  isConfirmed: boolean;
  nextBillingAt: Date | null;
}

interface FailedInvoice {
  status: SubscriptionInvoiceStatus;
  isSilent: boolean;
  nextRetryAt: Date | null;
  voidedAt: Date | null;
}

/**
 * When a failed invoice is charged again, or where a link collects it, when the next cycle is billed; null where neither
 * comes.
 */
export function nextRetryOf(invoice: FailedInvoice, subscription: RetriedSubscription): Date | null {
  const { status, voidedAt, isSilent, nextRetryAt } = invoice;
  if (status !== 'failed' || voidedAt !== null || subscription.status === 'cancelled') return null;
  if (!isSilent) return subscription.isConfirmed ? subscription.nextBillingAt : null;
  const { cancelAtPeriodEnd, periodEnd } = subscription;
  return nextRetryAt && cancelAtPeriodEnd && periodEnd <= nextRetryAt ? null : nextRetryAt;
}
