import { DomainEvent, type Money } from '@app/kernel';
import type { Party } from './wallet-money.events';

/** One row of a payroll was paid. The employer owns the event; all rows of a batch commit together. */
export class PayrollItemPaid extends DomainEvent<{
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
}
