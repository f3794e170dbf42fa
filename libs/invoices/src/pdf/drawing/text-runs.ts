import bidiFactory from 'bidi-js';
import { type Face, faceFor, REPLACEMENT, type Weight } from './fonts';

/** A part of a line with one font and one direction. */
export interface TextRun {
  /** In the order the font expects: logical order, which it shapes. */
  text: string;
  face: Face;
  /** Whether the run is shaped as a whole; other runs are shaped word by word. */
  whole: boolean;
  /** Width at a font size of one. */
  width: number;
}

export interface TextStyle {
  weight: Weight;
  size: number;
}

const bidi = bidiFactory();
/** Invisible signs, except the two joiners that Arabic letters need. Direction overrides are among them. */
const INVISIBLE = /(?![\u200C\u200D])\p{Cf}/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const ARABIC = /\p{Script=Arabic}/u;

/** All spaces but the ones that do not break, which amounts contain. */
const SPACE = /[^\S\u00A0\u202F]/gu;

/** The text as it can be printed: composed, without invisible signs, on one line. */
export function printable(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(SPACE, ' ');
}

/** Whether a text of any number of lines is printed without a sign in place of a character. */
export const hasAllGlyphs = (text: string): boolean =>
  [...printable(text)].every((sign) => faceFor('regular', sign) !== undefined);

/** Whether letters have marks of their own, as in Yoruba; marks of right-to-left scripts are a part of shaping. */
export const hasMarks = (text: string): boolean => /\p{M}/u.test(text) && !isRightToLeft(text);

const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** The runs of one line from left to right, as the Unicode Bidirectional Algorithm orders them. */
export function runsOf(line: string, weight: Weight): TextRun[] {
  if (!isRightToLeft(line)) return split(line, new Uint8Array(line.length), weight).map(({ run }) => run);
  const { levels } = bidi.getEmbeddingLevels(line, 'auto');
  return reordered(split(mirrored(line, levels), levels, weight));
}

/**
 * Width of one line in points, the same as that of its runs. Letters of different words are never joined and the fonts have
 * the same space, so that words are measured one by one: a whole line would be shaped anew for every possible break.
 */
export function widthOf(line: string, { weight, size }: TextStyle): number {
  return line.split(/(?<= )/).reduce((sum, word) => sum + measuredWord(word, weight), 0) * size;
}

function mirrored(line: string, levels: Uint8Array): string {
  const replaced = bidi.getMirroredCharactersMap(line, levels);
  return [...Array(line.length).keys()].map((at) => replaced.get(at) ?? line[at]).join('');
}

interface LevelledRun {
  level: number;
  run: TextRun;
}

function split(line: string, levels: Uint8Array, weight: Weight): LevelledRun[] {
  const parts: { text: string; face: Face; level: number }[] = [];
  let at = 0;
  for (const sign of line) {
    const level = levels[at]!;
    at += sign.length;
    const last = parts.at(-1);
    const face = faceFor(weight, sign);
    if (last?.level === level && follows(last.face, face, sign, level)) last.text += sign;
    else if (face) parts.push({ text: sign, face, level });
    else parts.push({ text: REPLACEMENT, face: faceFor(weight, REPLACEMENT)!, level });
  }
  return parts.map(({ text, face, level }) => ({ level, run: measured(text, face, level % 2 === 1) }));
}

/** Whether a sign continues a run: spaces between Arabic words stay in the font of the words. */
function follows(current: Face, own: Face | undefined, sign: string, level: number): boolean {
  return current === own || (level % 2 === 1 && current.font.hasGlyphForCodePoint(sign.codePointAt(0)!));
}

function measured(text: string, face: Face, rightToLeft: boolean): TextRun {
  const whole = rightToLeft || ARABIC.test(text);
  // Fonts reverse what they recognise as Arabic; other text of a right-to-left run is reversed here.
  const ordered = rightToLeft && !ARABIC.test(text) ? [...text].reverse().join('') : text;
  const drawn = shapable(ordered, face);
  // Letters of different words are never joined, so words can be measured one by one.
  const width = drawn.split(/(?<= )/).reduce((sum, word) => sum + wordWidth(word, face), 0);
  return { text: drawn, face, whole, width };
}

const MARKS = /\p{M}+/gu;

/** The text as the font can shape it: without marks if it cannot place them, e.g. Latin accents among Arabic letters. */
function shapable(text: string, face: Face): string {
  const forms = [text, text.replace(MARKS, ''), text.normalize('NFKD').replace(MARKS, '')];
  return forms.find((form) => canShape(form, face)) ?? '';
}

function canShape(text: string, face: Face): boolean {
  try {
    if (ARABIC.test(text) || /\p{M}/u.test(text)) layoutWidth(text, face);
    text.split(/(?<= )/).forEach((word) => wordWidth(word, face));
    return true;
  } catch {
    return false;
  }
}

const layoutWidth = (text: string, { font }: Face) => font.layout(text).advanceWidth / font.unitsPerEm;

/** Most words are short and come again. */
const KEPT_WORDS = 10_000;
const words = new Map<string, number>();

const wordWidth = (word: string, face: Face): number =>
  remembered(`${face.name} ${word}`, () => layoutWidth(word, face));

const measuredWord = (word: string, weight: Weight): number =>
  remembered(`${weight} ${word}`, () => runsOf(word, weight).reduce((sum, { width }) => sum + width, 0));

function remembered(key: string, measure: () => number): number {
  const known = words.get(key);
  if (known !== undefined) return known;
  const width = measure();
  if (words.size >= KEPT_WORDS) words.clear();
  words.set(key, width);
  return width;
}

/** Rule L2 of the algorithm: from the highest level to 1, sequences of at least that level are reversed. */
function reordered(runs: LevelledRun[]): TextRun[] {
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < runs.length; start++) {
      let end = start;
      while (end < runs.length && runs[end]!.level >= level) end++;
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return runs.map(({ run }) => run);
}
