import type { Language } from '@app/accounts';
import { minorUnits } from '@app/database';
import { Aggregate, type Currency, invalidState, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Issuer } from '../issuer.policy';
import { CreditNote } from './credit-note.aggregate';
import { hasPassed, nextReminder } from './invoice-days.policy';
import { moreThanDue, notPayable, partlyPaid, paymentInFlight } from './invoice.errors';
import { InvoiceMail, type MailKind } from './invoice-mail.aggregate';
import { InvoicePayment } from './invoice-payment.aggregate';
import { InvoiceOverdue, InvoicePaid, InvoiceReminderDue, InvoiceSent } from './invoice.events';
import { type InvoiceStatus, invoiceStates } from './invoice.states';
import type { InvoiceContent, InvoiceItem } from './invoice-content';

interface NewInvoice {
  id: string;
  issuer: Issuer;
  number: string;
  tokenHash: Buffer;
  content: InvoiceContent;
  now: Date;
}

interface ReceivedPayment {
  sessionId: string;
  method: string;
  amount: Money;
  /** Natural key of its journal. */
  bookingKey: string;
}

/** A business's invoice. Its version guards that payments, open sessions and credits never come to more than the total. */
@Entity('invoices')
export class Invoice extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  /** The test app whose time it follows; null in live mode. */
  @Column({ type: 'uuid', name: 'app_id', nullable: true, update: false }) appId: string | null;
  @Column({ type: 'text', update: false }) number: string;
  @Column('text') status: InvoiceStatus;
  @Column('text', { name: 'client_name' }) clientName: string;
  @Column('text', { name: 'client_email' }) clientEmail: string;
  @Column('text') currency: Currency;
  @Column('jsonb') items: InvoiceItem[];
  /** In ten-thousandths of a percent. */
  @Column('int', { name: 'discount_percent' }) discountPercent: number;
  @Column('bigint', { name: 'subtotal_minor', transformer: minorUnits }) subtotalMinor: bigint;
  @Column('bigint', { name: 'discount_minor', transformer: minorUnits }) discountMinor: bigint;
  @Column('bigint', { name: 'tax_minor', transformer: minorUnits }) taxMinor: bigint;
  @Column('bigint', { name: 'total_minor', transformer: minorUnits }) totalMinor: bigint;
  @Column('bigint', { name: 'paid_minor', transformer: minorUnits }) paidMinor: bigint;
  /** Written off by credit notes. */
  @Column('bigint', { name: 'credited_minor', transformer: minorUnits }) creditedMinor: bigint;
  /** Credited to the business beyond what was due. */
  @Column('bigint', { name: 'overpaid_minor', transformer: minorUnits }) overpaidMinor: bigint;
  @Column('boolean', { name: 'allow_partial' }) allowPartial: boolean;
  /** `YYYY-MM-DD` in UTC; null: payable at any time. */
  @Column('text', { name: 'due_date', nullable: true }) dueDate: string | null;
  @Column('text', { nullable: true }) notes: string | null;
  /** Of its mails, page and PDF. */
  @Column('text') language: Language;
  @Column('boolean') reminders: boolean;
  @Column('timestamptz', { name: 'remind_at', nullable: true }) remindAt: Date | null;
  @Column({ type: 'bytea', name: 'token_hash', update: false }) tokenHash: Buffer;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('timestamptz', { name: 'sent_at', nullable: true }) sentAt: Date | null;
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt: Date | null;
  @Column('timestamptz', { name: 'voided_at', nullable: true }) voidedAt: Date | null;
  @Column('int') override version = 0;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewInvoice) {
    super();
    if (!fields) return;
    this.id = fields.id;
    this.ownerId = fields.issuer.ownerId;
    this.mode = fields.issuer.mode;
    this.appId = fields.issuer.appId;
    this.number = fields.number;
    this.tokenHash = fields.tokenHash;
    this.status = invoiceStates.initial;
    this.paidMinor = this.creditedMinor = this.overpaidMinor = 0n;
    this.remindAt = this.sentAt = this.paidAt = this.voidedAt = null;
    this.createdAt = fields.now;
    this.write(fields.content);
  }

  get total(): Money {
    return this.money(this.totalMinor);
  }

  get amountDue(): Money {
    return this.money(this.totalMinor - this.paidMinor - this.creditedMinor);
  }

  /** Rewrites a draft. */
  update(content: InvoiceContent): void {
    this.status = invoiceStates.next(this.status, 'update');
    this.write(content);
  }

  /** Issues a draft, or mails an issued invoice again. An invoice of nothing is paid when it is issued. */
  send(now: Date): InvoiceMail {
    const isFirst = this.status === 'draft';
    const isOfNothing = this.totalMinor === 0n;
    if (!isOfNothing || this.status !== 'paid') this.status = invoiceStates.next(this.status, 'send');
    if (isFirst) {
      this.sentAt = now;
      this.remindAt = this.reminders ? nextReminder(this.dueDate, now) : null;
    }
    const mail = this.mail('invoice', now);
    if (isFirst && isOfNothing) this.settle(now);
    return mail;
  }

  /** Whether the client can pay it now. Throws INVALID_STATE otherwise. */
  assertPayable(): void {
    if (this.status !== 'sent' && this.status !== 'overdue') throw notPayable(this.status);
  }

  /**
   * Takes a payment that the business is credited with, in any state, since the money has arrived: what is not due is
   * overpaid.
   */
  receive({ sessionId, method, amount, bookingKey }: ReceivedPayment, now: Date): InvoicePayment {
    const isOpen = invoiceStates.allows(this.status, 'receive');
    const due = isOpen ? this.amountDue : this.money(0n);
    const taken = amount.compare(due) > 0 ? due : amount;
    const overpaid = amount.minus(taken);
    this.paidMinor += taken.minor;
    this.overpaidMinor += overpaid.minor;
    if (isOpen) {
      this.status = invoiceStates.next(this.status, 'receive');
      if (this.amountDue.isZero) this.settle(now);
    }
    return new InvoicePayment({ invoiceId: this.id, sessionId, method, taken, overpaid, bookingKey, now });
  }

  /** Records, once, that its due date has passed; returns false if it has not. */
  passDueDate(now: Date): boolean {
    if (!invoiceStates.allows(this.status, 'pass-due') || !hasPassed(this.dueDate, now)) return false;
    this.status = invoiceStates.next(this.status, 'pass-due');
    const { amountDue, dueDate } = this;
    this.record(
      new InvoiceOverdue(this.id, this.ownerId, this.mode, { ...this.terms, amountDue, dueDate: dueDate! }),
    );
    return true;
  }

  /** Writes off a part of what is due. `inFlight`: payments whose outcome is not known yet. */
  credit(given: { amount: Money; reason: string; number: string; inFlight: Money }, now: Date): CreditNote {
    this.status = invoiceStates.next(this.status, 'credit');
    const open = this.amountDue.minus(given.inFlight);
    if (given.amount.compare(open) > 0) throw moreThanDue(open);
    this.creditedMinor += given.amount.minor;
    if (this.amountDue.isZero) {
      if (this.paidMinor === 0n) this.close(now);
      else this.settle(now);
    }
    const { ownerId, mode, id: invoiceId } = this;
    const { number, amount, reason } = given;
    return new CreditNote({ ownerId, mode, invoiceId, number, amount, reason, now });
  }

  /** Takes it back for good; not where anything was paid, or a payment is under way. */
  void(isPaymentInFlight: boolean, now: Date): void {
    if (!invoiceStates.allows(this.status, 'void'))
      throw invalidState(`This invoice is ${this.status} and cannot be voided.`);
    if (this.paidMinor > 0n) throw partlyPaid();
    if (isPaymentInFlight) throw paymentInFlight();
    this.close(now);
  }

  /** Mails a reminder that is due; null where none is. Reminders that were missed are left out. */
  remind(now: Date): InvoiceMail | null {
    if (this.remindAt === null || this.remindAt > now) return null;
    this.remindAt = nextReminder(this.dueDate, now);
    return this.mail('reminder', now);
  }

  /** The client wants no reminders of it. */
  stopReminders(): void {
    this.reminders = false;
    this.remindAt = null;
  }

  private mail(kind: MailKind, now: Date): InvoiceMail {
    const { id: invoiceId, appId, number, clientEmail, language, amountDue, dueDate, ownerId } = this;
    const mail = new InvoiceMail({ invoiceId, ownerId, kind, recipient: clientEmail, now });
    const mailed = { invoiceId, appId, number, mailId: mail.id, clientEmail, language, amountDue, dueDate };
    const Event = kind === 'invoice' ? InvoiceSent : InvoiceReminderDue;
    this.record(new Event(invoiceId, ownerId, this.mode, mailed));
    return mail;
  }

  private settle(now: Date): void {
    this.status = invoiceStates.next(this.status, 'settle');
    this.paidAt = now;
    this.remindAt = null;
    this.record(
      new InvoicePaid(this.id, this.ownerId, this.mode, {
        ...this.terms,
        amountPaid: this.money(this.paidMinor),
        amountCredited: this.money(this.creditedMinor),
        paidAt: now.toISOString(),
      }),
    );
  }

  private close(now: Date): void {
    this.status = invoiceStates.next(this.status, 'void');
    this.voidedAt = now;
    this.remindAt = null;
  }

  private get terms() {
    const { id: invoiceId, appId, number, clientEmail, total: amount } = this;
    return { invoiceId, appId, number, clientEmail, amount };
  }

  private write(content: InvoiceContent): void {
    const { totals } = content;
    this.clientName = content.clientName;
    this.clientEmail = content.clientEmail;
    this.currency = content.currency;
    this.items = content.items;
    this.discountPercent = content.discountPercent;
    this.subtotalMinor = totals.subtotalMinor;
    this.discountMinor = totals.discountMinor;
    this.taxMinor = totals.taxMinor;
    this.totalMinor = totals.totalMinor;
    this.allowPartial = content.allowPartial;
    this.dueDate = content.dueDate;
    this.notes = content.notes;
    this.language = content.language;
    this.reminders = content.reminders;
  }

  private money(minor: bigint): Money {
    return new Money(minor, this.currency);
  }
}
