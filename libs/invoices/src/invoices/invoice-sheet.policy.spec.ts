import { Money } from '@app/kernel';
import type { InvoiceDocument } from './invoice-document';
import { INVOICE_TEXTS } from '../pages/page-texts';
import { sheetOf } from './invoice-sheet.policy';

const ngn = (minor: bigint) => new Money(minor, 'NGN');

const document = (values: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  mode: 'live',
  language: 'en',
  number: 'INV-2026-000042',
  status: 'sent',
  createdOn: '2026-11-22',
  issuedOn: '2026-11-23',
  dueOn: '2026-12-07',
  business: { name: 'Acme', email: 'billing@example.com', lines: ['billing@example.com'], countryCode: 'NG' },
  client: { name: 'Ada', email: 'ada@example.com' },
  lines: [
    {
      description: 'Tiles',
      quantity: '1.5',
      unitPrice: ngn(3333n),
      taxRate: '7.5',
      tax: ngn(338n),
      amount: ngn(5000n),
    },
    {
      description: 'Delivery',
      quantity: '1',
      unitPrice: ngn(1000n),
      taxRate: null,
      tax: ngn(0n),
      amount: ngn(1000n),
    },
  ],
  subtotal: ngn(6000n),
  discount: { percent: '10', amount: ngn(600n) },
  taxes: [{ rate: '7.5', amount: ngn(338n) }],
  total: ngn(5738n),
  payments: [{ paidOn: '2026-11-24', method: 'card', amount: ngn(2000n) }],
  credits: [{ number: 'CN-2026-000001', issuedOn: '2026-11-25', amount: ngn(38n) }],
  refunds: [{ number: 'CN-2026-000002', issuedOn: '2026-11-26', amount: ngn(500n) }],
  balanceDue: ngn(3700n),
  notes: 'Thanks',
  link: 'https://pay.example.com/invoice/abc',
  ...values,
});

it('prints lines and totals in the language of the invoice', () => {
  expect(sheetOf(document())).toMatchObject({
    title: 'Invoice INV-2026-000042',
    status: 'Payment due',
    rows: [
      { description: 'Tiles', quantity: '1.5', unitPrice: '₦33.33', tax: '7.5%', amount: '₦50.00' },
      { description: 'Delivery', quantity: '1', unitPrice: '₦10.00', tax: '', amount: '₦10.00' },
    ],
    totals: [
      { label: 'Subtotal', amount: '₦60.00' },
      { label: 'Discount 10%', amount: '−₦6.00' },
      { label: 'Tax 7.5%', amount: '₦3.38' },
      { label: 'Total', amount: '₦57.38', strong: true },
      { label: 'Paid on Nov 24, 2026', amount: '−₦20.00' },
      { label: 'Credit CN-2026-000001, Nov 25, 2026', amount: '−₦0.38' },
      { label: 'Balance due', amount: '₦37.00', strong: true },
      { label: 'Refunded, credit CN-2026-000002, Nov 26, 2026', amount: '₦5.00' },
    ],
  });
  const french = sheetOf(document({ language: 'fr', status: 'overdue' }));
  expect(french).toMatchObject({ heading: 'FACTURE', status: 'En retard' });
  expect(french.rows[0]!.quantity).toBe('1,5');
});

it('names test invoices, and offers no payment for what is paid or not issued', () => {
  expect(sheetOf(document()).testNotice).toBeNull();
  expect(sheetOf(document({ mode: 'test' })).testNotice).toContain('TEST');
  expect(sheetOf(document()).payment).toMatchObject({ url: 'https://pay.example.com/invoice/abc' });
  expect(sheetOf(document({ link: null })).payment).toBeNull();
  expect(sheetOf(document({ balanceDue: ngn(0n) })).payment).toBeNull();
});

it('prints a draft as not issued, with its total instead of an amount due', () => {
  const draft = { status: 'draft', issuedOn: null, link: null, balanceDue: ngn(5738n) } as const;
  const printed = (language: 'en' | 'fr') =>
    sheetOf(document({ ...draft, payments: [], credits: [], refunds: [], language }));
  expect(printed('en')).toMatchObject({
    status: 'Draft',
    date: Date.parse('2026-11-22'),
    facts: [
      {},
      { label: 'Issued', lines: ['Not issued'] },
      { label: 'Due', lines: ['Dec 7, 2026'] },
      { label: 'Total', lines: ['₦57.38'] },
    ],
  });
  expect(printed('en').totals.at(-1)).toMatchObject({ label: 'Total' });
  expect(printed('fr').facts[1]).toMatchObject({ label: 'Émise le', lines: ['Non émise'] });
});

it.each(['en', 'fr'] as const)('calls a void invoice in %s what its page calls it', (language) =>
  expect(sheetOf(document({ language, status: 'void' })).status).toBe(
    INVOICE_TEXTS[language]['invoice.status.void'],
  ),
);

it('prints on Letter paper for businesses in the United States and Canada', () => {
  const paperIn = (countryCode: string) =>
    sheetOf(document({ business: { name: 'Acme', email: null, lines: [], countryCode } })).paper;
  expect(['NG', 'US', 'CA', 'FR'].map(paperIn)).toEqual(['A4', 'LETTER', 'LETTER', 'A4']);
});
