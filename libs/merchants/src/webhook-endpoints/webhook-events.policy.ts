/** Every event the service sends (specification, "Events"). */
export const WEBHOOK_EVENTS = [
  'payment.success',
  'payment.failed',
  'deposit.confirmed',
  'transfer.received',
  'payout.completed',
  'payout.failed',
  'escrow.funded',
  'escrow.released',
  'escrow.disputed',
  'escrow.resolved',
  'kyc.approved',
  'kyc.rejected',
  'invoice.paid',
  'invoice.overdue',
  'payroll.completed',
  'subscription.created',
  'subscription.cancelled',
  'subscription.resumed',
  'subscription.cancel_scheduled',
  'subscription.autopay_stopped',
  'subscription.wallet_authorized',
  'subscription_invoice.created',
  'subscription_invoice.paid',
  'subscription_invoice.payment_failed',
  'subscription_card.attached',
  'checkout.completed',
  'transfer.completed',
  'test.ping',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What an endpoint that wants everything names. */
export const ALL_EVENTS = '*';

export function isSubscribable(name: unknown): name is string {
  return name === ALL_EVENTS || (WEBHOOK_EVENTS as readonly unknown[]).includes(name);
}

/** One form per wish: none named, or `*` among them, is all. */
export function normalEvents(events: readonly string[] | null | undefined): string[] {
  if (!events?.length || events.includes(ALL_EVENTS)) return [ALL_EVENTS];
  return [...new Set(events)];
}
