import { minorUnits } from '@app/database';
import { Aggregate, type Currency, Money, uuidv7 } from '@app/kernel';
import { type Party, PayrollItemPaid } from '@app/ledger';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PayrollCompleted } from './payroll.events';
import { PayrollItem } from './payroll-item.aggregate';

/** Somebody to be paid, and what they get. */
export interface Payment {
  recipient: Party;
  sent: Money;
  /** In the recipient's currency. */
  received: Money;
  note: string | null;
}

/** A payroll: all its rows were paid at once, or it does not exist. Nothing of it changes afterwards. */
@Entity('payroll_batches')
export class PayrollBatch extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** Who paid. */
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('text') currency: Currency;
  @Column('bigint', { name: 'total_minor', transformer: minorUnits }) totalMinor: bigint;
  @Column('int', { name: 'recipient_count' }) recipientCount: number;
  @Column('timestamptz', { name: 'completed_at' }) completedAt: Date;
  @Column('int') override version = 0;

  /** Pays everybody out of one account of the employer's; `total` is what all rows come to. */
  static pay(
    sender: Party,
    name: string | null,
    payments: readonly Payment[],
    total: Money,
    now: Date,
  ): { batch: PayrollBatch; items: PayrollItem[] } {
    const { ownerId } = sender;
    const batch = Object.assign(new PayrollBatch(), {
      id: uuidv7(now),
      ownerId,
      name,
      currency: total.currency,
      totalMinor: total.minor,
      recipientCount: payments.length,
      completedAt: now,
    });
    const items = payments.map((payment, i) => batch.payRow(sender, i + 1, payment, now));
    batch.record(
      new PayrollCompleted(batch.id, ownerId, 'live', {
        batchId: batch.id,
        batchName: name,
        total,
        recipientCount: payments.length,
        completedAt: now.toISOString(),
      }),
    );
    return { batch, items };
  }

  get total(): Money {
    return new Money(this.totalMinor, this.currency);
  }

  private payRow(sender: Party, row: number, { recipient, sent, received, note }: Payment, now: Date) {
    const { id: batchId, ownerId, name: batchName } = this;
    const transactionId = uuidv7(now);
    this.record(
      new PayrollItemPaid(batchId, ownerId, 'live', {
        batchId,
        batchName,
        row,
        transactionId,
        sender,
        recipient,
        sent,
        received,
        note,
      }),
    );
    const given = { id: transactionId, ownerId, batchId, row, recipientId: recipient.ownerId, note };
    return PayrollItem.of(given, sent, received);
  }
}
