import type { Mode, Money } from '@app/kernel';
import { nextRetryOf, type RetriedSubscription } from './retry-schedule.policy';
import type { BillingMode } from '../subscriptions/subscription.states';
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

/** The invoice of a cycle as its merchant sees it; `checkoutUrl` is null for a key that only reads. */
export function subscriptionInvoiceView(
  invoice: SubscriptionInvoiceFacts,
  subscription: RetriedSubscription,
  checkoutUrl: string | null,
) {
  const isAskedFor = invoice.isSilent || invoice.cycle === subscription.cycle.number;
  const nextRetryAt = isAskedFor ? nextRetryOf(invoice, subscription) : null;
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
    next_retry_at: nextRetryAt?.toISOString() ?? null,
    last_error: invoice.lastError,
    voided_at: invoice.voidedAt?.toISOString() ?? null,
    is_test: invoice.mode === 'test',
    created_at: invoice.createdAt.toISOString(),
  };
}
