import type { Payment } from '../../wire';

/** The one word for the state of a payment: what was refunded says more than that it was paid. */
export function stateOf({ status, refund_status: refunds }: Payment): string {
  if (refunds !== 'none') return refunds;
  return status === 'completed' ? 'paid' : status === 'pending' ? 'open' : status;
}

/** What stands beside an amount in lists: the order, else the description, else the id. */
export const nameOfPayment = ({ order_ref: order, description, session_id: id }: Payment) =>
  order ?? description ?? id;
