import { minorUnits } from '@app/database';
import { Aggregate, type Currency, Money, uuidv7 } from '@app/kernel';
import type { Party } from '@app/wallet';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PayrollItemPaid } from '../money/payroll.money';
import { PayrollCompleted } from './payroll.events';

/** One recipient of a payroll with the amount. */
export interface Payment {
  recipient: Party;
  sent: Money;
  /** In the recipient's currency. */
  received: Money;
  note: string | null;
}

interface NewBatch {
  id: string;
  ownerId: string;
  name: string | null;
  total: Money;
  recipientCount: number;
  completedAt: Date;
}

interface NewItem {
  id: string;
  batch: PayrollBatch;
  row: number;
  payment: Payment;
}

/** A payroll, written once all its rows are paid. It never changes. */
@Entity('payroll_batches')
export class PayrollBatch extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** The employer. */
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('text') currency: Currency;
  @Column('bigint', { name: 'total_minor', transformer: minorUnits }) totalMinor: bigint;
  @Column('int', { name: 'recipient_count' }) recipientCount: number;
  @Column('timestamptz', { name: 'completed_at' }) completedAt: Date;
  @Column('int') override version = 0;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewBatch) {
    super();
    if (!fields) return;
    this.id = fields.id;
    this.ownerId = fields.ownerId;
    this.name = fields.name;
    this.currency = fields.total.currency;
    this.totalMinor = fields.total.minor;
    this.recipientCount = fields.recipientCount;
    this.completedAt = fields.completedAt;
  }

  /** Pays all recipients out of one account of the employer's; `total` is the sum of all rows. */
  static pay(
    sender: Party,
    name: string | null,
    payments: readonly Payment[],
    total: Money,
    now: Date,
  ): { batch: PayrollBatch; items: PayrollItem[] } {
    const { ownerId } = sender;
    const recipientCount = payments.length;
    const batch = new PayrollBatch({
      id: uuidv7(now),
      ownerId,
      name,
      total,
      recipientCount,
      completedAt: now,
    });
    const items = payments.map((payment, i) => batch.payRow(sender, i + 1, payment, now));
    batch.record(
      new PayrollCompleted(batch.id, ownerId, 'live', {
        batchId: batch.id,
        batchName: name,
        total,
        recipientCount,
        completedAt: now.toISOString(),
      }),
    );
    return { batch, items };
  }

  get total(): Money {
    return new Money(this.totalMinor, this.currency);
  }

  private payRow(sender: Party, row: number, payment: Payment, now: Date): PayrollItem {
    const item = new PayrollItem({ id: uuidv7(now), batch: this, row, payment });
    this.record(
      new PayrollItemPaid(this.id, this.ownerId, 'live', {
        batchId: this.id,
        batchName: this.name,
        row,
        transactionId: item.id,
        sender,
        recipient: payment.recipient,
        sent: payment.sent,
        received: payment.received,
        note: payment.note,
      }),
    );
    return item;
  }
}

/** One row of a payroll, written with its booking. It never changes. */
@Entity('payroll_items')
export class PayrollItem extends Aggregate {
  /** The transaction in both histories. */
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('uuid', { name: 'batch_id' }) batchId: string;
  /** Its place in the batch, from 1. */
  @Column('int', { name: 'row_number' }) row: number;
  @Column('uuid', { name: 'recipient_id' }) recipientId: string;
  /** In the currency of the batch. */
  @Column('bigint', { name: 'amount_minor', transformer: minorUnits }) amountMinor: bigint;
  @Column('bigint', { name: 'received_minor', transformer: minorUnits }) receivedMinor: bigint;
  @Column('text', { name: 'received_currency' }) receivedCurrency: Currency;
  @Column('text', { nullable: true }) note: string | null;
  @Column('int') override version = 0;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewItem) {
    super();
    if (!fields) return;
    const { batch, payment } = fields;
    this.id = fields.id;
    this.ownerId = batch.ownerId;
    this.batchId = batch.id;
    this.row = fields.row;
    this.recipientId = payment.recipient.ownerId;
    this.amountMinor = payment.sent.minor;
    this.receivedMinor = payment.received.minor;
    this.receivedCurrency = payment.received.currency;
    this.note = payment.note;
  }
}
