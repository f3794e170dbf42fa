import { DomainEvent, type Interval, type Money } from '@app/kernel';
import type { CancellationReason, SubscriptionStatus } from './subscription.states';
import type { InvoiceFailure, SubscriptionInvoiceStatus } from '../invoices/subscription-invoice.states';

interface OfSubscription {
  subscriptionId: string;
  planId: string;
  /** The app that made it. */
  appId: string;
}

/** A customer was subscribed to a plan. */
export class SubscriptionCreated extends DomainEvent<
  OfSubscription & {
    amount: Money;
    interval: Interval;
    intervalCount: number;
    billingMode: 'invoice';
    status: SubscriptionStatus;
    customerEmail: string;
    customerName: string | null;
    trialEnd: string | null;
  }
> {
  static override readonly type = 'subscription.created';
}

/** A subscription ended; nothing is billed for it any more. */
export class SubscriptionCancelled extends DomainEvent<
  OfSubscription & {
    reason: CancellationReason;
    cancelledAt: string;
    customerEmail: string;
    planName: string;
  }
> {
  static override readonly type = 'subscription.cancelled';
}

/** A subscription will end with its period. */
export class SubscriptionCancelScheduled extends DomainEvent<
  OfSubscription & { cancelledBy: 'customer' | 'merchant'; endsAt: string }
> {
  static override readonly type = 'subscription.cancel-scheduled';
}

/** A scheduled cancellation was undone. */
export class SubscriptionResumed extends DomainEvent<OfSubscription> {
  static override readonly type = 'subscription.resumed';
}

/** What every event of an invoice has. The subscription is the object, so that its events keep their order. */
interface OfInvoice extends OfSubscription {
  invoiceId: string;
  status: SubscriptionInvoiceStatus;
  amount: Money;
  billingMode: 'invoice';
  customerEmail: string;
  checkoutSessionId: string;
  dueAt: string;
  paidAt: string | null;
}

/** A cycle was billed: its link can be paid. */
export class SubscriptionInvoiceCreated extends DomainEvent<
  OfInvoice & { planName: string; customerName: string | null; linkEndsAt: string }
> {
  static override readonly type = 'subscription-invoice.created';
}

/** The invoice of a cycle was paid. The payment itself is booked with its checkout session. */
export class SubscriptionInvoicePaid extends DomainEvent<OfInvoice> {
  static override readonly type = 'subscription-invoice.paid';
}

/** A card was declined for the invoice of a cycle, or its link ended unpaid. */
export class SubscriptionInvoiceFailed extends DomainEvent<
  OfInvoice & {
    attempt: number;
    maxAttempts: number;
    willRetry: boolean;
    nextRetryAt: string | null;
    subscriptionStatus: 'past_due' | 'cancelled';
    reason: InvoiceFailure;
  }
> {
  static override readonly type = 'subscription-invoice.payment-failed';
}
