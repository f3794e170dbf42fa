import type { Face, GlyphRun } from './fonts';

/** A glyph of the font at its place in a sign, in units of the font. */
export interface GlyphPart {
  id: number;
  x: number;
  y: number;
}

/** What is drawn and copied as one: a character with its marks, or characters that their font draws in another order. */
export interface Sign {
  /** In the order in which it is drawn: viewers turn the characters of right-to-left text around. */
  text: string;
  parts: GlyphPart[];
  /** In units of the font: to the next sign without and with kerning. */
  width: number;
  advance: number;
  /** The same for signs that look the same and have the same text. */
  key: string;
}

/** A word as its font draws it, with its signs from left to right. */
export interface ShapedWord {
  face: Face;
  signs: Sign[];
  /** Width at a font size of one. */
  width: number;
}

/** Characters of words that are remembered: each is drawn after it was measured, and most come again. */
const REMEMBERED_CHARACTERS = 60_000;
let recent = new Map<string, ShapedWord>();
let earlier = new Map<string, ShapedWord>();
let remembered = 0;

/** The word in a direction. Shaping takes most of the time of a drawing, so it is done once for words of late. */
export function shapedWord(text: string, face: Face, rightToLeft: boolean): ShapedWord {
  const key = `${face.name}${rightToLeft ? '<' : '>'}${text}`;
  const known = recent.get(key);
  if (known) return known;
  if (remembered > REMEMBERED_CHARACTERS) [earlier, recent, remembered] = [recent, new Map(), 0];
  const word = earlier.get(key) ?? shaped(text, face, rightToLeft);
  recent.set(key, word);
  remembered += text.length;
  return word;
}

function shaped(text: string, face: Face, rightToLeft: boolean): ShapedWord {
  const { font } = face;
  const characters = Array.from(text, (character) => {
    const point = character.codePointAt(0)!;
    return { id: font.glyphForCodePoint(point).id, codePoints: [point] };
  });
  const direction = rightToLeft ? 'rtl' : 'ltr';
  const signs = signsOf(font.layout(characters, [], undefined, undefined, direction), text, rightToLeft);
  const width = signs.reduce((sum, { advance }) => sum + advance, 0) / font.unitsPerEm;
  return { face, signs, width };
}

/** Characters that one glyph can have as its text. */
const MAX_TEXT = 32;
/** In units of the font: any number of marks can be above each other. */
const MAX_HEIGHT = 1500;
const MARK = /^\p{M}/u;

function signsOf({ glyphs, positions, texts }: GlyphRun, text: string, rightToLeft: boolean): Sign[] {
  const groups: { text: string; at: number[] }[] = [];
  texts.forEach((own, index) => {
    const at = rightToLeft ? glyphs.length - 1 - index : index;
    const last = groups.at(-1);
    // A further glyph of the character before has no text of its own.
    if (last && (own === '' || (MARK.test(own) && last.text.length < MAX_TEXT))) {
      last.text += own;
      last.at.push(at);
    } else groups.push({ text: own, at: [at] });
  });
  const isOrdered = rightToLeft || groups.map((group) => group.text).join('') === text;
  const signs = isOrdered ? groups : [{ text, at: [...glyphs.keys()] }];
  const placed = signs.map((sign): Sign => {
    const at = sign.at.sort((one, other) => one - other);
    let [width, advance] = [0, 0];
    const parts = at.map((index): GlyphPart => {
      const { xAdvance, xOffset, yOffset } = positions[index]!;
      const y = Math.max(-MAX_HEIGHT, Math.min(yOffset, MAX_HEIGHT));
      const part = { id: glyphs[index]!.id, x: advance + xOffset, y };
      width += xAdvance === 0 ? 0 : glyphs[index]!.advanceWidth;
      advance += xAdvance;
      return part;
    });
    const drawn = rightToLeft ? [...sign.text].reverse().join('') : sign.text;
    const key = `${drawn} ${width} ${parts.map(({ id, x, y }) => `${id},${x},${y}`).join(' ')}`;
    return { text: drawn, parts, width, advance, key };
  });
  return rightToLeft ? placed.reverse() : placed;
}
