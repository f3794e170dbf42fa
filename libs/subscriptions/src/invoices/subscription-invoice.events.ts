import { DomainEvent, type Money } from '@app/kernel';
import type { OfSubscription } from '../subscriptions/subscription.events';
import type { BillingMode, SubscriptionStatus } from '../subscriptions/subscription.states';
import type { InvoiceFailure, SubscriptionInvoiceStatus } from './subscription-invoice.states';

/** What every event of an invoice has. The subscription is the object, so that its events keep their order. */
interface OfInvoice extends OfSubscription {
  invoiceId: string;
  status: SubscriptionInvoiceStatus;
  amount: Money;
  billingMode: BillingMode;
  customerEmail: string;
  /** Whether its customer gets mails; absent from events of earlier versions, where they do. */
  isConfirmed?: boolean;
  /** Null for a cycle that is charged without the customer. */
  checkoutSessionId: string | null;
  dueAt: string;
  paidAt: string | null;
}

/** A cycle was billed: its link can be paid, or it is charged without the customer. */
export class SubscriptionInvoiceCreated extends DomainEvent<
  OfInvoice & { planName: string; customerName: string | null; linkEndsAt: string | null }
> {
  static override readonly type = 'subscription-invoice.created';
}

/** The invoice of a cycle was paid. The payment itself is booked with its checkout session. */
export class SubscriptionInvoicePaid extends DomainEvent<OfInvoice> {
  static override readonly type = 'subscription-invoice.paid';
}

/** A charge or a card was declined for the invoice of a cycle, or its link ended unpaid. */
export class SubscriptionInvoiceFailed extends DomainEvent<
  OfInvoice & {
    attempt: number;
    maxAttempts: number;
    willRetry: boolean;
    nextRetryAt: string | null;
    /** In a trial nothing is billed. */
    subscriptionStatus: Exclude<SubscriptionStatus, 'trialing'>;
    reason: InvoiceFailure;
    planName: string;
    /** A charge failed, not a link. */
    isSilent: boolean;
  }
> {
  static override readonly type = 'subscription-invoice.payment-failed';
}
