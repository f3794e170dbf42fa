import { type Currency, type Mode, Money } from '@app/kernel';
import { qrSvg } from '../qr-svg.view';
import type { Need } from '../collecting.service';
import { hasPassed } from './invoice-days.policy';
import type { InvoiceItem } from './invoice-content';
import type { InvoiceStatus } from './invoice.states';
import { partsToText, taxByRate } from './invoice-totals.policy';

/** What is shown of an invoice in lists, wherever it was read from. */
export interface InvoiceFacts {
  id: string;
  mode: Mode;
  appId: string | null;
  number: string;
  status: InvoiceStatus;
  clientName: string;
  clientEmail: string;
  currency: Currency;
  subtotalMinor: bigint;
  discountMinor: bigint;
  taxMinor: bigint;
  totalMinor: bigint;
  paidMinor: bigint;
  creditedMinor: bigint;
  overpaidMinor: bigint;
  /** What of its payments was refunded; only read for lists and details. */
  refundedMinor?: bigint;
  allowPartial: boolean;
  dueDate: string | null;
  createdAt: Date;
  sentAt: Date | null;
  paidAt: Date | null;
  voidedAt: Date | null;
}

export interface InvoiceText {
  items: InvoiceItem[];
  discountPercent: number;
  notes: string | null;
  language: string;
  reminders: boolean;
}

export interface InvoiceHistory {
  payments: { sessionId: string; method: string; amountMinor: bigint; overpaidMinor: bigint; paidAt: Date }[];
  creditNotes: {
    number: string;
    amountMinor: bigint;
    reason: string;
    /** `rf_…`; null: what is due was written off. */
    refundId: string | null;
    createdAt: Date;
  }[];
  /** `status` is null where the mail is no longer kept, or is not queued yet. */
  mails: {
    kind: string;
    recipient: string;
    status: string | null;
    createdAt: Date;
    endedAt: Date | null;
    /** Hex. More than one if an attempt was repeated after the invoice had changed. */
    pdfSha256: string[];
  }[];
}

export interface InvoiceDetail {
  invoice: InvoiceFacts & InvoiceText;
  history: InvoiceHistory;
  /** Of payments that are under way: it cannot be paid by others. */
  inFlightMinor: bigint;
}

/** An invoice past its due date reads as overdue, also before that was written. */
export function shownStatus(
  { status, dueDate }: Pick<InvoiceFacts, 'status' | 'dueDate'>,
  now: Date,
): InvoiceStatus {
  return status === 'sent' && hasPassed(dueDate, now) ? 'overdue' : status;
}

export function dueOf(invoice: InvoiceFacts): Money {
  const { totalMinor, paidMinor, creditedMinor, status } = invoice;
  return new Money(status === 'void' ? 0n : totalMinor - paidMinor - creditedMinor, invoice.currency);
}

/** What an invoice is shown with. */
interface ShownWith {
  paymentUrl: string;
  now: Date;
  need: Need;
}

/** An invoice as its business sees it in a list. */
export function invoiceView(invoice: InvoiceFacts, { paymentUrl, now, need }: ShownWith) {
  const major = (minor: bigint) => new Money(minor, invoice.currency).toJsonNumber();
  const status = shownStatus(invoice, now);
  return {
    id: invoice.id,
    invoice_number: invoice.number,
    status,
    payment_url: paymentUrl,
    payable: need === null && (status === 'sent' || status === 'overdue'),
    needs: need,
    client_name: invoice.clientName,
    client_email: invoice.clientEmail,
    currency_code: invoice.currency,
    subtotal: major(invoice.subtotalMinor),
    discount: major(invoice.discountMinor),
    tax: major(invoice.taxMinor),
    total: major(invoice.totalMinor),
    amount_paid: major(invoice.paidMinor),
    amount_credited: major(invoice.creditedMinor),
    amount_due: dueOf(invoice).toJsonNumber(),
    overpaid: major(invoice.overpaidMinor),
    allow_partial: invoice.allowPartial,
    due_date: invoice.dueDate,
    is_test: invoice.mode === 'test',
    created_at: invoice.createdAt.toISOString(),
    sent_at: invoice.sentAt?.toISOString() ?? null,
    paid_at: invoice.paidAt?.toISOString() ?? null,
    voided_at: invoice.voidedAt?.toISOString() ?? null,
    ...(invoice.refundedMinor !== undefined && { refunded_amount: major(invoice.refundedMinor) }),
  };
}

/** The same with its lines, and with a QR code of the page that it is paid on. */
export function wholeInvoiceView(invoice: InvoiceFacts & InvoiceText, shown: ShownWith) {
  const { items, discountPercent, notes, language, reminders, currency } = invoice;
  const major = (minor: bigint | string) => new Money(BigInt(minor), currency).toJsonNumber();
  const rates = items.map(({ taxRate, taxMinor }) => ({
    taxRate: BigInt(taxRate ?? 0),
    taxMinor: BigInt(taxMinor),
  }));
  return {
    ...invoiceView(invoice, shown),
    items: items.map((item) => ({
      description: item.description,
      quantity: +partsToText(BigInt(item.quantity)),
      unit_price: major(item.unitPriceMinor),
      tax_rate: item.taxRate === null ? null : +partsToText(BigInt(item.taxRate)),
      amount: major(item.amountMinor),
      tax: major(item.taxMinor),
    })),
    taxes: taxByRate(rates, rates).map(({ taxRate, taxMinor }) => ({
      tax_rate: +partsToText(taxRate),
      tax: major(taxMinor),
    })),
    discount_percent: +partsToText(BigInt(discountPercent)),
    notes,
    language,
    reminders,
    qr_svg: qrSvg(shown.paymentUrl),
  };
}

/** The same with payments, credit notes and mails, the oldest first. Invoices of the sandbox send no mail. */
export function invoiceDetailView({ invoice, history }: InvoiceDetail, shown: ShownWith) {
  const major = (minor: bigint) => new Money(minor, invoice.currency).toJsonNumber();
  return {
    ...wholeInvoiceView(invoice, shown),
    payments: history.payments.map((payment) => ({
      session_id: payment.sessionId,
      method: payment.method,
      amount: major(payment.amountMinor),
      overpaid: major(payment.overpaidMinor),
      paid_at: payment.paidAt.toISOString(),
    })),
    credit_notes: history.creditNotes.map((note) => ({
      number: note.number,
      amount: major(note.amountMinor),
      reason: note.reason,
      kind: note.refundId === null ? ('write_off' as const) : ('refund' as const),
      refund_id: note.refundId,
      created_at: note.createdAt.toISOString(),
    })),
    mails: (invoice.mode === 'test' ? [] : history.mails).map((mail) => ({
      type: mail.kind,
      recipient: mail.recipient,
      status: mail.status,
      created_at: mail.createdAt.toISOString(),
      ended_at: mail.endedAt?.toISOString() ?? null,
      pdf_sha256: mail.pdfSha256,
    })),
  };
}
