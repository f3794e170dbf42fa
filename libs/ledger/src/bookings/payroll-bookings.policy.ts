import { Money } from '@app/kernel';
import { type Booking, partiesOfPayment, conversion, customer } from './booking';
import type { PayrollItemPaid } from '../money/payroll-money.events';

/** A transfer without a fee that belongs to its batch; each row is booked only once. */
export function payrollPayment({ data }: PayrollItemPaid): Booking {
  const { batchId, batchName, row, transactionId, sender, recipient, sent, received, note } = data;
  return {
    id: transactionId,
    type: 'payroll',
    amount: sent,
    fee: Money.zero(sent.currency),
    reference: batchId,
    description: note ?? batchName ?? undefined,
    related: { type: 'payroll', id: batchId },
    once: `payroll ${batchId} ${row}`,
    metadata: partiesOfPayment(sender, recipient, received),
    legs: [
      customer(sender.accountId, sent.negated(), recipient.ownerId),
      ...conversion(sent, received),
      customer(recipient.accountId, received, sender.ownerId),
    ],
  };
}
