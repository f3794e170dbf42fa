/** Names of the events that the service sends. A test of the webhooks compares them with their catalogue. */
export const WEBHOOK_EVENTS = [
  'payment.success',
  'payment.failed',
  'refund.created',
  'refund.completed',
  'refund.failed',
  'refund.returned',
  'chargeback.opened',
  'chargeback.responded',
  'chargeback.won',
  'chargeback.lost',
  'deposit.confirmed',
  'transfer.received',
  'payout.completed',
  'payout.failed',
  'payout.returned',
  'transfer.completed',
  'escrow.funded',
  'escrow.released',
  'escrow.disputed',
  'escrow.resolved',
  'payroll.completed',
  'invoice.paid',
  'invoice.overdue',
  'subscription.created',
  'subscription.cancelled',
  'subscription.cancel_scheduled',
  'subscription.autopay_stopped',
  'subscription.resumed',
  'subscription.plan_changed',
  'subscription.wallet_authorized',
  'subscription_card.attached',
  'subscription_invoice.created',
  'subscription_invoice.paid',
  'subscription_invoice.payment_failed',
  'kyc.approved',
  'kyc.rejected',
  'checkout.completed',
  'test.ping',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What an endpoint that wants everything names. */
export const ALL_EVENTS = '*';

export function isSubscribable(name: unknown): name is string {
  return name === ALL_EVENTS || (WEBHOOK_EVENTS as readonly unknown[]).includes(name);
}

/** The stored form of a choice of events: no choice, or `*` among them, means all. */
export function normalEvents(events: readonly string[] | null | undefined): string[] {
  if (!events || events.includes(ALL_EVENTS)) return [ALL_EVENTS];
  return [...new Set(events)];
}
