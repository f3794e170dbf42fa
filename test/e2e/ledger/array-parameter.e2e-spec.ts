import * as fc from 'fast-check';
import { ArrayParameter, type Element, type ElementType } from '../../../libs/database/src/array-parameter';
import { Books } from '../../support/books';

/** Text that PostgreSQL can hold: any but NUL and halves of surrogate pairs. */
const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed() && !value.includes('\0'));
const bytes = fc.uint8Array().map((value) => Buffer.from(value));
const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });

const KINDS: [ElementType, fc.Arbitrary<Element>, (value: unknown) => Element][] = [
  ['uuid', fc.uuid(), String],
  ['text', text, String],
  ['text', fc.string({ unit: 'grapheme-ascii', minLength: 40, maxLength: 60 }), String],
  ['bytea', bytes, (value) => value as Buffer],
  ['smallint', fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }), Number],
  ['int', fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), Number],
  ['bigint', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => BigInt(String(value))],
  ['boolean', fc.boolean(), Boolean],
  ['timestamptz', dates, (value) => value as Date],
];

describe('An array parameter', () => {
  let books: Books;
  beforeAll(async () => (books = await Books.open()));
  afterAll(() => books.close());

  it.each(KINDS)('arrives as it was sent for %s, whatever it holds', async (type, element, read) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(element), { maxLength: 200 }), async (sent) => {
        const parameter = new ArrayParameter(type);
        for (const value of sent) parameter.push(value);
        const { rows } = await books.app.query<{ got: unknown[]; length: number }>(
          `SELECT $1::${type}[] AS got, cardinality($1::${type}[]) AS length`,
          [parameter.toBuffer()],
        );
        expect(rows[0]!.got.map((value) => (value === null ? null : read(value)))).toEqual(sent);
        expect(rows[0]!.length).toBe(sent.length);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['', '0', 'g'.repeat(32), `${'0'.repeat(32)}0`, '0'.repeat(31)])(
    'refuses %j as a UUID',
    (notOne) => {
      expect(() => new ArrayParameter('uuid').push(notOne)).toThrow('not a UUID');
    },
  );
});
