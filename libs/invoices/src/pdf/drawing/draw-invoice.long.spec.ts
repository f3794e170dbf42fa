import sharp from 'sharp';
import { pagesOf, row, sheet } from '../../../test/sheets';
import type { InvoiceSheet } from '../invoice-sheet';
import { Canvas } from './canvas';
import { drawInvoice } from './draw-invoice';
import { widthOf, wordsOf } from './text-runs';

const count = (pdf: Buffer, part: string) => pdf.toString('latin1').split(part).length - 1;

it('gives the same bytes for the same sheet', async () => {
  const first = await drawInvoice(sheet());
  expect((await drawInvoice(sheet())).equals(first)).toBe(true);
  expect((await drawInvoice(sheet({ number: 'INV-2026-000043' }))).equals(first)).toBe(false);
});

it('prints every text, with the letters and signs of the supported languages and currencies', async () => {
  const texts = [
    'Hébergement « dédié » nº 1',
    'Ẹ̀kọ́ Yorùbá ṣíṣe',
    'Ɓaƙi Ɗalibai',
    '₦ ₵ € £ KSh R CA$',
    '1 234,50 €',
  ];
  const [page] = await pagesOf(await drawInvoice(sheet({ rows: texts.map(row) })));
  for (const text of [
    ...texts,
    'Chukwuemeka Òkónkwọ',
    'billing@example.com',
    'Pay within two weeks.',
    'Page 1 of 1',
  ])
    expect(page).toContain(text.normalize('NFKC'));
});

it('is a tagged PDF/A-3 with language, title, heads of columns, a described picture and a link', async () => {
  const pdf = await drawInvoice(sheet({ language: 'fr', rows: [row('One'), row('Two')] }));
  const text = pdf.toString('latin1');
  expect(text).toMatch(/<pdfaid:part>3<.*\s*<pdfaid:conformance>A</);
  expect(text).toContain('/Lang (fr)');
  expect(text).toContain('/DisplayDocTitle true');
  expect(text).toContain('/Marked true');
  expect({
    tables: count(pdf, '/S /Table\n'),
    rows: count(pdf, '/S /TR\n'),
    heads: count(pdf, '/S /TH\n'),
    cells: count(pdf, '/S /TD\n'),
    headings: count(pdf, '/S /H1\n'),
    figures: count(pdf, '/S /Figure\n/Alt (QR code)'),
    links: count(pdf, '/S /Link\n'),
  }).toEqual({ tables: 2, rows: 4, heads: 6, cells: 11, headings: 1, figures: 1, links: 1 });
  expect(text).toContain('/URI (https://pay.example.com/invoice/u2Yc9Q0d9s)');
  // All fonts are embedded subsets.
  expect(count(pdf, '/Type /FontDescriptor')).toBe(count(pdf, '/FontFile2'));
});

it('has the logo of the business above its name, which screen readers skip', async () => {
  const logo = await sharp({ create: { width: 720, height: 240, channels: 3, background: '#0f766e' } })
    .png({ palette: true })
    .toBuffer();
  const pdf = await drawInvoice(sheet({ logo }));
  expect(count(pdf, '/Subtype /Image')).toBe(1);
  expect(count(pdf, '/SMask')).toBe(0);
  expect(count(pdf, '/S /Figure\n')).toBe(1);
  expect((await drawInvoice(sheet({ logo }))).equals(pdf)).toBe(true);
  expect((await pagesOf(pdf))[0]).toContain('Adébáyọ̀ Studios Limited');
  expect(count(await drawInvoice(sheet()), '/Subtype /Image')).toBe(0);
});

it('repeats the head of the table on each page, and prints all lines and the totals', async () => {
  const rows = Array.from({ length: 100 }, (_, at) =>
    row(`Line ${at + 1} with a description that needs two lines of it`),
  );
  const pages = await pagesOf(await drawInvoice(sheet({ rows })));
  expect(pages.length).toBeGreaterThan(3);
  pages.forEach((page, at) => {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    if (page.includes('Line')) expect(page).toContain('Unit price');
  });
  const all = pages.join(' ');
  rows.forEach(({ description }) => expect(all).toContain(description.slice(0, 30)));
  expect(pages.at(-1)).toContain('Total');
});

it.each([
  'محمد علي',
  'Studio محمد علي (Lagos) 12',
  'مكتب Lagos 12 مكتب',
  'two words',
  'a  b ',
  'ب\u0301\u0323 text',
])('measures a line word by word, as wide as it is drawn: %s', (line) => {
  const drawn = wordsOf(line, 'regular').reduce((sum, { width }) => sum + width, 0);
  expect(widthOf(line, { weight: 'regular', size: 10 })).toBeCloseTo(drawn * 10, 6);
});

it('prints a sign in place of characters without a glyph, and no invisible ones', async () => {
  const pdf = await drawInvoice(sheet({ rows: [row('Tea 🍵\u202E gnp.exe 漢')] }));
  const [page] = await pagesOf(pdf);
  expect(page).toContain('Tea \uFFFD gnp.exe \uFFFD');
});

it('says so if characters have no glyph', async () => {
  const facts = sheet().facts.map((fact, at) => (at === 0 ? { ...fact, lines: ['株式会社'] } : fact));
  for (const [values, isSaid] of [
    [{}, false],
    [{ facts }, true],
    [{ business: 'שלום' }, true],
    [{ rows: [row('한국')] }, true],
    [{ notes: { label: 'Notes', text: 'ไทย' } }, true],
  ] as const) {
    const [page] = await pagesOf(await drawInvoice(sheet(values as Partial<InvoiceSheet>)));
    expect([values, page!.includes('Some characters are missing.')]).toEqual([values, isSaid]);
  }
});

it('prints how to pay beside the totals, however many there are and wherever they begin', async () => {
  const totals = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ label: `Payment ${at + 1}`, amount: '₦1.00' }));
  for (let rows = 1; rows <= 25; rows++) {
    const drawn = jest.spyOn(Canvas.prototype, 'text');
    const values = {
      rows: Array.from({ length: rows }, () => row('Design')),
      totals: totals(1 + (rows % 12)),
    };
    const pages = await pagesOf(await drawInvoice(sheet(values)));
    const baselineOf = (wanted: string) =>
      drawn.mock.calls.find(([{ text }]) => text === wanted)![0].baseline;
    expect([rows, baselineOf('Pay online')]).toEqual([rows, baselineOf('Payment 1')]);
    drawn.mockRestore();
    const page = pages.find((text) => text.includes('Payment 1'));
    expect(page).toContain('Pay online');
  }
});

it('prints the totals on the page of the last line, however many lines there are', async () => {
  for (let count = 2; count <= 40; count++) {
    const rows = Array.from({ length: count }, (_, at) => row(`Line ${at + 1}.`));
    const pages = await pagesOf(await drawInvoice(sheet({ rows, notes: null })));
    expect([count, pages.at(-1)]).toEqual([count, expect.stringMatching(`Line ${count}\\..*Total`)]);
  }
});

it('prints how to pay below totals that need more than one page', async () => {
  const totals = Array.from({ length: 60 }, (_, at) => ({ label: `Payment ${at + 1}`, amount: '₦1.00' }));
  const pages = await pagesOf(await drawInvoice(sheet({ totals })));
  expect(pages[0]).not.toContain('Pay online');
  expect(pages.at(-1)).toMatch(/Payment 60.*Pay online/);
});

it('breaks the label of a total that leaves its amount no room', async () => {
  const total = { label: 'Credit CN-2026-000001, Nov 25, 2026', amount: '−₦999,999,999,999.99' };
  const drawn = jest.spyOn(Canvas.prototype, 'text');
  await drawInvoice(sheet({ totals: [total] }));
  const lines = drawn.mock.calls.map(([line]) => line);
  drawn.mockRestore();
  const amount = lines.find(({ text }) => text === total.amount)!;
  const label = lines.filter(({ text, align }) => align !== 'right' && total.label.includes(text));
  expect(label.map(({ text }) => text).join(' ')).toBe(total.label);
  for (const { text, x, ...style } of label)
    expect(x + widthOf(text, style)).toBeLessThan(amount.x - widthOf(amount.text, amount));
});

it('keeps words and amounts of any width on the page', async () => {
  const amount = '₦999,999,999,999.99';
  const wide = { ...row('W'.repeat(500)), unitPrice: amount, amount };
  const [page] = await pagesOf(
    await drawInvoice(
      sheet({
        rows: [wide],
        business: 'W'.repeat(120),
        facts: sheet().facts.map((fact) => (fact.strong ? { ...fact, lines: [amount] } : fact)),
      }),
    ),
  );
  expect(page!.replace(/[^W]/g, '').length).toBe(620);
  expect(page!.split(amount).length - 1).toBe(3);
});
