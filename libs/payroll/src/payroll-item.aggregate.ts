import { minorUnits } from '@app/database';
import { Aggregate, type Currency, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row of a payroll. It never changes: it is written with its booking. */
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

  static of(
    given: Pick<PayrollItem, 'id' | 'ownerId' | 'batchId' | 'row' | 'recipientId' | 'note'>,
    sent: Money,
    received: Money,
  ): PayrollItem {
    return Object.assign(new PayrollItem(), given, {
      amountMinor: sent.minor,
      receivedMinor: received.minor,
      receivedCurrency: received.currency,
    });
  }
}
