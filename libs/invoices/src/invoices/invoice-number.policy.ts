/** What a series numbers: invoices or credit notes. */
export type SeriesKind = 'INV' | 'CN';

const DIGITS = 6;
const NUMBER = /^INV-\d{4}-\d{6,9}$/;

/** E.g. `INV-2026-000042`. */
export function numberOf(kind: SeriesKind, year: number, count: number): string {
  return `${kind}-${year}-${String(count).padStart(DIGITS, '0')}`;
}

/** Whether the text is the number of an invoice and not its id. */
export function isInvoiceNumber(text: string): boolean {
  return NUMBER.test(text);
}
