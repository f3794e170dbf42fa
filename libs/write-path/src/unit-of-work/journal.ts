import type { Money } from '@app/kernel';

/** One line of a journal: a positive amount adds to the account, a negative one takes from it. */
export interface Leg {
  accountId: string;
  amount: Money;
  /** The other party of the booking, shown to this account's owner. */
  counterpartyId?: string;
}

/** One balanced booking: its legs sum to zero in each currency. */
export interface Journal {
  id: string;
  type: string;
  /** The event whose handler books it. */
  eventId: string;
  /** The amount and fee that the customer sees. */
  amount: Money;
  fee: Money;
  reference?: string;
  description?: string;
  related: { type: string; id: string };
  metadata?: object;
  /** Natural key of a booking that may happen only once. */
  once?: string;
  legs: Leg[];
}
