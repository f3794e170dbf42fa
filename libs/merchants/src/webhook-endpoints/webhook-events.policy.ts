/** Names of the events that the service sends. A test of the webhooks compares them with their catalogue. */
export const WEBHOOK_EVENTS = [
  'payment.success',
  'payment.failed',
  'deposit.confirmed',
  'transfer.received',
  'escrow.funded',
  'escrow.released',
  'escrow.disputed',
  'escrow.resolved',
  'payroll.completed',
  'checkout.completed',
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
