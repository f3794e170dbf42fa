import * as fc from 'fast-check';
import type { Action, Field, Schema } from './actions';
import { kindOf, VALUES } from './pairs';
import type { Mode, Owner } from './owner';

const ODD_TEXT = [
  ...['', ' ', '\u0000', '\u202e\u202d', '\ud800', '\udfff\ud800', '\ufeff', '\u2028', 'e\u0301'.repeat(200)],
  ...["' OR 1=1 --", '"; DROP TABLE users; --', '$1', '%s%n%d', '%00', '../../../etc/passwd', 'C:\\con'],
  ...['${7*7}', '{{7*7}}', '<img src=x onerror=alert(1)>', '\r\nSet-Cookie: a=b', 'javascript:alert(1)'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '[]', '{}', '0', '-1'],
  ...[
    '٣٤',
    '１２',
    '²',
    '\u{1d7d8}',
    'ﬁ',
    'İ',
    'ß',
    '😀',
    '👩‍👩‍👧‍👦',
    'A'.repeat(501),
    '9'.repeat(400),
    '\u0300'.repeat(2000),
  ],
];
const ODD_NUMBERS = [
  ...[
    0,
    -0,
    -1,
    1,
    0.01,
    0.001,
    0.1 + 0.2,
    1e21,
    1e-7,
    5e-324,
    1.7976931348623157e308,
    2 ** 31,
    -(2 ** 31) - 1,
  ],
  ...[2 ** 53, 2 ** 53 + 2, 2 ** 63, 999_999_999_999.99, 1_000_000_000_000, 999_999_999_999.995],
];
const ODD_AMOUNTS = [
  ...['0', '-1', '+1', '1e3', '1e400', '0x10', '1,000', '1.', '.5', '1.005', ' 1 ', '1_000', '٣', '00012.50'],
  ...[
    '999999999999.99',
    '1000000000000',
    'Infinity',
    '9'.repeat(300),
    `0.${'0'.repeat(300)}1`,
    '1'.repeat(20),
  ],
];

const json: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3 });
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...ODD_TEXT) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...ODD_NUMBERS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: json },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { id: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(nested(200), wide(300)) },
);

/** Values that keep the requests from waiting for a long time, or from ending the credentials of the run. */
const FIXED: Readonly<Record<string, readonly unknown[]>> = {
  wait: ['0', '-1', '26', 'x', '', '1e1'],
  current_pin: ['0000', '', null],
  refresh_token: ['x', '', 'a.b.c'],
};

/** Where the values of a request come from. */
export interface Source {
  owner: Owner;
  mode: Mode;
  /** URL of a webhook endpoint that accepts everything. */
  endpoint: string;
}

/** Values of a field: valid ones in most cases, otherwise extreme ones or ones of any other type. */
export function valueOf(action: Action, field: Field, source: Source): fc.Arbitrary<unknown> {
  const fixed = FIXED[field.name];
  if (fixed) return fc.constantFrom(...fixed);
  return fc.oneof(
    { weight: 6, arbitrary: validValue(action, field, source) },
    { weight: 3, arbitrary: oddValue },
  );
}

function validValue(action: Action, field: Field, { owner, mode, endpoint }: Source): fc.Arbitrary<unknown> {
  const { name, schema } = field;
  const kind = kindOf(action, field);
  // The keys of the run belong to these apps.
  const isKept = kind === 'app' && action.path.includes('/apps/');
  const id = kind && !isKept ? owner.idOf(mode, kind) : undefined;
  if (id !== undefined) return fc.constant(id);
  if (/amount$/.test(name)) return amount;
  if (name === 'url') return fc.constantFrom(endpoint, 'http://127.0.0.1:1/', 'https://[::1]:1/', 'ftp://a/');
  if (name in VALUES) return fc.constant(VALUES[name]);
  return bySchema(schema);
}

const amount: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: 1, max: 200 }),
  fc.double({ min: 0, max: 1e13, noNaN: true }),
  fc.constantFrom<unknown>(...ODD_AMOUNTS, ...ODD_NUMBERS),
);

function bySchema(schema: Schema): fc.Arbitrary<unknown> {
  const { enum: values, type, format, minimum = 0, maximum = 1000, items, properties } = schema;
  const choices = schema.oneOf ?? schema.anyOf;
  if (values) return fc.constantFrom(...values);
  if (choices) return fc.oneof(...choices.map(bySchema));
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum - 1, maximum + 1));
    case 'number':
      return fc.double({ min: 0, max: 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(items ? bySchema(items) : json, { maxLength: 5 });
    case 'object':
      return properties
        ? fc.record(
            Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, bySchema(part)])),
            { requiredKeys: [] },
          )
        : fc.dictionary(fc.string({ maxLength: 10 }), json, { maxKeys: 5 });
    default:
      return byFormat(format);
  }
}

function byFormat(format: string | undefined): fc.Arbitrary<unknown> {
  switch (format) {
    case 'email':
      return fc.emailAddress();
    case 'uri':
      return fc.constantFrom('https://shop.example/', 'http://localhost:1/', 'https://shop.example/?a=b#c');
    case 'uuid':
      return fc.uuid();
    case 'date-time':
    case 'date':
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    default:
      return fc.string({ unit: 'grapheme', maxLength: 30 });
  }
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

function wide(width: number): unknown {
  return Object.fromEntries(Array.from({ length: width }, (_, i) => [`k${i}`, i]));
}
