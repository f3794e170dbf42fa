/** Formats and checks the fields of the card form. */

export type Brand = 'Visa' | 'Mastercard' | 'Verve' | 'Amex' | 'Discover';

const BRANDS: readonly [Brand, RegExp][] = [
  ['Verve', /^(506[01]|507[89]|6500)/],
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|2[2-7])/],
  ['Amex', /^3[47]/],
  ['Discover', /^6(011|5)/],
];

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

export function brandOf(number: string): Brand | null {
  const digits = digitsOf(number);
  return BRANDS.find(([, pattern]) => pattern.test(digits))?.[0] ?? null;
}

/** Groups of four; Amex has groups of its own. */
export function groupedNumber(text: string): string {
  const digits = digitsOf(text);
  if (brandOf(digits) !== 'Amex') return digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 ');
  return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ');
}

/** "MM / YY"; a year may have four digits, because browsers fill it in so. */
export function groupedExpiry(text: string): string {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  else if (/^1\s*\/$/.test(text)) digits = '01';
  digits = digits.slice(0, digits.slice(2, 4) === '20' ? 6 : 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export const digitsUpTo =
  (length: number) =>
  (text: string): string =>
    digitsOf(text).slice(0, length);

/** The name of the text of an error; null where the value is valid. */
export type Fault =
  | 'fault.number'
  | 'fault.expiry'
  | 'fault.expired'
  | 'fault.cvv'
  | 'fault.code'
  | 'fault.pin'
  | 'fault.email'
  | 'fault.password'
  | 'fault.phone'
  | null;
export type Check = (text: string) => Fault;

export const checkNumber: Check = (text) => (/^\d{12,19}$/.test(digitsOf(text)) ? null : 'fault.number');

export function checkExpiry(text: string, today: Date): Fault {
  const digits = digitsOf(text);
  const month = +digits.slice(0, 2);
  if (!/^(..|..20)..$/.test(digits) || month < 1 || month > 12) return 'fault.expiry';
  const year = 2000 + +digits.slice(-2);
  const isPast = year * 12 + month - 1 < today.getFullYear() * 12 + today.getMonth();
  return isPast ? 'fault.expired' : null;
}

/** Amex cards have four digits, all others three. */
export function checkCvv(text: string, brand: Brand | null): Fault {
  const right = brand === null ? /^\d{3,4}$/ : brand === 'Amex' ? /^\d{4}$/ : /^\d{3}$/;
  return right.test(text) ? null : 'fault.cvv';
}

export const checkCode: Check = (text) => (/^\d{3,12}$/.test(text) ? null : 'fault.code');
export const checkPin: Check = (text) => (/^\d{4}$/.test(text) ? null : 'fault.pin');
export const checkEmail: Check = (text) => (/^[^\s@]+@[^\s@]+$/.test(text.trim()) ? null : 'fault.email');
export const checkPassword: Check = (text) => (text === '' ? 'fault.password' : null);
/** A phone number without what it is written or pasted with, such as blanks, hyphens and marks of writing direction. */
export const phoneOf = (text: string): string => text.replace(/[^0-9A-Za-z+]/g, '');
export const checkPhone: Check = (text) => (/^\+?\d{7,15}$/.test(phoneOf(text)) ? null : 'fault.phone');

/** The position of the caret after a field was formatted: behind the same digit as before. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  let caret = 0;
  for (let seen = 0; caret < formatted.length && seen < digitsBefore; caret++) {
    if (/\d/.test(formatted[caret]!)) seen += 1;
  }
  return caret;
}
