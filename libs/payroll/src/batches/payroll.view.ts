import type { DirectoryEntry } from '@app/accounts';
import { type Currency, Money, type Rate } from '@app/kernel';
import type { PayrollBatch } from './payroll-batch.aggregate';

/** What answers show of a batch. */
export type BatchState = Pick<PayrollBatch, 'id' | 'name' | 'total' | 'recipientCount' | 'completedAt'>;

/** A row of a batch with its recipient. */
export interface PaidRow {
  row: number;
  transactionId: string;
  recipient: DirectoryEntry;
  sent: Money;
  received: Money;
  note: string | null;
}

/** A payroll exists only once all of it is paid, so it has no other status. */
export function batchView({ id, name, total, recipientCount, completedAt }: BatchState) {
  return {
    batch_id: id,
    batch_name: name,
    status: 'completed',
    currency: total.currency,
    total_amount: total.toJsonNumber(),
    fee: Money.zero(total.currency).toJsonNumber(),
    recipient_count: recipientCount,
    completed_at: completedAt.toISOString(),
  };
}

/**
 * The exchange rates of a payroll, by currency and not by row: otherwise a dry run would reveal the wallet currency of
 * a thousand accounts at a time.
 */
export function ratesView(rates: ReadonlyMap<Currency, Rate>) {
  if (rates.size === 0) return {};
  return { rates: Object.fromEntries([...rates].map(([currency, rate]) => [currency, rate.toJsonNumber()])) };
}

export function rowView({ row, transactionId, recipient, sent, received, note }: PaidRow) {
  return {
    row,
    recipient: { usertag: recipient.usertag, name: recipient.name, type: recipient.accountType },
    amount: sent.toJsonNumber(),
    received_amount: received.toJsonNumber(),
    received_currency: received.currency,
    note,
    transaction_id: transactionId,
  };
}
