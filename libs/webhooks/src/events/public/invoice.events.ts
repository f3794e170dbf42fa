import { InvoiceOverdue, InvoicePaid } from '@app/invoices';
import { major } from '../amounts.mapping';
import { amount, currency, flag, text, time } from '../fields';
import { publicEvent } from '../public-event';

const ABOUT = {
  invoice_number: text('INV-2026-000042', 'as its creation answered it'),
  client_email: text('ada@example.com', 'to whom it was sent'),
  amount: amount(96.74, 'the total'),
  currency_code: currency('of the invoice'),
  is_test: flag(false, 'true in test mode'),
};

export const INVOICE_EVENTS = [
  publicEvent({
    name: 'invoice.paid',
    sentWhen: 'nothing of an invoice is due any more: paid on its page, or the rest written off',
    when: InvoicePaid,
    subject: 'invoice_number',
    fields: {
      ...ABOUT,
      amount_paid: amount(86.74, 'what was paid of it'),
      amount_credited: amount(10, 'what was written off by credit notes'),
      paid_at: time('when it was paid'),
    },
    from: ({ data, mode }) => ({
      invoice_number: data.number,
      client_email: data.clientEmail,
      amount: major(data.amount),
      // Events of earlier versions contain the total only.
      amount_paid: major(data.amountPaid ?? data.amount),
      amount_credited: data.amountCredited ? major(data.amountCredited) : 0,
      currency_code: data.amount.currency,
      is_test: mode === 'test',
      paid_at: data.paidAt,
    }),
  }),

  publicEvent({
    name: 'invoice.overdue',
    sentWhen: 'the due date of an unpaid invoice has passed, once',
    when: InvoiceOverdue,
    subject: 'invoice_number',
    fields: {
      ...ABOUT,
      amount_due: amount(96.74, 'what is still to be paid'),
      due_date: text('2026-12-31', 'the last day on which it was not overdue (UTC)'),
    },
    from: ({ data, mode }) => ({
      invoice_number: data.number,
      client_email: data.clientEmail,
      amount: major(data.amount),
      amount_due: major(data.amountDue),
      currency_code: data.amount.currency,
      is_test: mode === 'test',
      due_date: data.dueDate,
    }),
  }),
];
