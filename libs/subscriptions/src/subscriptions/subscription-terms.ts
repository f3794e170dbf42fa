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

/** What an invoice of a subscription asks for: the price of a plan less a credit. */
export interface BillTerms {
  planId: string;
  planName: string;
  /** Negative for a change of plan that takes effect when it is paid. */
  cycle: number;
  dueAt: Date;
  credit: Money;
  /** What remains to be paid. */
  amount: Money;
}
