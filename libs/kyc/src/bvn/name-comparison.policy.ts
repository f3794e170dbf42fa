export type NameComparison = 'match' | 'near' | 'different';

/** Shorter words differ too much by one letter. */
const NEAR_LENGTH = 5;

/**
 * Compares two names of a person by their words, in any order. `match`: all of ours are among theirs. `near`:
 * all but one are, and that one differs from a remaining one by one letter in words of five letters or more.
 */
export function compareNames(ours: string, theirs: string): NameComparison {
  const left = wordsOf(theirs);
  const missing: string[] = [];
  const words = wordsOf(ours);
  for (const own of words) {
    const at = left.indexOf(own);
    if (at === -1) missing.push(own);
    else left.splice(at, 1);
  }
  if (words.length === 0) return 'different';
  if (missing.length === 0) return 'match';
  const [last] = missing;
  const isNear = missing.length === 1 && words.length > 1 && left.some((other) => areNear(last!, other));
  return isNear ? 'near' : 'different';
}

/** Lower-case words without accents and marks, split at spaces, hyphens and apostrophes. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s\p{Pd}'’‘ʼ`´]+/u)
    .filter(Boolean);
}

function areNear(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= NEAR_LENGTH && isOneEdit(a, b);
}

/** Whether one letter inserted, left out or replaced makes `b` of `a`. */
function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = short.slice(short.length === long.length ? at + 1 : at);
  return rest === long.slice(at + 1);
}
