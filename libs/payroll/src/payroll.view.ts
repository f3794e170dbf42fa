import type { DirectoryEntry } from '@app/accounts';
import { type Currency, Money, type Rate } from '@app/kernel';
import type { PayrollBatch } from './payroll-batch.aggregate';

/** What is told of a batch, wherever it was read from. */
export type BatchState = Pick<PayrollBatch, 'id' | 'name' | 'total' | 'recipientCount' | 'completedAt'>;

/** A row of a batch, with whom it paid. */
export interface PaidRow {
  row: number;
  transactionId: string;
  recipient: DirectoryEntry;
  sent: Money;
  received: Money;
  note: string | null;
}

/** A payroll is there once all of it is paid: it has no other status. */
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
 * What a payroll was converted at, by currency and not by row: a dry run would else tell, a thousand at a time, in which
 * currency people keep their money.
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
