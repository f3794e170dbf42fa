import type { Money } from '@app/kernel';

/** The checkout session that an invoice is paid in. */
export interface InvoiceLink {
  sessionId: string;
  expiresAt: Date;
}

/** What an invoice of a subscription asks for: the price of a plan less a credit. */
export interface BillTerms {
  planId: string;
  planName: string;
  /** Negative for a change of plan that takes effect when it is paid. */
  cycle: number;
  dueAt: Date;
  credit: Money;
  /** What remains to be paid. */
  amount: Money;
}
