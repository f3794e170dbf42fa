import type { Money } from '@app/kernel';
import type { BillingMode } from './subscription.states';

/** What a subscription is made with, beside the terms of its plan. */
export interface SubscriptionRequest {
  id: string;
  subscriptionId: string;
  /** The app that makes it. */
  appId: string;
  billingMode: BillingMode;
  customerId: string | null;
  customerEmail: string;
  customerName: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  allowsDuplicate: boolean;
  isPublic: boolean;
  isConfirmed: boolean;
  /** Real time. */
  requestedAt: Date;
}

/** The link that collects an invoice in place of charges. */
export interface LinkOfInvoice {
  invoiceId: string;
  amount: Money;
  /** ISO 8601. */
  endsAt: string;
}
