import { Money } from '@app/kernel';
import { type Booking, conversion, customer, MoneyEvent } from '@app/ledger';
import { partiesOfPayment, type Party } from '@app/wallet';

/** One row of a payroll was paid. The employer owns the event; all rows of a batch commit together. */
export class PayrollItemPaid extends MoneyEvent<{
  batchId: string;
  /** As given by the employer. */
  batchName: string | null;
  /** Row number in the batch, from 1. */
  row: number;
  /** The transaction in both histories; also the id of its journal. */
  transactionId: string;
  sender: Party;
  recipient: Party;
  sent: Money;
  /** In the recipient's currency. */
  received: Money;
  note: string | null;
}> {
  static override readonly type = 'payroll.item-paid';

  /** A transfer without a fee that belongs to its batch; each row is booked only once. */
  booking(): Booking {
    const { batchId, batchName, row, transactionId, sender, recipient, sent, received, note } = this.data;
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
}
