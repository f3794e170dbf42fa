const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const INVISIBLE = /\p{Cf}/u;
/** Scripts whose spelling needs joiners: Arabic (for Persian) and those of South Asia. */
const JOINING = ['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** A visible joiner: inside a word of such a script, or between the parts of an emoji. */
const JOINER = new RegExp(
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])` +
    '|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  'gu',
);

/** Error message for `value` as one line of text, null where it is valid. */
export function textFault(value: unknown, min: number, max: number): string | null {
  if (typeof value !== 'string') return 'must be text';
  if (CONTROL.test(value)) return 'must not contain control characters';
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  if (INVISIBLE.test(value) && INVISIBLE.test(value.replace(JOINER, '')))
    return 'must not contain invisible characters';
  if (value.length < min) return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  if (value.length > max) return `must have at most ${max} characters`;
  return null;
}

/** Maximum number of UTF-16 units that normal form C composes into one character. */
const UNITS_PER_CHARACTER = 4;

/**
 * Trims text and brings it into Unicode normal form C. Text that cannot come to `max` characters is returned as it is
 * for validation to refuse, because normalising takes quadratic time in the number of consecutive marks.
 */
export function normalText(max: number): (value: unknown) => unknown {
  return (value) => {
    const text = typeof value === 'string' ? value.trim() : value;
    return typeof text === 'string' && text.length <= max * UNITS_PER_CHARACTER
      ? text.normalize('NFC').trim()
      : text;
  };
}

/**
 * A whole JSON number as the text of its digits, everything else as it is. Leading zeros do not survive in a number.
 */
export function digitsAsText(value: unknown): unknown {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? String(value) : value;
}

const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Trims an e-mail address and lowers its case. */
export function normalEmail(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 254 && EMAIL.test(value) && !value.includes('..');
}

const USERTAG = /^[a-z0-9_]{3,20}$/;

/** Trims a usertag, lowers its case and removes a leading `@`. */
export function normalUsertag(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase().replace(/^@/, '') : value;
}

export function isUsertag(value: unknown): value is string {
  return typeof value === 'string' && USERTAG.test(value);
}

const MAX_URL = 2048;

/** Whether `value` is an absolute http(s) URL without credentials, to which a browser may be redirected. */
export function isHttpUrl(value: unknown): value is string {
  if (
    typeof value !== 'string' ||
    value.length > MAX_URL ||
    !/^https?:\/\//i.test(value) ||
    /[\s\\]/.test(value) ||
    CONTROL.test(value)
  )
    return false;
  try {
    const { username, password, hostname } = new URL(value);
    return username === '' && password === '' && hostname !== '';
  } catch {
    return false;
  }
}

/** Text that a browser may follow or run as a URL. "Parcel: 12345" is not. */
const LIKE_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:javascript|vbscript|data|blob|file|mailto|tel):)/i;

/** Error message for `value` as one line of text or an https URL, null where it is valid. */
export function httpsUrlOrTextFault(value: unknown, max: number): string | null {
  const fault = textFault(value, 1, max);
  if (fault !== null) return fault;
  if (!LIKE_ADDRESS.test(value as string)) return null;
  return isHttpUrl(value) && /^https:/i.test(value) ? null : 'must be text or an https URL';
}
