import type { Money } from '@app/kernel';
import type { SubscriptionInvoiceFacts } from '../invoices/subscription-invoice.view';
import { type SubscriptionFacts, subscriptionView } from '../subscriptions/subscription.view';

export interface UnpaidInvoiceFacts extends SubscriptionInvoiceFacts {
  /** Whether it is charged without the customer, now or later. */
  awaitsCharge: boolean;
}

export interface NextPlanFacts {
  name: string;
  amount: Money;
  /** Whether the authority in force covers it; it ends when the plan takes effect otherwise. */
  isCovered: boolean;
}

/** A subscription with what its customer is shown beside it. */
export interface OwnSubscriptionFacts {
  subscription: SubscriptionFacts;
  merchantName: string;
  /** The last invoice while it is not paid and the subscription is open; null where there is none. */
  unpaid: UnpaidInvoiceFacts | null;
  /** The change of plan that takes effect when its bill is paid; null where none waits for the customer. */
  change: { planName: string; amount: Money } | null;
  /** The card that is charged; null where none is saved. */
  card: { brand: string; last4: string; validUntil: Date } | null;
  /** The plan that takes effect with the next period; null where none is scheduled. */
  nextPlan: NextPlanFacts | null;
  /** In the time of the subscription. */
  now: Date;
}

/** A subscription as its customer sees it; `payUrl` is the address at which the unpaid invoice is paid, while it is open. */
export function ownSubscriptionView(
  { subscription, merchantName, unpaid }: OwnSubscriptionFacts,
  { payUrl, manageUrl }: { payUrl: string | null; manageUrl: string },
) {
  return {
    ...subscriptionView(subscription, manageUrl),
    plan_name: subscription.cycle.planName,
    merchant: { name: merchantName },
    amount_due: unpaid?.amount.toJsonNumber() ?? 0,
    unpaid_invoice: unpaid && {
      invoice_id: unpaid.invoiceId,
      status: unpaid.status,
      amount: unpaid.amount.toJsonNumber(),
      currency: unpaid.amount.currency,
      due_at: unpaid.dueAt.toISOString(),
      checkout_url: payUrl,
    },
  };
}

/** One of the subscriptions of a person, who can be its customer, its payer, or both. */
export interface MySubscriptionFacts extends OwnSubscriptionFacts {
  isCustomer: boolean;
  /** What the person has authorised, while it is in force. */
  mandate: { cap: Money; authorizedAt: Date } | null;
}

/** A subscription as the person sees it. The customer, whom another person pays for, is not shown to the payer. */
export function mySubscriptionView(
  facts: MySubscriptionFacts,
  urls: { payUrl: string | null; manageUrl: string },
) {
  const { isCustomer, mandate } = facts;
  const shown = ownSubscriptionView(facts, urls);
  return {
    ...shown,
    ...(!isCustomer && { customer: null, manage_url: null, amount_due: null, unpaid_invoice: null }),
    role: isCustomer ? ('customer' as const) : ('payer' as const),
    autopay: mandate && {
      amount: mandate.cap.toJsonNumber(),
      currency: mandate.cap.currency,
      authorized_at: mandate.authorizedAt.toISOString(),
    },
  };
}
