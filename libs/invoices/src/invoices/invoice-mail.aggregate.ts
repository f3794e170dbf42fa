import { Aggregate, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type MailKind = 'invoice' | 'reminder';

interface NewMail {
  ownerId: string;
  invoiceId: string;
  kind: MailKind;
  recipient: string;
  now: Date;
}

/** A mail of an invoice to its client, as it was requested. It never changes. */
@Entity('invoice_mails')
export class InvoiceMail extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('uuid', { name: 'invoice_id' }) invoiceId: string;
  @Column('text') kind: MailKind;
  @Column('text') recipient: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('int') override version = 0;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewMail) {
    super();
    if (!fields) return;
    this.id = uuidv7(fields.now);
    this.ownerId = fields.ownerId;
    this.invoiceId = fields.invoiceId;
    this.kind = fields.kind;
    this.recipient = fields.recipient;
    this.createdAt = fields.now;
  }
}
