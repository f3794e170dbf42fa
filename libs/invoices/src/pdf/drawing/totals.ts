import type { InvoiceSheet, SheetTotal } from '../invoice-sheet';
import type { Canvas, Element } from './canvas';
import { linesOf } from './line-breaks';
import { LINE_HEIGHT } from './table';
import { type TextStyle, widthOf } from './text-runs';

const PLAIN: TextStyle = { weight: 'regular', size: 9.5 };
const STRONG: TextStyle = { weight: 'semibold', size: 10.5 };
/** Above and below a line of the totals together, and between its label and its amount. */
const PADDING = 4;
const GAP = 12;

/** A line of the totals with its label cut into lines. */
interface TotalLine {
  label: string[];
  amount: string;
  strong: boolean;
  style: TextStyle;
  height: number;
}

/** The totals of an invoice between two edges. The label of each takes the width that its amount leaves. */
export class Totals {
  readonly lines: TotalLine[];
  readonly height: number;
  private element?: Element;

  constructor(
    { totals }: InvoiceSheet,
    private readonly left: number,
    private readonly right: number,
  ) {
    this.lines = totals.map((total) => this.broken(total));
    this.height = this.lines.reduce((sum, { height }) => sum + height, 0);
  }

  drawLine(canvas: Canvas, { label, amount, strong, style }: TotalLine, top: number): void {
    const { left, right } = this;
    const baseline = top + 12;
    if (strong) canvas.artifact('Layout', () => canvas.rule(left, top, right - left));
    this.element ??= canvas.element(canvas.root, 'Table');
    const row = canvas.element(this.element, 'TR');
    const head = canvas.element(row, 'TH', { scope: 'Row' });
    canvas.within(head, () =>
      label.forEach((text, at) =>
        canvas.text({ ...style, text, x: left, baseline: baseline + at * LINE_HEIGHT }),
      ),
    );
    const cell = canvas.element(row, 'TD');
    canvas.within(cell, () => canvas.text({ ...style, text: amount, x: right, baseline, align: 'right' }));
  }

  private broken({ label, amount, strong = false }: SheetTotal): TotalLine {
    const style = strong ? STRONG : PLAIN;
    const lines = linesOf(label, style, this.right - this.left - widthOf(amount, style) - GAP);
    return { label: lines, amount, strong, style, height: lines.length * LINE_HEIGHT + PADDING };
  }
}
