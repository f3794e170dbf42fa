import type { Language } from '@app/accounts';
import type { Currency } from '@app/kernel';
import type { InvoiceTotals } from './invoice-totals.policy';

/** One line as it is stored: numbers that may be large are decimal text. */
export interface InvoiceItem {
  description: string;
  /** In ten-thousandths. */
  quantity: string;
  /** In the smallest unit. */
  unitPriceMinor: string;
  /** In ten-thousandths of a percent; null: no tax. */
  taxRate: string | null;
  amountMinor: string;
  /** The allotted tax. */
  taxMinor: string;
}

/** What the business writes into an invoice; a draft can be rewritten. */
export interface InvoiceContent {
  clientName: string;
  clientEmail: string;
  currency: Currency;
  items: InvoiceItem[];
  /** In ten-thousandths of a percent. */
  discountPercent: number;
  totals: InvoiceTotals;
  allowPartial: boolean;
  /** `YYYY-MM-DD` */
  dueDate: string | null;
  notes: string | null;
  language: Language;
  reminders: boolean;
}
