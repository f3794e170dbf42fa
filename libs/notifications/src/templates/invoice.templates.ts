import {
  InvoiceOverdue,
  InvoicePaid,
  InvoiceReminderDue,
  InvoiceSent,
  type MailedInvoice,
} from '@app/invoices';
import type { StoredEvent, Stored } from '@app/write-path';
import type { PoolClient } from 'pg';
import { businessName, owner } from './addressees.queries';
import { day } from './facts';
import { type Addressee, type Row, template } from './notification-template';

type Mailed = StoredEvent & { data: Stored<MailedInvoice> };

const client = ({ data, ownerId }: Mailed): Addressee[] => [
  { email: data.clientEmail, account: ownerId, language: data.language },
];

/** The amount due is read again when the mail is sent. */
const mailed = async ({ data, ownerId }: Mailed, tx: PoolClient) => ({
  invoice_id: data.invoiceId,
  mail_id: data.mailId,
  invoice_number: data.number,
  amount: data.amountDue,
  business: await businessName(ownerId, tx),
  due_date: data.dueDate === null ? null : day(data.dueDate),
});

const rows = (facts: { invoice_number: string; amount: string; due_date: string }): Row[] => [
  ['invoice', facts.invoice_number],
  ['amount_due', facts.amount],
  ['due', facts.due_date],
];

/** Clients get mails only, which contain no words of the business but its name. */
export const INVOICE_TEMPLATES = [
  template(InvoiceSent, {
    type: 'invoice.sent',
    hasBrand: true,
    addressees: client,
    facts: mailed,
    inbox: false,
    mail: 'essential',
    action: 'invoice',
    rows,
  }),
  template(InvoiceReminderDue, {
    type: 'invoice.reminder',
    hasBrand: true,
    addressees: client,
    facts: mailed,
    inbox: false,
    mail: 'essential',
    action: 'invoice-reminder',
    rows,
  }),
  // The payment itself is mailed as `payment.received`.
  template(InvoicePaid, {
    type: 'invoice.paid',
    addressees: owner,
    facts: ({ data }) => ({ invoice_id: data.invoiceId, invoice_number: data.number, amount: data.amount }),
    inbox: true,
    mail: 'none',
  }),
  template(InvoiceOverdue, {
    type: 'invoice.overdue',
    addressees: owner,
    facts: ({ data }) => ({
      invoice_id: data.invoiceId,
      invoice_number: data.number,
      amount: data.amountDue,
      due_date: day(data.dueDate),
    }),
    inbox: true,
    mail: 'email_payments',
    rows,
  }),
];
