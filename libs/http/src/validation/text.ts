import { MARKS } from './normal';

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const CONTROL_BESIDE_BREAKS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/;
const MAX_BREAKS = 50;
const INVISIBLE = /\p{Cf}/u;
const MARK = new RegExp(`[${MARKS}]`, 'g');
/** Text without such a character shows nothing: blanks, fillers, lone marks, and characters that are drawn by no font. */
const SHOWN = /[^\p{C}\p{Z}\p{M}\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;
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

interface TextBounds {
  min: number;
  max: number;
  /** Whether it may have line breaks. Otherwise it is one line. */
  hasLines?: boolean;
}

/** Error message for `value` as text in its normal form, null where it is valid. Marks of direction are text. */
export function textFault(value: unknown, { min, max, hasLines = false }: TextBounds): string | null {
  if (typeof value !== 'string') return 'must be text';
  if ((hasLines ? CONTROL_BESIDE_BREAKS : CONTROL).test(value))
    return `must not contain control characters${hasLines ? ' other than line breaks' : ''}`;
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  if (value.length > max) return `must have at most ${max} characters`;
  if (INVISIBLE.test(value) && INVISIBLE.test(value.replace(MARK, '').replace(JOINER, '')))
    return 'must not contain invisible characters';
  if (min > 0 && !SHOWN.test(value)) return 'must not be empty';
  if (value.length < min) return `must have at least ${min} characters`;
  if (hasLines && value.split('\n', MAX_BREAKS + 2).length > MAX_BREAKS + 1)
    return `must have at most ${MAX_BREAKS} line breaks`;
  return null;
}

const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 254 && EMAIL.test(value) && !value.includes('..');
}

const USERTAG = /^[a-z0-9_]{3,20}$/;

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
    CONTROL.test(value) ||
    !value.isWellFormed()
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
  const fault = textFault(value, { min: 1, max });
  if (fault !== null) return fault;
  if (!LIKE_ADDRESS.test((value as string).replace(MARK, ''))) return null;
  return isHttpUrl(value) && /^https:/i.test(value) ? null : 'must be text or an https URL';
}
