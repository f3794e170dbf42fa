import { Transform, type TransformFnParams } from 'class-transformer';
import { applyDecorators } from '@nestjs/common';
import { isBoolean, isInt, max as isAtMost, min as isAtLeast } from 'class-validator';
import { MAX_AMOUNT_MINOR, minorToText, parseMajorToMinor } from '@app/kernel';
import { absentIfNull } from './absent';
import { check, field, type Optional } from './field';
import { metadataFault, normalMetadata } from './metadata';
import { normalCode, normalInt } from './normal';
import { KeptAsGiven, Sealed } from './sealed';

const DAY_MS = 86_400_000;
const AMOUNT = { oneOf: [{ type: 'number' }, { type: 'string' }] };

/** A positive amount in major units, as a JSON number or decimal text. Read it with `Money.parseMajor`. */
export const Amount = (options: Optional = {}) =>
  field(
    'amount',
    check(
      (value) => parseMajorToMinor(value) !== null,
      `must be a positive amount with at most 2 decimals, up to ${minorToText(MAX_AMOUNT_MINOR)}`,
    ),
    options,
    { ...AMOUNT, example: 2500.5 },
    normalCode,
  );

/** A whole JSON number. */
export const Int = ({ min, max, ...options }: Optional & { min: number; max: number }) =>
  field('int', wholeNumber(min, max), options, { type: 'integer', minimum: min, maximum: max });

/** A whole number in a query string, `fallback` where it is absent. */
export const QueryInt = ({
  min,
  max,
  fallback,
  ...options
}: Optional & { min: number; max: number; fallback?: number }) =>
  applyDecorators(
    field(
      'query-int',
      wholeNumber(min, max),
      { optional: true, ...options },
      { type: 'integer', minimum: min, maximum: max, default: fallback },
      normalInt,
    ),
    defaulting(fallback),
  );

export const Bool = (options: Optional = {}) =>
  field('boolean', check(isBoolean, 'must be true or false'), options, { type: 'boolean' });

/** `YYYY-MM-DD`, or an ISO 8601 instant. */
export const DateText = (options: Optional = {}) =>
  field(
    'date',
    check(isDateText, 'must be a date (YYYY-MM-DD) or an ISO 8601 time'),
    options,
    { type: 'string' },
    normalCode,
  );

/** The instant before which a `DateText` ends: a date includes its day in UTC, a time ends at itself. */
export function endOfDateText(text: string): Date {
  return new Date(Date.parse(text) + (text.includes('T') ? 0 : DAY_MS));
}

/** An ISO 8601 instant with its zone, e.g. `2026-11-21T08:30:00Z`. */
export const Instant = (options: Optional = {}) =>
  field(
    'instant',
    check(
      (value) => isDateText(value) && (value as string).includes('T'),
      'must be an ISO 8601 time with its zone',
    ),
    options,
    { type: 'string', format: 'date-time' },
    normalCode,
  );

/** A list of at most `max` amounts in major units. */
export const Amounts = ({ max, ...options }: Optional & { max: number }) =>
  ListOf((item) => parseMajorToMinor(item) !== null, 'positive amounts with at most 2 decimals', {
    ...options,
    max,
    items: AMOUNT,
  });

/** A list of `min` to `max` codes for which `holds`. */
export const ListOf = (
  holds: (item: unknown) => boolean,
  hint: string,
  {
    min = 0,
    max,
    items = { type: 'string' },
    ...options
  }: Optional & { min?: number; max: number; items?: object },
) =>
  field(
    'list',
    check(
      (value) => Array.isArray(value) && value.length >= min && value.length <= max && value.every(holds),
      `must be a list of ${min === 0 ? 'at most' : `${min} to`} ${max} ${hint}`,
    ),
    options,
    { type: 'array', items, minItems: min, maxItems: max },
    (value) => (Array.isArray(value) && value.length <= max ? value.map(normalCode) : value),
  );

/** The caller's own data: at most 50 keys, texts of at most 500 characters, stored in their normal form. */
export const Metadata = (options: Optional = { optional: true }) =>
  applyDecorators(
    field('metadata', metadataFault, options, { type: 'object', additionalProperties: true }),
    Transform(({ obj, key }: TransformFnParams) => {
      const value = (obj as Record<string, unknown>)[key];
      return absentIfNull(normalMetadata(value instanceof Sealed ? value.open() : value)) as never;
    }),
    KeptAsGiven,
  );

const wholeNumber = (min: number, max: number) =>
  check(
    (value) => isInt(value) && isAtLeast(value, min) && isAtMost(value, max),
    `must be a whole number from ${min} to ${max}`,
  );

/** Puts the default of an absent key on the prototype, because class-transformer skips absent keys. */
const defaulting =
  (fallback: unknown): PropertyDecorator =>
  (target, key) => {
    Object.defineProperty(target, key, {
      configurable: true,
      get: () => fallback,
      set(given: unknown) {
        const value = given === undefined ? fallback : given;
        Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true });
      },
    });
  };

/** Years have four digits in UTC, too; PostgreSQL takes no other text. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

function isDateText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const match = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(
    value,
  );
  if (!match) return false;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const parsed = Date.parse(`${day}T00:00:00Z`);
  const instant = Date.parse(value);
  // Date.parse reads 30 February as 2 March, so the day is printed and compared.
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT && toDay(parsed) === day;
}

function toDay(unixMs: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' }).format(unixMs);
}
