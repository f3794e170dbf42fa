import type { Currency } from '@app/kernel';

export const LINE_KINDS = ['payment', 'refund', 'chargeback', 'payout'] as const;
export type LineKind = (typeof LINE_KINDS)[number];
export type LineStatus = 'booked' | 'failed';

/** One line of the statement of a provider or of a merchant's own list. Amounts are in minor units. */
export interface StatementLine {
  /** Number of the record in the file; the header is 1. */
  line: number;
  providerId: string | null;
  reference: string | null;
  orderRef: string | null;
  /** Negative where the provider took money. */
  amount: bigint;
  fee: bigint;
  currency: Currency;
  status: LineStatus;
  /** `null`: the format has no entry for the kind that the line names. */
  kind: LineKind | null;
  /** `YYYY-MM-DD`. */
  bookedOn: string;
}
