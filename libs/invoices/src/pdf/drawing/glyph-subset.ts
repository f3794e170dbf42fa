import type { GlyphPart } from './shaping';

/** The parts of a subset of fontkit with which glyphs are put together. */
export interface Subset {
  font: { getGlyph(id: number): OutlinedGlyph };
  /** By code. */
  glyphs: (number | Composite)[];
  includeGlyph(id: number): number;
  _addGlyph(glyph: number | Composite): void;
  // The tables of the font, while it is written.
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
}

interface OutlinedGlyph {
  advanceWidth: number;
  /** Not finite without an outline. */
  cbox: { minX: number; minY: number; maxX: number; maxY: number };
}

/** Glyphs of the font that are drawn as one. */
interface Composite {
  parts: readonly GlyphPart[];
  width: number;
}

/** Adds a glyph that draws the parts, and returns its code. Parts can be a part of several glyphs. */
export function addGlyph(subset: Subset, parts: readonly GlyphPart[], width: number): number {
  const [first] = parts;
  const { id, x, y } = first!;
  const isOwn = parts.length === 1 && x === 0 && y === 0 && subset.font.getGlyph(id).advanceWidth === width;
  if (!Object.hasOwn(subset, '_addGlyph')) writeComposites(subset);
  return subset.glyphs.push(isOwn ? id : { parts, width }) - 1;
}

function writeComposites(subset: Subset): void {
  const writeGlyph = subset._addGlyph.bind(subset);
  subset._addGlyph = (glyph) =>
    typeof glyph === 'number' ? writeGlyph(glyph) : writeComposite(subset, glyph);
}

/** Sizes in bytes of a composite glyph of TrueType. */
const HEAD = 10;
const COMPONENT = 8;
const WORDS = 0x1;
const OFFSETS = 0x2;
const MORE = 0x20;

function writeComposite(subset: Subset, { parts, width }: Composite): void {
  const outlined = parts
    .map((part) => ({ ...part, box: subset.font.getGlyph(part.id).cbox }))
    .filter(({ box }) => Number.isFinite(box.minX));
  const glyph = Buffer.alloc(outlined.length === 0 ? 0 : HEAD + outlined.length * COMPONENT);
  const write = (value: number, at: number) => glyph.writeInt16BE(Math.round(value), at);
  const bearing = outlined.length === 0 ? 0 : Math.min(...outlined.map(({ x, box }) => x + box.minX));
  if (outlined.length > 0) {
    write(-1, 0);
    write(bearing, 2);
    write(Math.min(...outlined.map(({ y, box }) => y + box.minY)), 4);
    write(Math.max(...outlined.map(({ x, box }) => x + box.maxX)), 6);
    write(Math.max(...outlined.map(({ y, box }) => y + box.maxY)), 8);
  }
  outlined.forEach(({ id, x, y }, index) => {
    const start = HEAD + index * COMPONENT;
    const isLast = index === outlined.length - 1;
    write(WORDS | OFFSETS | (isLast ? 0 : MORE), start);
    glyph.writeUInt16BE(subset.includeGlyph(id), start + 2);
    write(x, start + 4);
    write(y, start + 6);
  });
  subset.glyf.push(glyph);
  subset.loca.offsets.push(subset.offset);
  subset.hmtx.metrics.push({ advance: width, bearing: Math.round(bearing) });
  subset.offset += glyph.length;
}
