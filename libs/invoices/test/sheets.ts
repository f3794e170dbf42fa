import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { InvoiceSheet, SheetRow } from '../src/pdf/invoice-sheet';

/** A line of an invoice. */
export const row = (description: string): SheetRow => ({
  description,
  quantity: '1.5',
  unitPrice: '₦33.33',
  tax: '7.5%',
  amount: '₦50.00',
});

/** An invoice of one line, with other values for some of its fields. */
export const sheet = (values: Partial<InvoiceSheet> = {}): InvoiceSheet => ({
  language: 'en',
  title: 'Invoice INV-2026-000042',
  date: Date.UTC(2026, 10, 23),
  paper: 'A4',
  testNotice: null,
  business: 'Adébáyọ̀ Studios Limited',
  businessLines: ['billing@example.com'],
  heading: 'INVOICE',
  number: 'INV-2026-000042',
  status: 'Payment due',
  facts: [
    { label: 'Billed to', lines: ['Chukwuemeka Òkónkwọ', 'client@example.com'] },
    { label: 'Issued', lines: ['23 Nov 2026'] },
    { label: 'Due', lines: ['7 Dec 2026'] },
    { label: 'Amount due', lines: ['₦50.00'], strong: true },
  ],
  columns: {
    description: 'Description',
    quantity: 'Qty',
    unitPrice: 'Unit price',
    tax: 'Tax',
    amount: 'Amount',
  },
  rows: [row('Design')],
  totals: [{ label: 'Total', amount: '₦50.00', strong: true }],
  payment: {
    label: 'Pay online',
    url: 'https://pay.example.com/invoice/u2Yc9Q0d9s',
    qr: [[true]],
    qrDescription: 'QR code',
  },
  notes: { label: 'Notes', text: 'Thank you.\nPay within two weeks.' },
  unprintableNotice: 'Some characters are missing.',
  foot: 'Page {page} of {pages}',
  ...values,
});

/** The text of each page, as a viewer copies it. */
export async function pagesOf(pdf: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    return [...document.pages()].map((page) => page.getText().normalize('NFKC').replace(/\s+/g, ' '));
  } finally {
    library.destroy();
  }
}
