import type { Face, Font } from './fonts';
import { addGlyph, type Subset } from './glyph-subset';
import type { ShapedWord, Sign } from './shaping';

/** The parts of a font of pdfkit with which glyphs are given codes. */
interface EmbeddedFont {
  id: string;
  ref(): unknown;
  font: Font;
  subset: Subset;
  /** By code. */
  widths: number[];
  unicode: number[][];
}

/** Where words are drawn: in points, from the upper left corner. */
interface Place {
  x: number;
  baseline: number;
  size: number;
}

/**
 * Draws shaped words so that they can be copied and searched: each character, with its marks, is one glyph of the embedded
 * font, with its own code and text. Glyphs of the original font are shared between letters, so their texts would be wrong.
 */
export class TextLayer {
  private readonly codes = new Map<string, number>();

  constructor(private readonly pdf: PDFKit.PDFDocument) {}

  draw(words: readonly ShapedWord[], { x, baseline, size }: Place): void {
    const { pdf } = this;
    const { height } = pdf.page;
    pdf.save().transform(1, 0, 0, -1, 0, height).addContent('BT');
    pdf.addContent(`1 0 0 1 ${decimal(x)} ${decimal(height - baseline)} Tm`);
    let [face, shown]: [Face | null, string] = [null, ''];
    const show = () => {
      if (shown) pdf.addContent(`[${shown}] TJ`);
      shown = '';
    };
    for (const { face: own, signs } of words) {
      const font = this.fontOf(own, size);
      if (face !== own) {
        show();
        pdf.addContent(`/${font.id} ${decimal(size)} Tf`);
      }
      face = own;
      for (const sign of signs) shown += this.shown(sign, font);
    }
    show();
    pdf.addContent('ET').restore();
  }

  private fontOf({ name }: Face, size: number): EmbeddedFont {
    const { pdf } = this;
    pdf.font(name, size);
    const { _font: font, page } = pdf as unknown as {
      _font: EmbeddedFont;
      page: { fonts: Record<string, unknown> };
    };
    page.fonts[font.id] ??= font.ref();
    return font;
  }

  /** An operand of TJ. */
  private shown(sign: Sign, font: EmbeddedFont): string {
    const key = `${font.id} ${sign.key}`;
    const code = this.codes.get(key) ?? this.added(sign, font);
    this.codes.set(key, code);
    const hex = `<${code.toString(16).padStart(4, '0')}>`;
    const kerning = sign.width - sign.advance;
    return kerning === 0 ? hex : `${hex}${decimal((kerning * 1000) / font.font.unitsPerEm)}`;
  }

  private added({ text, parts, width }: Sign, { font, subset, widths, unicode }: EmbeddedFont): number {
    const code = addGlyph(subset, parts, width);
    widths[code] = (width * 1000) / font.unitsPerEm;
    unicode[code] = Array.from(text, (character) => character.codePointAt(0)!);
    return code;
  }
}

const decimal = (value: number): number => Math.round(value * 1e4) / 1e4;
