import { StateMachine } from '@app/kernel';

export const SUBSCRIPTION_INVOICE_STATUSES = ['created', 'paid', 'failed'] as const;
export type SubscriptionInvoiceStatus = (typeof SUBSCRIPTION_INVOICE_STATUSES)[number];

/**
 * A failed invoice can still be paid: its link outlasts a declined card, money can arrive late, and a charge is repeated. It
 * is open again if a link collects it in place of charges.
 */
export const subscriptionInvoiceStates = new StateMachine<
  SubscriptionInvoiceStatus,
  'pay' | 'fail' | 'reopen'
>('subscription invoice', 'created', {
  created: { pay: 'paid', fail: 'failed' },
  paid: {},
  failed: { pay: 'paid', fail: 'failed', reopen: 'created' },
});

/** Why a charge without the customer failed. */
export const CHARGE_FAILURES = [
  'insufficient_funds',
  'exceeds_mandate',
  'wallet_unavailable',
  'fx_unavailable',
  'card_unavailable',
  'error',
] as const;
/** What the bank says of a card follows `card_declined: `. */
export type ChargeFailure = (typeof CHARGE_FAILURES)[number] | `card_declined: ${string}`;

/** Why an invoice failed: its link, or a charge. */
export type InvoiceFailure = 'declined' | 'expired_unpaid' | ChargeFailure;
