import { StateMachine } from '@app/kernel';

export const SUBSCRIPTION_INVOICE_STATUSES = ['created', 'paid', 'failed'] as const;
export type SubscriptionInvoiceStatus = (typeof SUBSCRIPTION_INVOICE_STATUSES)[number];

/** A failed invoice can still be paid: its link outlasts a declined card, and money can arrive late. */
export const subscriptionInvoiceStates = new StateMachine<SubscriptionInvoiceStatus, 'pay' | 'fail'>(
  'subscription invoice',
  'created',
  {
    created: { pay: 'paid', fail: 'failed' },
    paid: {},
    failed: { pay: 'paid' },
  },
);

/** Why an invoice failed. */
export type InvoiceFailure = 'declined' | 'expired_unpaid';
