import type { Money } from '@app/kernel';

/** One line of a journal: positive adds to the account, negative takes from it. */
export interface Leg {
  accountId: string;
  amount: Money;
  /** The owner on the other side, shown to this account's owner. */
  counterpartyId?: string;
}

/** One balanced booking: its legs sum to zero in each currency. */
export interface Journal {
  id: string;
  type: string;
  /** The event whose handler books it. */
  eventId: string;
  /** What the customer sees as the transaction's amount and fee. */
  amount: Money;
  fee: Money;
  reference?: string;
  description?: string;
  related: { type: string; id: string };
  metadata?: object;
  /** Natural key of a booking that may happen one time only. */
  once?: string;
  legs: Leg[];
}
