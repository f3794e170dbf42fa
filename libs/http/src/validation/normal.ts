import { Transform, type TransformFnParams } from 'class-transformer';

/** Text that is in its normal form already: visible ASCII. Most values are. */
const PLAIN_CODE = /^[!-~]*$/;
/** The same with spaces inside. */
const PLAIN_LINE = /^[!-~](?:[ -~]*[!-~])?$/;
/** Blanks within a line: the tab, and the spaces of Unicode. */
const BLANK = /[\t\p{Zs}]/gu;
const LINE_BREAK = /\r\n?|[\u2028\u2029]/g;
/** The marks that text from other programs contains: those of writing direction, the soft hyphen, the byte order mark. */
export const MARKS = '\\u00ad\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff';
/** A blank or a mark at an end of an address. */
const AT_END = new RegExp(`[\\s${MARKS}]`);
/** Codes contain no joiners and no blanks of zero width either. */
const MARK_OR_JOINER = new RegExp(`[${MARKS}\\u180e\\u200b-\\u200d\\u2060-\\u2064]`, 'g');

/** The longest text that is normalised. No code is longer. */
const MAX_NORMALIZED = 8192;
/** Maximum number of UTF-16 units that normal form C composes into one character. */
const UNITS_PER_CHARACTER = 4;

/** Normal form C of a text, which is not made of long texts, because it takes quadratic time in the number of marks. */
export function normalForm(text: string): string {
  return text.length <= MAX_NORMALIZED ? text.normalize('NFC') : text;
}

/** A whole JSON number as the text of its digits, everything else as it is. Leading zeros do not survive in a number. */
function digitsAsText(value: unknown): unknown {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? String(value) : value;
}

/**
 * An identifier, a code or another value for programs: without blanks at its ends and without invisible marks, other
 * blanks as spaces, in normal form C. Values that are not text are returned as they are.
 */
export function normalCode(value: unknown): unknown {
  if (typeof value !== 'string' || PLAIN_CODE.test(value)) return value;
  return normalForm(value.replace(MARK_OR_JOINER, '').trim().replace(BLANK, ' '));
}

/** A whole number, as a JSON number or as digits: as `normalCode`, digits as their number. */
export function normalInt(value: unknown): unknown {
  const code = normalCode(value);
  return typeof code === 'string' && /^\d{1,15}$/.test(code) ? +code : code;
}

/** A code that people copy in groups, such as an IBAN: as `normalCode`, without any blanks. */
export function normalGroups(value: unknown): unknown {
  const code = normalCode(value);
  return typeof code === 'string' ? code.replaceAll(' ', '') : code;
}

/** Hyphens and dashes as programs set them between digits. */
const DASH = /[\u2010-\u2015\u2212]/g;

/** Digits that people type or copy, as text or as a whole JSON number: as `normalGroups`, with plain hyphens. */
export function normalDigits(value: unknown): unknown {
  const groups = normalGroups(digitsAsText(value));
  return typeof groups === 'string' ? groups.replace(DASH, '-') : groups;
}

/** As `normalCode`, for text that may consist of digits and then be a whole JSON number. */
export function normalDigitsOrText(value: unknown): unknown {
  return normalCode(digitsAsText(value));
}

/** A value without blanks and marks around it, such as an address: its characters stay, as others may have signed them. */
export function normalUrl(value: unknown): unknown {
  if (typeof value !== 'string' || PLAIN_CODE.test(value)) return value;
  // Not by one expression, which takes quadratic time in the number of blanks within the value.
  let [start, end] = [0, value.length];
  while (start < end && AT_END.test(value[start]!)) start++;
  while (end > start && AT_END.test(value[end - 1]!)) end--;
  return value.slice(start, end);
}

export function normalEmail(value: unknown): unknown {
  const code = normalCode(value);
  return typeof code === 'string' ? code.toLowerCase() : code;
}

/** Removes a leading `@`, too. */
export function normalUsertag(value: unknown): unknown {
  const code = normalEmail(value);
  return typeof code === 'string' ? code.replace(/^@/, '') : code;
}

/** In upper case, as currencies and countries are written. */
export function normalUpperCase(value: unknown): unknown {
  const code = normalCode(value);
  return typeof code === 'string' ? code.toUpperCase() : code;
}

/**
 * Text for people: without blanks at its ends, other blanks as spaces, line breaks as `\n`, in normal form C. Text that
 * cannot come to `max` characters is only trimmed, for validation to refuse.
 */
export function normalText(max: number): (value: unknown) => unknown {
  return (value) => {
    if (typeof value !== 'string' || PLAIN_LINE.test(value)) return value;
    const text = value.trim();
    if (text.length > max * UNITS_PER_CHARACTER) return text;
    return text.replace(LINE_BREAK, '\n').replace(BLANK, ' ').normalize('NFC').trim();
  };
}

/** Text to find in texts for people: as `normalText`, without the marks around it. */
export function normalSearch(max: number): (value: unknown) => unknown {
  const normal = normalText(max);
  return (value) => normal(normalUrl(value));
}

/** An address as `normalUrl` where it has a scheme of the web, other text as `normalText`. */
export function normalUrlOrText(max: number): (value: unknown) => unknown {
  const normal = normalText(max);
  return (value) => {
    const url = normalUrl(value);
    return typeof url === 'string' && /^https?:/i.test(url) ? url : normal(value);
  };
}

/** Brings a field into its normal form before its own rules read it. */
export const Normal = (normal: (value: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }: TransformFnParams) => normal(value) as never);
