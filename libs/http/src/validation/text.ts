const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const INVISIBLE = /\p{Cf}/u;
/** Scripts that are not written rightly without joiners: Persian, and those of India and its neighbours. */
const JOINING = ['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** A joiner where it is seen: within such words, and between the parts of an emoji. Elsewhere it hides in a name. */
const JOINER = new RegExp(
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])` +
    '|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  'gu',
);

/** Why `value` may not be stored as one line of text; null when it may. */
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

/** Of a text that comes to be shorter in normal form: no character is written with more. */
const UNITS_PER_CHARACTER = 4;

/**
 * Trimmed and in Unicode normal form C, where that may come to `max` characters. Whatever is longer, or no text, is left
 * for validation to refuse: normalising takes time by the square of the marks that follow each other.
 */
export function normalText(max: number): (value: unknown) => unknown {
  return (value) => {
    const text = typeof value === 'string' ? value.trim() : value;
    return typeof text === 'string' && text.length <= max * UNITS_PER_CHARACTER
      ? text.normalize('NFC').trim()
      : text;
  };
}

const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** One form per mailbox: trimmed, lower case. */
export function normalEmail(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 254 && EMAIL.test(value) && !value.includes('..');
}

const USERTAG = /^[a-z0-9_]{3,20}$/;

/** Lower case, without the `@` people write in front. */
export function normalUsertag(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase().replace(/^@/, '') : value;
}

export function isUsertag(value: unknown): value is string {
  return typeof value === 'string' && USERTAG.test(value);
}

const MAX_URL = 2048;

/** Whether `value` is an absolute http(s) URL without credentials: somewhere a browser may be sent. */
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

/** Whatever a browser might follow or run. "Parcel: 12345" is text. */
const LIKE_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:javascript|vbscript|data|blob|file|mailto|tel):)/i;

/** Why `value` is neither text nor an https address; null when it is one of them. */
export function httpsUrlOrTextFault(value: unknown, max: number): string | null {
  const fault = textFault(value, 1, max);
  if (fault !== null) return fault;
  if (!LIKE_ADDRESS.test(value as string)) return null;
  return isHttpUrl(value) && /^https:/i.test(value) ? null : 'must be text or an https URL';
}
