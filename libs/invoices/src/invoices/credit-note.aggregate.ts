import { minorUnits } from '@app/database';
import { Aggregate, type Mode, type Money, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

interface NewCreditNote {
  ownerId: string;
  mode: Mode;
  invoiceId: string;
  number: string;
  amount: Money;
  reason: string;
  now: Date;
}

/** A part of an invoice that was written off, or refunded. It never changes. */
@Entity('credit_notes')
export class CreditNote extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text') mode: Mode;
  @Column('text') number: string;
  @Column('uuid', { name: 'invoice_id' }) invoiceId: string;
  @Column('bigint', { name: 'amount_minor', transformer: minorUnits }) amountMinor: bigint;
  @Column('text') reason: string;
  /** `rf_…`; null: what is due was written off. */
  @Column('text', { name: 'refund_id', nullable: true }) refundId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('int') override version = 0;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewCreditNote) {
    super();
    if (!fields) return;
    this.id = uuidv7(fields.now);
    this.ownerId = fields.ownerId;
    this.mode = fields.mode;
    this.number = fields.number;
    this.invoiceId = fields.invoiceId;
    this.amountMinor = fields.amount.minor;
    this.reason = fields.reason;
    this.refundId = null;
    this.createdAt = fields.now;
  }
}
