import type { Mode, Money } from '@app/kernel';
import type { BillingMode, SubscriptionStatus } from '../subscriptions/subscription.states';
import type { InvoiceFailure, SubscriptionInvoiceStatus } from './subscription-invoice.states';

export interface SubscriptionInvoiceFacts {
  invoiceId: string;
  subscriptionId: string;
  planId: string;
  mode: Mode;
  status: SubscriptionInvoiceStatus;
  /** What remains to be paid. */
  amount: Money;
  price: Money;
  credit: Money;
  billingMode: BillingMode;
  customerEmail: string;
  checkoutSessionId: string | null;
  dueAt: Date;
  linkEndsAt: Date | null;
  paidAt: Date | null;
  attemptCount: number;
  nextRetryAt: Date | null;
  cycle: number;
  isSilent: boolean;
  lastError: InvoiceFailure | null;
  voidedAt: Date | null;
  createdAt: Date;
}

/** What decides whether an invoice is asked for again. */
export interface BilledSubscription {
  status: SubscriptionStatus;
  cycle: number;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  isConfirmed: boolean;
  nextBillingAt: Date | null;
}

/**
 * When a failed invoice is charged again, or where a link collects it, when the next cycle is billed; null where neither
 * comes.
 */
function nextRetryOf(invoice: SubscriptionInvoiceFacts, subscription: BilledSubscription): Date | null {
  const { status, voidedAt, isSilent, cycle, nextRetryAt } = invoice;
  if (status !== 'failed' || voidedAt !== null || subscription.status === 'cancelled') return null;
  if (!isSilent)
    return cycle === subscription.cycle && subscription.isConfirmed ? subscription.nextBillingAt : null;
  const { cancelAtPeriodEnd, periodEnd } = subscription;
  return nextRetryAt && cancelAtPeriodEnd && periodEnd <= nextRetryAt ? null : nextRetryAt;
}

/** The invoice of a cycle as its merchant sees it; `checkoutUrl` is null for a key that only reads. */
export function subscriptionInvoiceView(
  invoice: SubscriptionInvoiceFacts,
  subscription: BilledSubscription,
  checkoutUrl: string | null,
) {
  return {
    invoice_id: invoice.invoiceId,
    subscription_id: invoice.subscriptionId,
    plan_id: invoice.planId,
    status: invoice.status,
    amount: invoice.amount.toJsonNumber(),
    price: invoice.price.toJsonNumber(),
    credit: invoice.credit.toJsonNumber(),
    currency: invoice.amount.currency,
    billing_mode: invoice.billingMode,
    customer_email: invoice.customerEmail,
    checkout_session_id: invoice.checkoutSessionId,
    checkout_url: checkoutUrl,
    due_at: invoice.dueAt.toISOString(),
    expires_at: invoice.linkEndsAt?.toISOString() ?? null,
    paid_at: invoice.paidAt?.toISOString() ?? null,
    attempt_count: invoice.attemptCount,
    next_retry_at: nextRetryOf(invoice, subscription)?.toISOString() ?? null,
    last_error: invoice.lastError,
    voided_at: invoice.voidedAt?.toISOString() ?? null,
    is_test: invoice.mode === 'test',
    created_at: invoice.createdAt.toISOString(),
  };
}
