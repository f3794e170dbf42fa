import { StateMachine } from '@app/kernel';

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/**
 * How cycles are collected: by a link each, by charges to a wallet that its payer has authorised, or by charges to a card
 * that its holder has saved.
 */
export const BILLING_MODES = ['invoice', 'wallet_auto', 'card_token'] as const;
export type BillingMode = (typeof BILLING_MODES)[number];

export type CancellationReason =
  | 'cancel_at_period_end'
  | 'payment_failed'
  | 'customer_cancelled'
  | 'merchant_cancelled'
  /** The customer has another one to the plan. */
  | 'duplicate';

/** Specification, "States and transitions": a cancelled subscription never becomes active again. */
export const subscriptionStates = new StateMachine<
  SubscriptionStatus,
  'end trial' | 'miss a payment' | 'recover' | 'cancel'
>('subscription', 'trialing', {
  trialing: { 'end trial': 'active', cancel: 'cancelled' },
  active: { 'miss a payment': 'past_due', cancel: 'cancelled' },
  past_due: { 'miss a payment': 'past_due', recover: 'active', cancel: 'cancelled' },
  cancelled: {},
});
