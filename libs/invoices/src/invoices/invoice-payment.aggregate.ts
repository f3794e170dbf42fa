import { minorUnits } from '@app/database';
import { Aggregate, type Money, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

interface NewPayment {
  invoiceId: string;
  sessionId: string;
  method: string;
  taken: Money;
  overpaid: Money;
  bookingKey: string;
  now: Date;
}

/** A payment of an invoice. It never changes. */
@Entity('invoice_payments')
export class InvoicePayment extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'invoice_id' }) invoiceId: string;
  /** `cs_live_…` or `cs_test_…` */
  @Column('text', { name: 'session_id' }) sessionId: string;
  @Column('text') method: string;
  /** What the invoice took of it. */
  @Column('bigint', { name: 'amount_minor', transformer: minorUnits }) amountMinor: bigint;
  @Column('bigint', { name: 'overpaid_minor', transformer: minorUnits }) overpaidMinor: bigint;
  /** Natural key of its journal. */
  @Column('text', { name: 'booking_key' }) bookingKey: string;
  @Column('timestamptz', { name: 'paid_at' }) paidAt: Date;
  @Column('int') override version = 0;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewPayment) {
    super();
    if (!fields) return;
    this.id = uuidv7(fields.now);
    this.invoiceId = fields.invoiceId;
    this.sessionId = fields.sessionId;
    this.method = fields.method;
    this.amountMinor = fields.taken.minor;
    this.overpaidMinor = fields.overpaid.minor;
    this.bookingKey = fields.bookingKey;
    this.paidAt = fields.now;
  }
}
