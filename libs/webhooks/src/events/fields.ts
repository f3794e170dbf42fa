/** One field of an event: its type, its meaning and an example. */
export interface Field<T, Sometimes extends boolean = boolean> {
  /** The type as the documentation writes it. */
  type: string;
  note: string;
  example: T;
  /** Whether the field is optional; its note says when it is present. */
  sometimes: Sometimes;
  /** The kind of value that is new in every sample. */
  fresh: 'uuid' | 'code' | 'time' | null;
  /** The fields of an object. */
  fields: Fields | null;
  holds(value: unknown): boolean;
}

export type Fields = Record<string, Field<unknown>>;

/** The data of an event with these fields. */
export type DataOf<F extends Fields> = {
  [K in keyof F as F[K]['sometimes'] extends true ? never : K]: ExampleOf<F[K]>;
} & { [K in keyof F as F[K]['sometimes'] extends true ? K : never]?: ExampleOf<F[K]> };
type ExampleOf<F> = F extends Field<infer T> ? T : never;

type Always<T> = Field<T, false>;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;
const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function field<T>(
  type: string,
  holds: (value: unknown) => boolean,
  example: T,
  note: string,
  more: Partial<Always<T>> = {},
): Always<T> {
  return { type, holds, example, note, sometimes: false, fresh: null, fields: null, ...more };
}

export const text = (example: string, note: string) => field<string>('string', isText, example, note);

export const choice = <const T extends string>(values: readonly T[], note: string): Always<T> =>
  field(
    values.map((value) => `\`${value}\``).join(', '),
    (value) => values.includes(value as T),
    values[0]!,
    note,
  );

export const uuid = (note: string) =>
  field<string>('UUID', isText, '01a1fbd0-7c1e-7000-8000-3f2b9c4d5e6f', note, { fresh: 'uuid' });

/** A public id such as `cs_live_…`. */
export const code = (prefix: string, note: string) =>
  field<string>('string', isText, `${prefix}7Hq2mX9aRt4KcV1bZp`, note, { fresh: 'code' });

export const time = (note: string) =>
  field<string>(
    'ISO 8601 time',
    (value) => isText(value) && ISO.test(value),
    '2026-11-21T10:00:00.000Z',
    note,
    {
      fresh: 'time',
    },
  );

export const amount = (example: number, note: string) =>
  field<number>('number, major units', (value) => Number.isFinite(value), example, note);

export const minorAmount = (example: number, note: string) =>
  field<number>('integer, smallest unit', (value) => Number.isSafeInteger(value), example, note);

export const integer = (example: number, note: string) =>
  field<number>('integer', (value) => Number.isSafeInteger(value), example, note);

export const currency = (note: string) =>
  field<string>('ISO 4217 code', (value) => isText(value) && /^[A-Z]{3}$/.test(value), 'NGN', note);

export const flag = (example: boolean, note: string) =>
  field<boolean>('boolean', (value) => typeof value === 'boolean', example, note);

/** A field that is always null in this event. */
export const nothing = (note: string) => field<null>('null', (value) => value === null, null, note);

/** Metadata supplied by the merchant. */
export const metadata = () =>
  field<object>('object', isObject, { cart: 'A-1' }, 'as supplied; `{}` where nothing was');

export const object = <F extends Fields>(fields: F, note: string): Always<DataOf<F>> =>
  field('object', isObject, exampleOf(fields), note, { fields });

export const nullable = <T>(inner: Always<T>): Always<T | null> => ({
  ...inner,
  type: `${inner.type} or null`,
  holds: (value) => value === null || inner.holds(value),
});

export const sometimes = <T>(inner: Always<T>): Field<T, true> => ({ ...inner, sometimes: true });

/** The data of the example, with every field that is always present. */
export function exampleOf<F extends Fields>(fields: F): DataOf<F> {
  const always = Object.entries(fields).filter(([, one]) => !one.sometimes);
  return Object.fromEntries(always.map(([name, { example }]) => [name, example])) as DataOf<F>;
}
