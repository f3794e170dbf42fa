import type { InvoiceSheet, SheetRow } from '../invoice-sheet';
import { type Canvas, type Element, GREY } from './canvas';
import { linesOf } from './line-breaks';
import { type TextStyle, widthOf } from './text-runs';

export const LINE_HEIGHT = 13;
const CELL: TextStyle = { weight: 'regular', size: 9.5 };
const HEAD: TextStyle = { weight: 'semibold', size: 8.5 };
const ROW_PADDING = 5;
const GAP = 12;
const HEAD_HEIGHT = 22;

/** The columns of figures, right-aligned, with their least share of the width. */
const FIGURES = [
  ['quantity', 0.1],
  ['unitPrice', 0.16],
  ['tax', 0.1],
  ['amount', 0.18],
] as const;

interface Column {
  name: keyof SheetRow;
  /** Left edge of text, or right edge of figures. */
  x: number;
  align: 'left' | 'right';
}

/** A row with its description cut into lines. */
export interface TableRow {
  row: SheetRow;
  description: string[];
  height: number;
}

/** The table of the lines of an invoice. Its head is repeated on every page. */
export class LinesTable {
  static readonly headHeight = HEAD_HEIGHT;
  readonly rows: TableRow[];
  private readonly columns: Column[];
  private readonly head: SheetRow;
  private element?: Element;

  constructor(
    { rows, columns }: InvoiceSheet,
    private readonly left: number,
    private readonly width: number,
  ) {
    this.head = columns;
    const widths = FIGURES.map(([name, share]) =>
      Math.max(
        share * width,
        widthOf(columns[name], HEAD) + GAP,
        ...rows.map((row) => widthOf(row[name], CELL) + GAP),
      ),
    );
    const figures = widths.reduce((sum, each) => sum + each, 0);
    let right = left + width - figures;
    this.columns = [
      { name: 'description', x: left, align: 'left' },
      ...FIGURES.map(([name], at): Column => ({ name, x: (right += widths[at]!), align: 'right' })),
    ];
    this.rows = rows.map((row) => {
      const description = linesOf(row.description, CELL, width - figures);
      return { row, description, height: description.length * LINE_HEIGHT + 2 * ROW_PADDING };
    });
  }

  /** Draws the head: as part of the structure on the first page, as an artifact on the others. */
  drawHead(canvas: Canvas, top: number): void {
    if (this.element) {
      canvas.artifact('Pagination', () =>
        this.columns.forEach((column) => this.headCell(canvas, column, top)),
      );
    } else {
      this.element = canvas.element(canvas.root, 'Table');
      const row = canvas.element(this.element, 'TR');
      for (const column of this.columns) {
        const cell = canvas.element(row, 'TH', { scope: 'Column' });
        canvas.within(cell, () => this.headCell(canvas, column, top));
      }
    }
    canvas.artifact('Layout', () => canvas.rule(this.left, top + HEAD_HEIGHT, this.width, GREY));
  }

  drawRow(canvas: Canvas, { row, description, height }: TableRow, top: number): void {
    const element = canvas.element(this.element!, 'TR');
    const first = top + ROW_PADDING + CELL.size;
    for (const { name, x, align } of this.columns) {
      const lines = name === 'description' ? description : [row[name]];
      const cell = canvas.element(element, 'TD');
      canvas.within(cell, () =>
        lines.forEach((text, at) =>
          canvas.text({ ...CELL, text, x, align, baseline: first + at * LINE_HEIGHT }),
        ),
      );
    }
    canvas.artifact('Layout', () => canvas.rule(this.left, top + height, this.width));
  }

  private headCell(canvas: Canvas, { name, x, align }: Column, top: number): void {
    canvas.text({ ...HEAD, text: this.head[name], x, align, baseline: top + 14, color: GREY });
  }
}
