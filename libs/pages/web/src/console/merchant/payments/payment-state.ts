import type { Payment } from '../../wire';

/** The one word for the state of a payment: what was refunded says more than that it was paid. */
export const stateOf = ({ state, refund_status: refunds }: Payment): string =>
  refunds === 'none' ? state : refunds;

/** What stands beside an amount in lists: the order, else the description, else the id. */
export const nameOfPayment = ({ order_ref: order, description, session_id: id }: Payment) =>
  order ?? description ?? id;

/** Brand and last four digits of the card; null where none was used. */
export const cardOf = ({ card_brand: brand, card_last4: last4 }: Payment): string | null =>
  last4 === null ? null : `${BRANDS[brand ?? ''] ?? ''} •••• ${last4}`.trim();

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  verve: 'Verve',
  amex: 'Amex',
  discover: 'Discover',
};
