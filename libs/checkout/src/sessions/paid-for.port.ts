import type { Prepared } from '@app/write-path';
import type { Money } from '@app/kernel';

/** A session as those it was opened for know it. */
export interface PaidSession {
  sessionId: string;
  ownerId: string;
  /** The reference it was opened with. */
  orderRef: string | null;
}

/** Money that a gateway confirmed for a session. */
export interface PaymentOfSession {
  gateway: string;
  gatewayTransactionId: string;
  amount: Money;
  /** It is booked already, as an unapplied payment, and credited from there. */
  isSetAside: boolean;
}

/** What a session is opened for, where it is not a payment to its merchant: it credits by itself, with an event of its own. */
export interface PaidFor {
  /**
   * Reads what the credit takes; applying it stages the credit in the current unit of work and gives the account that is
   * credited. A transaction credited before changes nothing.
   */
  prepare(session: PaidSession, payment: PaymentOfSession): Promise<Prepared<string>>;
}
