import PDFDocument from 'pdfkit';
import type { InvoiceSheet } from '../invoice-sheet';
import { ALL_FACES } from './fonts';
import { TextLayer } from './text-layer';
import { type TextStyle, widthOf, wordsOf } from './text-runs';

export const INK = '#111827';
export const GREY = '#6b7280';
export const HAIRLINE = '#e5e7eb';

export type Element = PDFKit.PDFStructureElement;

/** Options of an element of the structure; the published types of pdfkit lack the last two. */
export interface ElementOptions {
  /** Text for what is not text. */
  alt?: string;
  scope?: 'Row' | 'Column';
  /** Left, top, right, bottom. */
  bbox?: [number, number, number, number];
}

export interface LineOfText extends TextStyle {
  text: string;
  /** Left edge, or the right edge if aligned to the right. */
  x: number;
  baseline: number;
  align?: 'left' | 'right';
  color?: string;
}

/** A page that is drawn on, in points from the upper left corner, with the structure that screen readers follow. */
export class Canvas {
  private readonly pdf: PDFKit.PDFDocument;
  readonly root: Element;
  readonly bytes: Promise<Buffer>;
  private readonly textLayer: TextLayer;

  constructor({ paper, title, language, date }: InvoiceSheet) {
    const created = new Date(date);
    this.pdf = new PDFDocument({
      size: paper,
      margin: 0,
      autoFirstPage: false,
      // No standard font: PDF/A embeds all of them.
      font: null as never,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang: language,
      displayTitle: true,
      info: { Title: title, CreationDate: created, ModDate: created },
    });
    const chunks: Buffer[] = [];
    this.bytes = new Promise((resolve, reject) => {
      this.pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.pdf.on('end', () => resolve(Buffer.concat(chunks)));
      this.pdf.on('error', reject);
    });
    this.textLayer = new TextLayer(this.pdf);
    ALL_FACES.forEach(({ name, font }) => this.pdf.registerFont(name, font as never));
    this.root = this.pdf.struct('Document');
    this.pdf.addStructure(this.root);
  }

  addPage(): void {
    this.pdf.addPage();
  }

  get width(): number {
    return this.pdf.page.width;
  }

  get height(): number {
    return this.pdf.page.height;
  }

  end(): void {
    this.root.end();
    this.pdf.end();
  }

  /** A new element of the structure, e.g. a table or a row. */
  element(parent: Element, type: string, options: ElementOptions = {}): Element {
    const element = this.pdf.struct(type, options);
    parent.add(element);
    return element;
  }

  /** Draws content that belongs to an element of the structure. */
  within(element: Element, draw: () => void): void {
    element.add(draw);
  }

  /** Draws what screen readers skip: rules, repeated heads, feet. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.pdf.markContent('Artifact', { type });
    draw();
    this.pdf.endMarkedContent();
  }

  text({ text, x, baseline, align = 'left', color = INK, ...style }: LineOfText): void {
    const left = align === 'right' ? x - widthOf(text, style) : x;
    this.pdf.fillColor(color);
    this.textLayer.draw(wordsOf(text, style.weight), { x: left, baseline, size: style.size });
  }

  rule(x: number, y: number, width: number, color = HAIRLINE, thickness = 0.75): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke();
  }

  /** Draws a PNG within a box, which screen readers skip, and returns its height. */
  picture(png: Uint8Array, x: number, y: number, box: { width: number; height: number }): number {
    // The published types of pdfkit lack it.
    const { openImage } = this.pdf as unknown as { openImage(file: Buffer): typeof box };
    const picture = openImage.call(this.pdf, Buffer.from(png));
    const scale = Math.min(box.width / picture.width, box.height / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    this.artifact('Layout', () => this.pdf.image(picture as never, x, y, { width, height }));
    return height;
  }

  /** Draws the foot of every page; screen readers skip it. */
  onEachPage(draw: (page: number, pages: number) => void): void {
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page);
      this.artifact('Pagination', () => draw(page + 1, count));
    }
  }

  /** A square of modules, e.g. a QR code. */
  modules(matrix: boolean[][], x: number, y: number, size: number): void {
    const side = size / matrix.length;
    matrix.forEach((row, down) =>
      row.forEach((dark, across) => {
        if (dark) this.pdf.rect(x + across * side, y + down * side, side, side);
      }),
    );
    this.pdf.fill(INK);
  }

  link(element: Element, url: string, x: number, y: number, width: number, height: number): void {
    this.pdf.link(x, y, width, height, url, { structParent: element, Contents: new String(url) } as never);
    // The element refers to the page that is current when it ends.
    element.end();
  }
}
