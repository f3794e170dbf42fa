import { printable, type TextStyle, widthOf } from './text-runs';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The lines of a text in a column. Words that are wider than the column are cut. */
export function linesOf(text: string, style: TextStyle, width: number): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => broken(printable(paragraph), style, width));
}

function broken(paragraph: string, style: TextStyle, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of paragraph.split(/ +/).filter(Boolean)) {
    const longer = line === '' ? part : `${line} ${part}`;
    if (widthOf(longer, style) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = cut(part, style, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1)!;
  }
  return [...lines, line];
}

function cut(word: string, style: TextStyle, width: number): string[] {
  if (widthOf(word, style) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    const needed = widthOf(segment, style);
    if (piece !== '' && used + needed > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += segment;
    used += needed;
  }
  return [...pieces, piece];
}
