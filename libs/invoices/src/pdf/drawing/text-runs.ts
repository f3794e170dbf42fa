import bidiFactory from 'bidi-js';
import { type Face, faceFor, REPLACEMENT, type Weight } from './fonts';
import { type ShapedWord, shapedWord } from './shaping';

export interface TextStyle {
  weight: Weight;
  size: number;
}

const bidi = bidiFactory();
/** Invisible signs, except the two joiners that Arabic letters need. Direction overrides are among them. */
const INVISIBLE = /(?![\u200C\u200D])\p{Cf}/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** All spaces but the ones that do not break, which amounts contain. */
const SPACE = /[^\S\u00A0\u202F]/gu;

/** The text as it can be printed: composed, without invisible signs, on one line. */
export function printable(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(SPACE, ' ');
}

/** Whether a text of any number of lines is printed without a sign in place of a character. */
export const hasAllGlyphs = (text: string): boolean =>
  [...printable(text)].every((sign) => faceFor('regular', sign) !== undefined);

const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** The words of one line from left to right, as the Unicode Bidirectional Algorithm orders them. */
export function wordsOf(line: string, weight: Weight): ShapedWord[] {
  if (!isRightToLeft(line)) return split(line, new Uint8Array(line.length), weight).flatMap(shaped);
  const { levels } = bidi.getEmbeddingLevels(line, 'auto');
  return reordered(split(mirrored(line, levels), levels, weight)).flatMap(shaped);
}

/**
 * Width of one line in points, the same as that of its words. Letters of different words are never joined and the fonts have
 * the same space, so that words are measured one by one: a whole line would be shaped anew for every possible break.
 */
export function widthOf(line: string, { weight, size }: TextStyle): number {
  return wordsIn(line).reduce((sum, word) => sum + measuredWord(word, weight), 0) * size;
}

/** Words and the spaces between them. */
const wordsIn = (text: string): string[] => text.split(/( +)/).filter(Boolean);

function mirrored(line: string, levels: Uint8Array): string {
  const replaced = bidi.getMirroredCharactersMap(line, levels);
  return [...Array(line.length).keys()].map((at) => replaced.get(at) ?? line[at]).join('');
}

/** A part of a line with one font and one direction, in the order of the text. */
interface TextRun {
  text: string;
  face: Face;
  /** Even from left to right, odd from right to left. */
  level: number;
}

function split(line: string, levels: Uint8Array, weight: Weight): TextRun[] {
  const runs: TextRun[] = [];
  let at = 0;
  for (const sign of line) {
    const level = levels[at]!;
    at += sign.length;
    const last = runs.at(-1);
    const face = faceFor(weight, sign);
    if (last?.level === level && follows(last.face, face, sign, level)) last.text += sign;
    else if (face) runs.push({ text: sign, face, level });
    else runs.push({ text: REPLACEMENT, face: faceFor(weight, REPLACEMENT)!, level });
  }
  return runs;
}

/** Whether a sign continues a run: spaces between Arabic words stay in the font of the words. */
function follows(current: Face, own: Face | undefined, sign: string, level: number): boolean {
  return current === own || (level % 2 === 1 && current.font.hasGlyphForCodePoint(sign.codePointAt(0)!));
}

/** A syllable is drawn in another order than written, so it is copied as one. */
const SYLLABLE =
  /(?:[\u0915-\u0939\u0958-\u095F\u0978-\u097F]\u093C?\u094D[\u200C\u200D]?)*\P{M}\p{M}*|\p{M}+/gu;
const DEVANAGARI = /\p{Script=Devanagari}/u;

const syllablesIn = (word: string): string[] => (DEVANAGARI.test(word) ? word.match(SYLLABLE)! : [word]);

function shaped({ text, face, level }: TextRun): ShapedWord[] {
  const rightToLeft = level % 2 === 1;
  const parts = wordsIn(text).flatMap(syllablesIn);
  const words = parts.map((word) => shapedWord(word, face, rightToLeft));
  return rightToLeft ? words.reverse() : words;
}

/** Most words are short and come again. */
const KEPT_WORDS = 10_000;
const widths = new Map<string, number>();

function measuredWord(word: string, weight: Weight): number {
  const key = `${weight} ${word}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const width = wordsOf(word, weight).reduce((sum, part) => sum + part.width, 0);
  if (widths.size >= KEPT_WORDS) widths.clear();
  widths.set(key, width);
  return width;
}

/** Rule L2 of the algorithm: from the highest level to 1, sequences of at least that level are reversed. */
function reordered(runs: TextRun[]): TextRun[] {
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < runs.length; start++) {
      let end = start;
      while (end < runs.length && runs[end]!.level >= level) end++;
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return runs;
}
