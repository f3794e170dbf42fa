/** One line of the table, as printed. */
export interface SheetRow {
  description: string;
  quantity: string;
  unitPrice: string;
  tax: string;
  amount: string;
}

/** A label with its text, e.g. "Due" and a date. */
export interface SheetFact {
  label: string;
  lines: string[];
  /** Printed large. */
  strong?: boolean;
}

/** One line of the totals. */
export interface SheetTotal {
  label: string;
  amount: string;
  strong?: boolean;
}

/** Everything a printed invoice shows, in its language; plain data, so that a worker thread can receive it. */
export interface InvoiceSheet {
  /** Language tag of the document. */
  language: string;
  /** Title of the file. */
  title: string;
  /** Unix milliseconds of the file's date. The same sheet gives the same bytes. */
  date: number;
  paper: 'A4' | 'LETTER';
  /** Text above the invoice of a test key; null in live mode. */
  testNotice: string | null;
  business: string;
  /** A PNG above the name of the business. */
  logo?: Uint8Array | null;
  /** Lines under the name of the business. */
  businessLines: string[];
  /** The word for an invoice, in capitals. */
  heading: string;
  number: string;
  status: string;
  facts: SheetFact[];
  /** Heads of the columns. */
  columns: SheetRow;
  /** Lines, each with its description. */
  rows: SheetRow[];
  totals: SheetTotal[];
  /** Where the client pays; null when nothing is left to pay. */
  payment: { label: string; url: string; qr: boolean[][]; qrDescription: string } | null;
  notes: { label: string; text: string } | null;
  /** Printed below if a text has characters that no font has. */
  unprintableNotice: string;
  /** Text of the foot with `{page}` and `{pages}`. */
  foot: string;
}
