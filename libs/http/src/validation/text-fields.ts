import { isIn } from 'class-validator';
import { CURRENCIES, isCurrency, isUuid } from '@app/kernel';
import { check, field, type Optional } from './field';
import {
  normalCode,
  normalDigits,
  normalDigitsOrText,
  normalEmail,
  normalGroups,
  normalText,
  normalSearch,
  normalUpperCase,
  normalUrl,
  normalUrlOrText,
  normalUsertag,
} from './normal';
import { httpsUrlOrTextFault, isEmail, isHttpUrl, isUsertag, textFault } from './text';

export const CurrencyCode = (options: Optional = {}) =>
  field(
    'currency',
    check(isCurrency, `must be one of ${CURRENCIES.join(', ')}`),
    options,
    { enum: [...CURRENCIES] },
    normalUpperCase,
  );

interface Length {
  min?: number;
  max?: number;
}

/** One line of text for people, such as a name. Its marks of writing direction are kept. */
export const Text = ({ min = 1, max = 500, ...options }: Optional & Length = {}) =>
  field(
    'text',
    (value) => textFault(value, { min, max }),
    options,
    { type: 'string', maxLength: max },
    normalText(max),
  );

/** Text for people with up to 50 line breaks, such as a note or a reason. */
export const Lines = ({ min = 1, max = 500, ...options }: Optional & Length = {}) =>
  field(
    'lines',
    (value) => textFault(value, { min, max, hasLines: true }),
    options,
    { type: 'string', maxLength: max },
    normalText(max),
  );

/** One line of text to find in texts for people, whose joiners it keeps. */
export const SearchText = ({ max, ...options }: Optional & { max: number }) =>
  field(
    'search-text',
    (value) => textFault(value, { min: 1, max }),
    options,
    { type: 'string', maxLength: max },
    normalSearch(max),
  );

/** One line of text for programs, such as an identifier, a token or a reference. */
export const Code = ({ min = 1, max = 500, ...options }: Optional & Length = {}) =>
  field(
    'code',
    (value) => textFault(value, { min, max }),
    options,
    { type: 'string', maxLength: max },
    normalCode,
  );

export const Email = (options: Optional = {}) =>
  field(
    'email',
    check(isEmail, 'must be an e-mail address'),
    options,
    { type: 'string', format: 'email' },
    normalEmail,
  );

export const Usertag = (options: Optional = {}) =>
  field(
    'usertag',
    check(isUsertag, 'must be 3 to 20 letters, digits or underscores'),
    options,
    { type: 'string', pattern: '^@?[a-z0-9_]{3,20}$' },
    normalUsertag,
  );

/** Absolute http(s) URL without credentials. */
export const HttpUrl = (options: Optional = {}) =>
  field(
    'url',
    check(isHttpUrl, 'must be an http or https URL'),
    options,
    { type: 'string', format: 'uri' },
    normalUrl,
  );

/** Absolute https URL without credentials. */
export const HttpsUrl = (options: Optional = {}) =>
  field(
    'https-url',
    check((value) => isHttpUrl(value) && value.startsWith('https:'), 'must be an https URL'),
    options,
    { type: 'string', format: 'uri' },
    normalUrl,
  );

/** One line of text or an https URL. The service shows it and never requests it. */
export const HttpsUrlOrText = ({ max, ...options }: Optional & { max: number }) =>
  field(
    'https-url-or-text',
    (value) => httpsUrlOrTextFault(value, max),
    options,
    { type: 'string', maxLength: max },
    normalUrlOrText(max),
  );

export const Uuid = (options: Optional = {}) =>
  field('uuid', check(isUuid, 'must be a UUID'), options, { type: 'string', format: 'uuid' }, normalCode);

/** A code that matches `pattern`. `hint` completes the error message. */
export const Matching = (pattern: RegExp, hint: string, options: Optional = {}) =>
  matching('code', pattern, hint, options, normalCode);

/** The same for a code that people copy in groups, such as an IBAN. */
export const Groups = (pattern: RegExp, hint: string, options: Optional = {}) =>
  matching('groups', pattern, hint, options, normalGroups);

/** Text that matches `pattern` and is read as it was typed, such as a password. */
export const Verbatim = (pattern: RegExp, hint: string, options: Optional = {}) =>
  matching('verbatim', pattern, hint, options);

/** Digits that people type, as text that matches `pattern` or as a whole JSON number. Read as text. */
export const Digits = (pattern: RegExp, hint: string, options: Optional = {}) =>
  field(
    'digits',
    check((value) => typeof value === 'string' && pattern.test(value), hint),
    options,
    { oneOf: [{ type: 'string', pattern: pattern.source }, { type: 'integer' }] },
    normalDigits,
  );

/** One line of text for programs that may consist of digits, such as a phone number, and be a whole JSON number. */
export const DigitsOrText = ({ max, ...options }: Optional & { max: number }) =>
  field(
    'digits-or-text',
    (value) => textFault(value, { min: 1, max }),
    options,
    { oneOf: [{ type: 'string', maxLength: max }, { type: 'integer' }] },
    normalDigitsOrText,
  );

/** A code that people read off a device or a sheet, as text in groups or as a whole JSON number. */
export const TypedCode = ({ max, ...options }: Optional & { max: number }) =>
  field(
    'digits',
    (value) => textFault(value, { min: 1, max }),
    options,
    { oneOf: [{ type: 'string', maxLength: max }, { type: 'integer' }] },
    normalDigits,
  );

/** The four-digit transaction PIN. PolicyGuard verifies it; the declaration is for the API reference. */
export const Pin = (options: Optional = { optional: true }) =>
  Digits(/^\d{4}$/, 'must be four digits', {
    description: 'Transaction PIN; people only, keys send none',
    ...options,
  });

export const OneOf = (values: readonly string[], options: Optional = {}) =>
  field(
    'one-of',
    check((value) => isIn(value, values), `must be one of ${values.join(', ')}`),
    options,
    { enum: [...values] },
    normalCode,
  );

function matching(
  name: string,
  pattern: RegExp,
  hint: string,
  options: Optional,
  normal?: (value: unknown) => unknown,
): PropertyDecorator {
  const holds = check((value) => typeof value === 'string' && pattern.test(value), hint);
  return field(name, holds, options, { type: 'string', pattern: pattern.source }, normal);
}
