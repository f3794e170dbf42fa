import type { Language } from '@app/accounts';
import { DomainEvent, type Money } from '@app/kernel';

/** What the mails of an invoice say. */
export interface MailedInvoice {
  invoiceId: string;
  /** The test app that issued it; null in live mode. */
  appId: string | null;
  number: string;
  /** The row of the mail among those of the invoice. */
  mailId: string;
  clientEmail: string;
  language: Language;
  amountDue: Money;
  /** `YYYY-MM-DD`; null: none. */
  dueDate: string | null;
}

/** An invoice is to be mailed to its client, for the first time or again. */
export class InvoiceSent extends DomainEvent<MailedInvoice> {
  static override readonly type = 'invoice.sent';
}

/** The client of an unpaid invoice is to be reminded. */
export class InvoiceReminderDue extends DomainEvent<MailedInvoice> {
  static override readonly type = 'invoice.reminder-due';
}

interface InvoiceTerms {
  invoiceId: string;
  /** The test app that issued it; null in live mode. */
  appId: string | null;
  number: string;
  clientEmail: string;
  /** The total. */
  amount: Money;
}

interface SettledInvoice extends InvoiceTerms {
  amountPaid: Money;
  /** Written off by credit notes. */
  amountCredited: Money;
  paidAt: string;
}

/** Nothing is due any more: it was paid, or the rest was written off. */
export class InvoicePaid extends DomainEvent<SettledInvoice> {
  static override readonly type = 'invoice.paid';
}

/** The due date passed, and something is due. */
export class InvoiceOverdue extends DomainEvent<InvoiceTerms & { amountDue: Money; dueDate: string }> {
  static override readonly type = 'invoice.overdue';
}
