import type { Language } from '@app/accounts';
import type { Mode, Money } from '@app/kernel';
import type { InvoiceStatus } from './invoice.states';

/** One line of an invoice. Quantity and rate are decimal text, e.g. "1.5" and "7.5". */
export interface DocumentLine {
  description: string;
  quantity: string;
  unitPrice: Money;
  /** Percent; null: no tax. */
  taxRate: string | null;
  /** The allotted tax. */
  tax: Money;
  /** Quantity × unit price, before discount and tax. */
  amount: Money;
}

/** What the page and the PDF of an invoice show. Days are `YYYY-MM-DD` in UTC. All amounts have the same currency. */
export interface InvoiceDocument {
  mode: Mode;
  language: Language;
  number: string;
  status: InvoiceStatus;
  createdOn: string;
  /** Null: it was never issued. */
  issuedOn: string | null;
  /** Null: payable at any time. */
  dueOn: string | null;
  /** `lines` are printed below its name: address and contacts. `countryCode` chooses the paper. */
  business: { name: string; email: string | null; lines: string[]; countryCode: string };
  client: { name: string; email: string };
  lines: DocumentLine[];
  subtotal: Money;
  /** Null: no discount. */
  discount: { percent: string; amount: Money } | null;
  /** The highest rate first; empty: no line is taxed. */
  taxes: { rate: string; amount: Money }[];
  total: Money;
  /** The oldest first. `method` as in payment.success; `amount` is what the invoice took of it. */
  payments: { paidOn: string; method: string; amount: Money }[];
  /** What was written off, the oldest first. */
  credits: { number: string; issuedOn: string; amount: Money }[];
  /** Credit notes of refunds, which change nothing of what is due, the oldest first. */
  refunds: { number: string; issuedOn: string; amount: Money }[];
  balanceDue: Money;
  notes: string | null;
  /** The page on which it is paid; null for drafts, which cannot be paid. */
  link: string | null;
}
