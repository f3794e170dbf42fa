import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { isUuid, type Mode, notFound, sha256 } from '@app/kernel';
import { DataSource, LessThan } from 'typeorm';
import { CreditNote } from './credit-note.aggregate';
import { Invoice } from './invoice.aggregate';
import { dayOf } from './invoice-days.policy';
import { InvoiceMail } from './invoice-mail.aggregate';
import { isInvoiceNumber } from './invoice-number.policy';
import { InvoicePayment } from './invoice-payment.aggregate';

/** Invoices, and the rows that are added to them. */
@Injectable()
export class Invoices extends AggregateStore<Invoice> {
  private readonly payments: AggregateStore<InvoicePayment>;
  private readonly creditNotes: AggregateStore<CreditNote>;
  private readonly mails: AggregateStore<InvoiceMail>;

  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(Invoice, dataSource, unit);
    this.payments = new AggregateStore(InvoicePayment, dataSource, unit);
    this.creditNotes = new AggregateStore(CreditNote, dataSource, unit);
    this.mails = new AggregateStore(InvoiceMail, dataSource, unit);
  }

  async byId(id: string): Promise<Invoice> {
    return found(await this.findOneBy({ id }));
  }

  /** The owner's invoice with this id or number. */
  async ofOwner(ownerId: string, mode: Mode, reference: string): Promise<Invoice> {
    if (isInvoiceNumber(reference)) return found(await this.findOneBy({ ownerId, mode, number: reference }));
    return found(isUuid(reference) ? await this.findOneBy({ id: reference, ownerId, mode }) : null);
  }

  /** The invoice whose page has this token. */
  async byToken(token: string, mode: Mode): Promise<Invoice> {
    return found(await this.findOneBy({ tokenHash: sha256(token), mode }));
  }

  addPayment(payment: InvoicePayment): void {
    this.payments.add(payment);
  }

  addCreditNote(note: CreditNote): void {
    this.creditNotes.add(note);
  }

  addMail(mail: InvoiceMail): void {
    this.mails.add(mail);
  }

  /** Sent invoices whose due date has passed, the longest overdue first. */
  async overdue(now: Date, limit: number): Promise<string[]> {
    const rows = await this.dataSource.manager.find(Invoice, {
      select: { id: true },
      where: { status: 'sent', dueDate: LessThan(dayOf(now)) },
      order: { dueDate: 'ASC' },
      take: limit,
    });
    return rows.map(({ id }) => id);
  }

  /** Invoices whose client is to be reminded. */
  toRemind(now: Date, limit: number): Promise<string[]> {
    return this.idsDue('remindAt', now, limit);
  }
}

function found(invoice: Invoice | null): Invoice {
  if (!invoice) throw notFound('Invoice');
  return invoice;
}
