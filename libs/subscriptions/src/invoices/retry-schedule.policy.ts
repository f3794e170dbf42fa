import { addSeconds } from '@app/kernel';
import type { BillingCycle } from '../subscriptions/billing-cycle';
import type { SubscriptionStatus } from '../subscriptions/subscription.states';
import type { SubscriptionInvoiceStatus } from './subscription-invoice.states';

const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;
/** Days between the attempts to charge an invoice. */
const GAP_DAYS = [1, 3, 5] as const;

/** Attempts to charge an invoice without its customer; the last failure ends the subscription. */
export const MAX_ATTEMPTS = GAP_DAYS.length + 1;

/** A fault of the service, such as a missing exchange rate, delays an attempt this long before it counts as failed. */
const FAULT_SECONDS = DAY_SECONDS;
const FAULT_RETRY_SECONDS = 3600;

/**
 * When an invoice is charged again after attempt number `attempt` (from 1) has failed; null after the last one. Counted
 * from the scheduled time of the attempt, or from the real one where that is more than an hour later.
 */
export function retryAfter(attempt: number, scheduledAt: Date, now: Date): Date | null {
  const days = GAP_DAYS[attempt - 1];
  if (days === undefined) return null;
  const isLate = now.getTime() - scheduledAt.getTime() > HOUR_MS;
  return addSeconds(isLate ? now : scheduledAt, days * DAY_SECONDS);
}

/** When a charge that a fault of the service prevents is tried again; null once the fault counts as a failure. */
export function retryAfterFault(faultSince: Date, now: Date): Date | null {
  const countsFrom = addSeconds(faultSince, FAULT_SECONDS);
  if (countsFrom <= now) return null;
  const next = addSeconds(now, FAULT_RETRY_SECONDS);
  return next < countsFrom ? next : countsFrom;
}

/** What decides whether an invoice is asked for again. */
export interface RetriedSubscription {
  status: SubscriptionStatus;
  cycle: Pick<BillingCycle, 'number' | 'periodEnd'>;
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
  const { cancelAtPeriodEnd, cycle } = subscription;
  return nextRetryAt && cancelAtPeriodEnd && cycle.periodEnd <= nextRetryAt ? null : nextRetryAt;
}
