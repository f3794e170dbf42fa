/** JSON Schema of a field without its description. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** One field of an event: its type, its meaning and an example. */
export interface Field<T, Sometimes extends boolean = boolean> {
  /** The type as the documentation writes it. */
  type: string;
  /** The same as JSON Schema; of an object without its fields. */
  schema: FieldSchema;
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

const STRING: FieldSchema = { type: 'string' };
const INTEGER: FieldSchema = { type: 'integer' };

function field<T>(
  type: string,
  schema: FieldSchema,
  holds: (value: unknown) => boolean,
  example: T,
  note: string,
  more: Partial<Always<T>> = {},
): Always<T> {
  return { type, schema, holds, example, note, sometimes: false, fresh: null, fields: null, ...more };
}

export const text = (example: string, note: string) => field<string>('string', STRING, isText, example, note);

export const choice = <const T extends string>(values: readonly T[], note: string): Always<T> =>
  field(
    values.map((value) => `\`${value}\``).join(', '),
    { type: 'string', enum: values },
    (value) => values.includes(value as T),
    values[0]!,
    note,
  );

export const uuid = (note: string) =>
  field<string>(
    'UUID',
    { type: 'string', format: 'uuid' },
    isText,
    '01a1fbd0-7c1e-7000-8000-3f2b9c4d5e6f',
    note,
    { fresh: 'uuid' },
  );

/** A public id such as `cs_live_…`. */
export const code = (prefix: string, note: string) =>
  field<string>('string', STRING, isText, `${prefix}7Hq2mX9aRt4KcV1bZp`, note, { fresh: 'code' });

export const time = (note: string) =>
  field<string>(
    'ISO 8601 time',
    { type: 'string', format: 'date-time' },
    (value) => isText(value) && ISO.test(value),
    '2026-11-21T10:00:00.000Z',
    note,
    {
      fresh: 'time',
    },
  );

export const amount = (example: number, note: string) =>
  field<number>('number, major units', { type: 'number' }, (value) => Number.isFinite(value), example, note);

export const minorAmount = (example: number, note: string) =>
  field<number>('integer, smallest unit', INTEGER, (value) => Number.isSafeInteger(value), example, note);

export const integer = (example: number, note: string) =>
  field<number>('integer', INTEGER, (value) => Number.isSafeInteger(value), example, note);

export const currency = (note: string) =>
  field<string>(
    'ISO 4217 code',
    { type: 'string', pattern: '^[A-Z]{3}$' },
    (value) => isText(value) && /^[A-Z]{3}$/.test(value),
    'NGN',
    note,
  );

export const flag = (example: boolean, note: string) =>
  field<boolean>('boolean', { type: 'boolean' }, (value) => typeof value === 'boolean', example, note);

/** A field that is always null in this event. */
export const nothing = (note: string) =>
  field<null>('null', { type: 'null' }, (value) => value === null, null, note);

/** Metadata supplied by the merchant. */
export const metadata = () =>
  field<object>(
    'object',
    { type: 'object', additionalProperties: true },
    isObject,
    { cart: 'A-1' },
    'as supplied; `{}` where nothing was',
  );

export const object = <F extends Fields>(fields: F, note: string): Always<DataOf<F>> =>
  field('object', { type: 'object' }, isObject, exampleOf(fields), note, { fields });

export const nullable = <T>(inner: Always<T>): Always<T | null> => ({
  ...inner,
  type: `${inner.type} or null`,
  schema: orNull(inner.schema),
  holds: (value) => value === null || inner.holds(value),
});

export const sometimes = <T>(inner: Always<T>): Field<T, true> => ({ ...inner, sometimes: true });

/** The data of the example, with every field that is always present. */
export function exampleOf<F extends Fields>(fields: F): DataOf<F> {
  const always = Object.entries(fields).filter(([, one]) => !one.sometimes);
  return Object.fromEntries(always.map(([name, { example }]) => [name, example])) as DataOf<F>;
}

function orNull({ type, enum: values, ...more }: FieldSchema): FieldSchema {
  return {
    ...more,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}
