import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ofActiveOwner } from '@app/accounts';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { isUuid, type Mode, notFound, sha256 } from '@app/kernel';
import { inRealTime } from '@app/test-clock';
import { Repository } from 'typeorm';
import type { Issuer } from '../issuer.policy';
import { CreditNote } from './credit-note.aggregate';
import { Invoice } from './invoice.aggregate';
import { dayOf, endOf } from './invoice-days.policy';
import { InvoiceMail } from './invoice-mail.aggregate';
import { isInvoiceNumber } from './invoice-number.policy';
import { InvoicePayment } from './invoice-payment.aggregate';

/** Invoices, and the rows that are added to them. */
@Injectable()
export class InvoiceRepository extends AggregateStore<Invoice> {
  private readonly payments: AggregateStore<InvoicePayment>;
  private readonly creditNotes: AggregateStore<CreditNote>;
  private readonly mails: AggregateStore<InvoiceMail>;

  constructor(@InjectRepository(Invoice) rows: Repository<Invoice>, unit: UnitOfWork) {
    super(rows, unit);
    this.payments = new AggregateStore(rows.manager.getRepository(InvoicePayment), unit);
    this.creditNotes = new AggregateStore(rows.manager.getRepository(CreditNote), unit);
    this.mails = new AggregateStore(rows.manager.getRepository(InvoiceMail), unit);
  }

  async byId(id: string): Promise<Invoice> {
    return found(await this.findOneBy({ id }));
  }

  /** The issuer's invoice with this id or number. */
  async ofIssuer({ ownerId, mode, appId }: Issuer, reference: string): Promise<Invoice> {
    const issuer = { ownerId, mode, ...(appId !== null && { appId }) };
    if (isInvoiceNumber(reference)) return found(await this.findOneBy({ ...issuer, number: reference }));
    return found(isUuid(reference) ? await this.findOneBy({ ...issuer, id: reference }) : null);
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

  /** Sent invoices in real time whose due date has passed, the longest overdue first. */
  overdue(now: Date, limit: number): Promise<string[]> {
    return this.ids(
      `SELECT id FROM invoices i WHERE status = 'sent' AND due_date < $1 AND ${inRealTime('i')}
        ORDER BY due_date LIMIT $2`,
      [dayOf(now), limit],
    );
  }

  /** The same for the test invoices of one app. */
  overdueOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    return this.ids(
      `SELECT id FROM invoices WHERE app_id = $1 AND mode = 'test' AND status = 'sent' AND due_date < $2
        ORDER BY due_date, created_at, id LIMIT $3`,
      [appId, dayOf(upTo), limit],
    );
  }

  /** When the next test invoice of an app becomes overdue after this time. */
  async nextOverdue(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.rows.query<{ day: string | null }[]>(
      `SELECT min(due_date) AS day FROM invoices
        WHERE app_id = $1 AND mode = 'test' AND status = 'sent' AND due_date >= $2`,
      [appId, dayOf(after)],
    );
    return row!.day === null ? null : endOf(row!.day);
  }

  /** Invoices in real time whose client is to be reminded, the longest waiting first; none of a frozen business. */
  toRemind(now: Date, limit: number): Promise<string[]> {
    return this.ids(
      `SELECT id FROM invoices i WHERE remind_at <= $1 AND ${inRealTime('i')} AND ${ofActiveOwner('i')}
        ORDER BY remind_at LIMIT $2`,
      [now, limit],
    );
  }

  /** The same for the test invoices of one app. */
  toRemindOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    return this.ids(
      `SELECT id FROM invoices WHERE app_id = $1 AND mode = 'test' AND remind_at <= $2
        ORDER BY remind_at, created_at, id LIMIT $3`,
      [appId, upTo, limit],
    );
  }

  /** When the next reminder of a test invoice of an app falls due after this time. */
  async nextReminder(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.rows.query<{ at: Date | null }[]>(
      `SELECT min(remind_at) AS at FROM invoices WHERE app_id = $1 AND mode = 'test' AND remind_at > $2`,
      [appId, after],
    );
    return row!.at;
  }

  private async ids(sql: string, parameters: unknown[]): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(sql, parameters);
    return rows.map(({ id }) => id);
  }
}

function found(invoice: Invoice | null): Invoice {
  if (!invoice) throw notFound('Invoice');
  return invoice;
}
