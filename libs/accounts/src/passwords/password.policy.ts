import { dictionary } from '@zxcvbn-ts/language-common';

/** Words of this product that its users choose; the list of leaked passwords does not have them. */
const PRODUCT_WORDS = [
  'payments',
  'wallet',
  'bitcoin',
  'instagram',
  'lagos',
  'login',
  'changemenow',
  'thepassword',
];

/** About 49,000 passwords that were leaked most often, and words; digits and signs after one make it no stronger. */
const COMMON = new Set([...dictionary['passwords-common'], ...PRODUCT_WORDS]);

/** Shorter words are parts of longer passwords by chance. */
const MIN_STEM = 4;

/** Digits, the alphabet and keyboard rows: a run along one of them, in either direction, is easily guessed. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
];
const RUNS_BOTH_WAYS = RUNS.flatMap((run) => [run, [...run].reverse().join('')]);

const LETTER_LOOKED_LIKE: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

/** Why `password` is too easily guessed; null when it is not. The DTO checks its length. */
export function passwordFault(password: string, email: string): string | null {
  const text = password.normalize('NFKC').toLowerCase();
  if (isPattern(text)) return 'password must not be a simple pattern.';
  if (isCommon(text)) return 'password is one of the most common ones; choose another.';
  const [mailbox] = email.split('@') as [string];
  const leftOver = text.length - mailbox.length;
  if (text.includes(email) || (mailbox.length >= 4 && text.includes(mailbox) && leftOver < 8)) {
    return 'password must not be made of the e-mail address.';
  }
  return null;
}

/** Only digits, one to four repeated characters, or a run. */
function isPattern(text: string): boolean {
  const chars = [...text];
  const repeats = [1, 2, 3, 4].some((period) => chars.every((char, i) => char === chars[i % period]));
  return repeats || /^\d+$/.test(text) || RUNS_BOTH_WAYS.some((run) => run.includes(text));
}

function isCommon(text: string): boolean {
  const stem = text.replace(/[\d\W_]+$/u, '');
  const spelledOut = [...stem].map((char) => LETTER_LOOKED_LIKE[char] ?? char).join('');
  return COMMON.has(text) || [stem, spelledOut].some((word) => word.length >= MIN_STEM && COMMON.has(word));
}
