import type { WebhookEvent } from '@app/merchants';
import { CHARGEBACK_EVENTS } from './public/chargeback.events';
import { ESCROW_EVENTS } from './public/escrow.events';
import { KYC_EVENTS } from './public/kyc.events';
import { PAYMENT_EVENTS } from './public/payment.events';
import { REFUND_EVENTS } from './public/refund.events';
import { PAYOUT_EVENTS } from './public/payout.events';
import { INVOICE_EVENTS } from './public/invoice.events';
import { PAYROLL_EVENTS } from './public/payroll.events';
import { PING_EVENTS } from './public/ping.events';
import { SUBSCRIPTION_EVENTS } from './public/subscription.events';
import { WALLET_EVENTS } from './public/wallet.events';
import type { PublicEvent } from './public-event';

/**
 * All events that the service sends. docs/reference/events.md and the samples of `trigger` are generated from these rows.
 */
export const PUBLIC_EVENTS: readonly PublicEvent[] = [
  ...PAYMENT_EVENTS,
  ...REFUND_EVENTS,
  ...CHARGEBACK_EVENTS,
  ...WALLET_EVENTS,
  ...PAYOUT_EVENTS,
  ...ESCROW_EVENTS,
  ...PAYROLL_EVENTS,
  ...INVOICE_EVENTS,
  ...SUBSCRIPTION_EVENTS,
  ...KYC_EVENTS,
  ...PING_EVENTS,
];

const byName = new Map<string, PublicEvent>(PUBLIC_EVENTS.map((event) => [event.name, event]));

/** Undefined for event names of other versions, which stored events may have. */
export function publicEventNamed(name: string): PublicEvent | undefined {
  return byName.get(name);
}

/** The row of an event. */
export function publicEventOf(name: WebhookEvent): PublicEvent {
  return byName.get(name)!;
}

/** The public events that a domain event of this type causes, in the order of the catalogue. */
export function publicEventsOf(type: string): PublicEvent[] {
  return PUBLIC_EVENTS.filter(({ causes }) => causes.includes(type));
}
