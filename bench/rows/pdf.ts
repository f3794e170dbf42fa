import v8 from 'node:v8';
import vm from 'node:vm';
import PDFDocument from 'pdfkit';
import { drawInvoice } from '../../libs/invoices/src/pdf/drawing/draw-invoice';
import type { InvoiceSheet } from '../../libs/invoices/src/pdf/invoice-sheet';
import { median, type Scene, type SceneOptions, type Variant } from '../support/figures';
import type { Server } from '../support/server';

const FONT = require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf');

/** An invoice of ten lines whose texts differ from drawing to drawing, so that nothing is remembered for free. */
function sheetOf(number: number): InvoiceSheet {
  const rows = Array.from({ length: 10 }, (_, line) => ({
    description: `Consultation ${number}-${line}, with two rounds of corrections and a translation into French`,
    quantity: '1.5',
    unitPrice: `₦${line}3.33`,
    tax: '7.5%',
    amount: `₦${line}50.00`,
  }));
  return {
    language: 'en',
    title: `Invoice ${number}`,
    date: 0,
    paper: 'A4',
    testNotice: null,
    business: 'Adébáyọ̀ Studios Limited',
    businessLines: ['billing@example.com'],
    heading: 'INVOICE',
    number: `INV-2026-${number}`,
    status: 'Payment due',
    facts: [
      { label: 'Billed to', lines: [`Client ${number}`, `client-${number}@example.com`] },
      { label: 'Issued', lines: ['23 Nov 2026'] },
      { label: 'Due', lines: ['7 Dec 2026'] },
      { label: 'Amount due', lines: ['₦96.74'], strong: true },
    ],
    columns: {
      description: 'Description',
      quantity: 'Qty',
      unitPrice: 'Price',
      tax: 'Tax',
      amount: 'Amount',
    },
    rows,
    totals: [{ label: 'Total', amount: '₦96.74', strong: true }],
    payment: null,
    notes: null,
    unprintableNotice: '',
    foot: 'Page {page} of {pages}',
  };
}

/** The same lines by the table of pdfkit. */
function drawPlainly({ rows, title }: InvoiceSheet): Promise<number> {
  return new Promise((resolve) => {
    const pdf = new PDFDocument({
      size: 'A4',
      tagged: true,
      subset: 'PDF/A-3a',
      font: FONT,
      info: { Title: title },
    });
    let length = 0;
    pdf.on('data', (chunk: Buffer) => (length += chunk.length));
    pdf.on('end', () => resolve(length));
    pdf.table({ data: rows.map((row) => Object.values(row) as string[]) });
    pdf.end();
  });
}

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

function heapMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

const ALLOWED_MS = 25;
let number = 0;

const LATIN = [...'abcdefghijklmnopqrstuvwxyz'];
const MIXED = [...'abcdefghijklmابتثجحخدذرزسشصضطظعغفقكلمنهويабвгдежзиωψχφυστकखगघ', 'ẹ̀', 'ọ́', 'بَّ', 'कि'];

/** An invoice of 100 lines of 490 characters, whose words do not come again. */
function largeSheetOf(invoice: number, letters: readonly string[]): InvoiceSheet {
  let next = 1 + invoice;
  const letter = () => letters[(next = (next * 48271) % 2147483647) % letters.length]!;
  const description = () =>
    Array.from({ length: 490 }, (_, at) => (at % 7 === 6 ? ' ' : letter()))
      .join('')
      .slice(0, 490);
  const sheet = sheetOf(invoice);
  const rows = Array.from({ length: 100 }, () => ({ ...sheet.rows[0]!, description: description() }));
  return { ...sheet, rows };
}

/** Drawings of invoices without the thread that serves them: their median time. */
export function pdfScene(): Promise<Scene> {
  const variant = (
    figures: string[],
    draw: (sheet: InvoiceSheet) => Promise<unknown>,
    letters?: readonly string[],
  ): Variant => ({
    figures,
    async measure(seconds) {
      const times: number[] = [];
      for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
        const sheet = letters ? largeSheetOf(number++, letters) : sheetOf(number++);
        const start = performance.now();
        await draw(sheet);
        times.push(performance.now() - start);
      }
      return [median(times), ALLOWED_MS];
    },
  });
  return Promise.resolve({
    variants: [
      variant(['drawn', 'drawn-allowed'], drawInvoice),
      variant(['drawn-plainly', 'drawn-plainly-allowed'], drawPlainly),
      variant(['drawn-latin', 'drawn-latin-allowed'], drawInvoice, LATIN),
      variant(['drawn-mixed', 'drawn-mixed-allowed'], drawInvoice, MIXED),
    ],
    close: () => Promise.resolve(),
  });
}

/** The heap after the first drawings, in which fonts are loaded and words measured, and after all. It is measured once. */
export function pdfHeapScene(_server: Server, { quick }: SceneOptions): Promise<Scene> {
  let figures: number[] = [];
  const heap: Variant = {
    figures: ['heap-after', 'heap-before'],
    async prepare() {
      const drawTo = async (last: number) => {
        for (let drawn = 0; drawn < last; drawn++) await drawInvoice(sheetOf(number++));
        return heapMegabytes();
      };
      const before = await drawTo(100);
      figures = [await drawTo(quick ? 1000 : 10_000), before];
    },
    measure: () => Promise.resolve(figures),
  };
  return Promise.resolve({ variants: [heap], close: () => Promise.resolve() });
}
