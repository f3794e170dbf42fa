import type { InvoiceSheet, SheetFact } from '../invoice-sheet';
import { Canvas, GREY, INK } from './canvas';
import { linesOf } from './line-breaks';
import { LINE_HEIGHT, LinesTable } from './table';
import { hasAllGlyphs, printable, type TextStyle, widthOf } from './text-runs';
import { Totals } from './totals';

const MILLIMETRE = 72 / 25.4;
const MARGIN = 20 * MILLIMETRE;
const QR_SIZE = 28 * MILLIMETRE;
const BODY: TextStyle = { weight: 'regular', size: 9.5 };
const LABEL: TextStyle = { weight: 'semibold', size: 8.5 };
const STRONG: TextStyle = { weight: 'semibold', size: 10.5 };
const TABLE_GAP = 12;
const NAME_HEIGHT = 19;
/** The largest size of a logo, in points. */
const LOGO = { width: 150, height: 42 };
const LOGO_GAP = 10;
/** Shares of the width of the facts under the head: client, two dates, amount due. */
const FACT_SHARES = [0.36, 0.17, 0.17, 0.3];
const TOTALS_SHARE = 0.44;

/** Draws an invoice as a tagged PDF/A-3. The same sheet gives the same bytes. */
export function drawInvoice(sheet: InvoiceSheet): Promise<Buffer> {
  const canvas = new Canvas(sheet);
  new InvoiceDrawing(canvas, sheet).draw();
  canvas.end();
  return canvas.bytes;
}

/** Places the parts of an invoice from top to bottom and begins pages where they do not fit. */
class InvoiceDrawing {
  private y = MARGIN;
  private readonly width: number;
  private readonly totals: Totals;
  /** Height of the totals and of how to pay, which is beside them. */
  private readonly closingHeight: number;

  constructor(
    private readonly canvas: Canvas,
    private readonly sheet: InvoiceSheet,
  ) {
    canvas.addPage();
    this.width = canvas.width - 2 * MARGIN;
    this.totals = new Totals(sheet, this.right - TOTALS_SHARE * this.width, this.right);
    this.closingHeight = Math.max(this.totals.height, sheet.payment ? QR_SIZE : 0);
  }

  private get right(): number {
    return MARGIN + this.width;
  }

  private get bottom(): number {
    return this.canvas.height - MARGIN;
  }

  private get pageHeight(): number {
    return this.bottom - MARGIN;
  }

  draw(): void {
    this.testNotice();
    this.head();
    this.facts();
    this.table();
    this.totalsAndPayment();
    this.notes();
    this.unprintableNotice();
    this.feet();
  }

  private testNotice(): void {
    const { testNotice } = this.sheet;
    if (testNotice === null) return;
    this.paragraph('P', [testNotice], MARGIN, STRONG, '#92400e');
    this.y += LINE_HEIGHT;
  }

  private head(): void {
    const { logo, business, businessLines, heading, number, status } = this.sheet;
    const start = this.y;
    // The name below says what the logo shows.
    const top = logo ? start + this.canvas.picture(logo, MARGIN, start, LOGO) + LOGO_GAP : start;
    const column = this.width * 0.55;
    const style: TextStyle = { weight: 'semibold', size: 14 };
    const lines = linesOf(business, style, column);
    const below = businessLines.flatMap((line) => linesOf(line, BODY, column));
    const details = top + lines.length * NAME_HEIGHT + 2;
    const element = this.canvas.element(this.canvas.root, 'P');
    this.canvas.within(element, () => {
      lines.forEach((text, at) =>
        this.canvas.text({ ...style, text, x: MARGIN, baseline: top + 16 + at * NAME_HEIGHT }),
      );
      below.forEach((text, at) =>
        this.canvas.text({
          ...BODY,
          text,
          x: MARGIN,
          baseline: details + 12 + at * LINE_HEIGHT,
          color: GREY,
        }),
      );
    });
    this.onTheRight('H1', heading, { weight: 'semibold', size: 22 }, start + 19);
    this.onTheRight('P', number, { weight: 'regular', size: 10.5 }, start + 37);
    this.onTheRight('P', status, BODY, start + 52, GREY);
    this.y = Math.max(details + below.length * LINE_HEIGHT, start + 56) + 22;
  }

  private onTheRight(tag: string, text: string, style: TextStyle, baseline: number, color = INK): void {
    const element = this.canvas.element(this.canvas.root, tag);
    this.canvas.within(element, () =>
      this.canvas.text({ ...style, text: printable(text), x: this.right, baseline, align: 'right', color }),
    );
  }

  private facts(): void {
    const { facts } = this.sheet;
    const top = this.y;
    let x = MARGIN;
    const heights = facts.map((fact, at) => {
      const width = FACT_SHARES[at]! * this.width;
      const last = at === facts.length - 1;
      const height = this.fact(fact, last ? this.right : x, top, width - (last ? 0 : 10), last);
      x += width;
      return height;
    });
    this.y = top + Math.max(...heights) + 18;
  }

  private fact(
    { label, lines, strong }: SheetFact,
    x: number,
    top: number,
    width: number,
    last: boolean,
  ): number {
    const align = last ? 'right' : 'left';
    const natural: TextStyle = strong ? { weight: 'semibold', size: 16 } : BODY;
    // An amount stays on one line: it is printed smaller if it is too wide.
    const widest = Math.max(...lines.map((line) => widthOf(line, natural)));
    const size = strong ? Math.min(natural.size, (natural.size * width) / widest) : natural.size;
    const style = { ...natural, size };
    const printed = strong ? lines : lines.flatMap((line) => linesOf(line, style, width));
    const element = this.canvas.element(this.canvas.root, 'P');
    this.canvas.within(element, () => {
      this.canvas.text({ ...LABEL, text: label, x, baseline: top + 9, color: GREY, align });
      printed.forEach((text, at) =>
        this.canvas.text({ ...style, text, x, align, baseline: top + 13 + style.size + at * LINE_HEIGHT }),
      );
    });
    return 16 + printed.length * Math.max(LINE_HEIGHT, style.size);
  }

  private table(): void {
    const table = new LinesTable(this.sheet, MARGIN, this.width);
    const [first, ...others] = table.rows;
    const last = others.at(-1);
    if (first && !this.fits(LinesTable.headHeight + first.height)) this.beginPage();
    table.drawHead(this.canvas, this.y);
    this.y += LinesTable.headHeight;
    for (const row of table.rows) {
      // The last line goes to the next page with the totals, so that they are not alone there.
      const ending = row.height + TABLE_GAP + this.closingHeight;
      const isEnding = row === last && LinesTable.headHeight + ending <= this.pageHeight;
      if (!this.fits(isEnding ? ending : row.height)) {
        this.beginPage();
        table.drawHead(this.canvas, this.y);
        this.y += LinesTable.headHeight;
      }
      table.drawRow(this.canvas, row, this.y);
      this.y += row.height;
    }
    this.y += TABLE_GAP;
  }

  /** The totals on the right, and on the left how to pay. */
  private totalsAndPayment(): void {
    const { payment } = this.sheet;
    if (!this.fits(this.closingHeight) && this.closingHeight <= this.pageHeight) this.beginPage();
    const top = this.y;
    let beside = true;
    for (const line of this.totals.lines) {
      if (!this.fits(line.height)) {
        this.beginPage();
        beside = false;
      }
      this.totals.drawLine(this.canvas, line, this.y);
      this.y += line.height;
    }
    if (payment && !beside && !this.fits(QR_SIZE)) this.beginPage();
    if (payment) this.payment(payment, beside ? top : this.y);
    this.y = (beside ? top + this.closingHeight : this.y + (payment ? QR_SIZE : 0)) + 20;
  }

  private payment(payment: NonNullable<InvoiceSheet['payment']>, top: number): void {
    const { label, url, qr, qrDescription } = payment;
    const figure = this.canvas.element(this.canvas.root, 'Figure', {
      alt: qrDescription,
      bbox: [MARGIN, top, MARGIN + QR_SIZE, top + QR_SIZE],
    });
    this.canvas.within(figure, () => this.canvas.modules(qr, MARGIN, top, QR_SIZE));
    const x = MARGIN + QR_SIZE + 12;
    const width = (1 - TOTALS_SHARE) * this.width - QR_SIZE - 32;
    const lines = linesOf(url, BODY, width);
    const height = lines.length * LINE_HEIGHT;
    const heading = this.canvas.element(this.canvas.root, 'P');
    this.canvas.within(heading, () =>
      this.canvas.text({ ...LABEL, text: label, x, baseline: top + 12, color: GREY }),
    );
    const link = this.canvas.element(this.canvas.root, 'Link', { alt: url });
    this.canvas.within(link, () =>
      lines.forEach((text, at) =>
        this.canvas.text({ ...BODY, text, x, baseline: top + 28 + at * LINE_HEIGHT, color: '#1d4ed8' }),
      ),
    );
    this.canvas.link(link, url, x, top + 18, width, height);
  }

  private notes(): void {
    const { notes } = this.sheet;
    if (!notes) return;
    if (!this.fits(3 * LINE_HEIGHT)) this.beginPage();
    this.paragraph('H2', [notes.label], MARGIN, LABEL, GREY);
    for (const line of linesOf(notes.text, BODY, this.width)) {
      if (!this.fits(LINE_HEIGHT)) this.beginPage();
      this.paragraph('P', [line], MARGIN, BODY, INK);
    }
  }

  private unprintableNotice(): void {
    const { business, facts, rows, notes, unprintableNotice } = this.sheet;
    const texts = [
      business,
      ...facts.flatMap(({ lines }) => lines),
      ...rows.map(({ description }) => description),
    ];
    if ([...texts, notes?.text ?? ''].every(hasAllGlyphs)) return;
    const lines = linesOf(unprintableNotice, LABEL, this.width);
    if (!this.fits((lines.length + 1) * LINE_HEIGHT)) this.beginPage();
    this.y += LINE_HEIGHT;
    this.paragraph('P', lines, MARGIN, { ...LABEL, weight: 'regular' }, GREY);
  }

  private paragraph(tag: string, lines: string[], x: number, style: TextStyle, color: string): void {
    const element = this.canvas.element(this.canvas.root, tag);
    this.canvas.within(element, () =>
      lines.forEach((text, at) =>
        this.canvas.text({ ...style, text, x, baseline: this.y + style.size + at * LINE_HEIGHT, color }),
      ),
    );
    this.y += lines.length * LINE_HEIGHT;
  }

  private feet(): void {
    const { number, foot } = this.sheet;
    this.canvas.onEachPage((page, pages) => {
      const text = foot.replace('{page}', `${page}`).replace('{pages}', `${pages}`);
      const baseline = this.canvas.height - MARGIN / 2;
      this.canvas.text({ ...LABEL, weight: 'regular', text: number, x: MARGIN, baseline, color: GREY });
      this.canvas.text({
        ...LABEL,
        weight: 'regular',
        text,
        x: this.right,
        baseline,
        align: 'right',
        color: GREY,
      });
    });
  }

  private fits(height: number): boolean {
    return this.y + height <= this.bottom;
  }

  private beginPage(): void {
    this.canvas.addPage();
    this.y = MARGIN;
  }
}
