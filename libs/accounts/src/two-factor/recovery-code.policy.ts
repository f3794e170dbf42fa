/** Base 32 without letters that are read as a digit or as another letter (Crockford). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const FORM = new RegExp(`^[${ALPHABET}]{10}$`);

/** Characters of a recovery code, of 5 bits each. */
export const RECOVERY_CODE_LENGTH = 10;
export const RECOVERY_CODES = 10;

/** The recovery code of ten random bytes, e.g. `7kq2m-x0d9t`: the last 5 bits of each, 50 in all. */
export function recoveryCodeOf(random: Uint8Array): string {
  const text = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]!).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/**
 * The ten characters of a recovery code as a person typed it: in any case, with or without hyphens and spaces, and
 * with letters that look like the digits 0 and 1. Null for text of another form.
 */
export function normalRecoveryCode(typed: string): string | null {
  const text = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return FORM.test(text) ? text : null;
}
