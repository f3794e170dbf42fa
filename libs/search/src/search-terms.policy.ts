import { invalid, parseMajorToMinor } from '@app/kernel';

/** What an object is found by. */
export interface SearchFacts {
  ids: readonly string[];
  references?: readonly (string | null)[];
  email?: string | null;
  names?: readonly (string | null)[];
  amountMinor?: bigint;
  /** The last four digits of cards or accounts. */
  last4?: readonly (string | null)[];
}

/** A range of terms that a text is looked up in. */
export interface Lookup {
  /** A whole term, or the beginning of terms. */
  term: string;
  isPrefix: boolean;
  /** The age in days up to which objects count. */
  maxDays?: number;
}

const MAX_LENGTH = 100;
const MAX_WORDS = 8;
/** Digits of cards are common, so that older objects with them are of no use. */
const LAST4_DAYS = 90;

const SECRET = /^(sk|pk|ck|whsec)_/;
const ID = /^(?:cs_|evt|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)/;
const DECIMAL = /^(?:\d{1,13}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;

/** The form in which texts are compared: compatible characters as one, lower case, single spaces. */
function normal(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
  return Array.from(words).slice(0, MAX_LENGTH).join('');
}

/** The terms of an object, each of them once. The letter before the colon is what the text is. */
export function termsOf({
  ids,
  references = [],
  email,
  names = [],
  amountMinor,
  last4 = [],
}: SearchFacts): string[] {
  const terms = [
    ...ids.map((id) => `i:${normal(id)}`),
    ...given(references).map((text) => `r:${text}`),
    ...given([email]).map((text) => `e:${text}`),
    ...given(names)
      .flatMap(endsOf)
      .map((text) => `n:${text}`),
    ...(amountMinor === undefined ? [] : [`a:${amountMinor}`]),
    ...given(last4).map((text) => `c:${text}`),
  ];
  return [...new Set(terms)];
}

const given = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.map((text) => normal(text ?? '')).filter((text) => text !== '');

/** A name from each of its words on, so that a text that begins any word is the beginning of one of them. */
function endsOf(name: string): string[] {
  const words = name.split(' ').slice(0, MAX_WORDS);
  return words.map((_, from) => words.slice(from).join(' '));
}

/** Where to look for what a person has typed. Throws VALIDATION_ERROR for keys and card numbers. */
export function lookupsOf(q: string): Lookup[] {
  const text = normal(q);
  if (SECRET.test(text))
    throw invalid('q', 'q is a key. Keys are not searched for: revoke it if others saw it.');
  if (isCardNumber(text)) throw invalid('q', 'q is a card number. Search for its last four digits.');
  const reference = { term: `r:${text}`, isPrefix: true };
  if (ID.test(text)) return [{ term: `i:${text}`, isPrefix: false }, reference];
  const email = { term: `e:${text}`, isPrefix: true };
  if (text.includes('@')) return [email];
  const amount = DECIMAL.test(text) && parseMajorToMinor(text.replaceAll(',', ''));
  if (amount === false || amount === null) return [reference, email, { term: `n:${text}`, isPrefix: true }];
  const digits = { term: `c:${text}`, isPrefix: false, maxDays: LAST4_DAYS };
  return [{ term: `a:${amount}`, isPrefix: false }, reference, ...(/^\d{4}$/.test(text) ? [digits] : [])];
}

/** Whether an object with these terms, created at this time, is found by one of the look-ups. */
export function isFound(terms: readonly string[], at: Date, lookups: readonly Lookup[], now: Date): boolean {
  return lookups.some((lookup) => {
    const since = sinceOf(lookup, now);
    if (since && at < since) return false;
    return terms.some((term) => (lookup.isPrefix ? term.startsWith(lookup.term) : term === lookup.term));
  });
}

/** The time from which objects count; null: all do. */
export const sinceOf = ({ maxDays }: Lookup, now: Date): Date | null =>
  maxDays === undefined ? null : new Date(now.getTime() - maxDays * 86_400_000);

/** 13 to 19 digits with the check digit of cards. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = place % 2 === 0 ? +digit : +digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
