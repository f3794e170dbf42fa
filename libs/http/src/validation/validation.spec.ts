import 'reflect-metadata';
import type { DomainError } from '@app/kernel';
import { Amount, DateText, Int, Metadata, QueryInt } from './decorators';
import {
  CurrencyCode,
  Digits,
  DigitsOrText,
  Email,
  HttpsUrlOrText,
  HttpUrl,
  Text,
  Usertag,
} from './text-fields';
import { Day } from './day';
import { validationPipe } from './pipe';
import { RateValue } from './rate-value';
import { Rows } from './rows';

class Row {
  @Text() name: string;
}

class Everything {
  @Amount({ optional: true }) amount: unknown;
  @CurrencyCode({ optional: true }) currency: string;
  @Text({ optional: true, max: 10 }) note: string;
  @Email({ optional: true }) email: string;
  @Usertag({ optional: true }) usertag: string;
  @HttpUrl({ optional: true }) url: string;
  @HttpsUrlOrText({ optional: true, max: 60 }) evidence: string;
  @Int({ optional: true, min: 1, max: 10 }) count: number;
  @QueryInt({ min: 1, max: 100, fallback: 20 }) limit: number;
  @DateText({ optional: true }) from: string;
  @Digits(/^\d{4}$/, 'must be four digits', { optional: true }) code: string;
  @DigitsOrText({ optional: true, max: 15 }) phone: string;
  @Metadata() metadata: Record<string, unknown>;
  @Day({ optional: true }) day: string;
  @RateValue({ optional: true }) rate: unknown;
  @Rows(Row, { min: 1, max: 2, optional: true }) rows: Row[];
}

const accept = (body: object): Promise<Everything> =>
  validationPipe().transform(body, { type: 'body', metatype: Everything }) as Promise<Everything>;
const refusal = (body: object): Promise<DomainError> =>
  accept(body).then(
    () => Promise.reject(new Error('accepted')),
    (e: DomainError) => e,
  );

describe('Validation', () => {
  it('reads empty text of an optional field as absent, but not of a required one or in another form', async () => {
    const read = await accept({
      note: '',
      email: '',
      currency: '',
      url: '',
      from: '',
      code: '',
      phone: '',
      day: '',
    });
    expect(JSON.stringify(read)).toBe('{}');
    expect((await refusal({ note: ' ' })).extra.errors?.[0]?.field).toBe('note');
    expect((await refusal({ amount: '' })).extra.errors?.[0]?.field).toBe('amount');
    class Named {
      @Text() name: string;
      @Text({ optional: true, nullable: true }) label?: string | null;
    }
    const named = validationPipe().transform({ name: '', label: '' }, { type: 'body', metatype: Named });
    await expect(named).rejects.toMatchObject({ extra: { errors: [{ field: 'name' }, { field: 'label' }] } });
  });

  it('reads parameters of a query that are left blank as absent', async () => {
    const query = { limit: ' ', amount: '', from: '', note: '\u00a0', constructor: '' };
    const read = await validationPipe().transform(query, { type: 'query', metatype: Everything });
    expect(read).toMatchObject({ limit: 20 });
    expect((read as Everything).amount).toBeUndefined();
    expect(await validationPipe().transform(undefined, { type: 'query', data: 'theme' })).toBeUndefined();
  });

  it('says of each invalid field whether it is missing', async () => {
    class Outer {
      @Text() name: string;
      @Amount() amount: unknown;
      @Rows(Row, { min: 1, max: 2 }) rows: Row[];
    }
    const codesOf = (body: object) =>
      (validationPipe().transform(body, { type: 'body', metatype: Outer }) as Promise<unknown>).catch(
        ({ extra }: DomainError) => extra.errors?.map(({ field, code }) => `${field} ${code}`),
      );
    expect(await codesOf({ amount: -1 })).toEqual([
      'name missing_field',
      'amount invalid_field',
      'rows missing_field',
    ]);
    expect(await codesOf({ name: null, amount: 1, rows: [{}, { name: 5 }] })).toEqual([
      'name missing_field',
      'rows[0].name missing_field',
      'rows[1].name invalid_field',
    ]);
    expect(await codesOf({ name: 'a', amount: 1, rows: [] })).toEqual(['rows invalid_field']);
  });

  it.each([
    [{ code: 1234 }, { code: '1234' }],
    [{ code: '0042' }, { code: '0042' }],
    [{ code: 1.234e3 }, { code: '1234' }],
    [{ phone: 2348012345678 }, { phone: '2348012345678' }],
    [{ phone: ' +234 801 ' }, { phone: '+234 801' }],
  ])('takes digits as text or as a whole number: %j', async (given, read) =>
    expect(await accept(given)).toMatchObject(read),
  );

  it('reads null as an absent field, unless the field is nullable', async () => {
    class Settings {
      @Text({ optional: true, nullable: true }) label?: string | null;
      @Text() name: string;
    }
    const names = ['amount', 'currency', 'note', 'email', 'from', 'code', 'metadata', 'day', 'rate', 'rows'];
    const read = await accept(Object.fromEntries([...names, 'limit'].map((name) => [name, null])));
    expect(names.map((name) => read[name as keyof Everything])).toEqual(names.map(() => undefined));
    expect(read.limit).toBe(20);
    const pipe = validationPipe();
    const asSettings = (body: object) => pipe.transform(body, { type: 'body', metatype: Settings });
    expect(await asSettings({ label: null, name: 'x' })).toEqual({ label: null, name: 'x' });
    await expect(asSettings({ name: null })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it.each([
    ...[{ code: 42 }, { code: 12.5 }, { code: -1234 }, { code: 1e21 }, { code: true }, { code: ['1234'] }],
    ...[{ phone: 1.5 }, { phone: -1 }, { phone: 1e21 }, { phone: 9007199254740993 }, { phone: {} }],
  ])('refuses digits as %j', async (given) =>
    expect((await refusal(given)).extra.errors).toMatchObject([{ field: Object.keys(given)[0] }]),
  );

  it.each([
    ...['https://files.example.com/photo.jpg?a=1', 'HTTPS://example.com/', 'Photo 7: the box', 'see 12:30'],
    ...['Package no. 7', 'ref: AB-12', 'Tracking:12345'],
  ])('takes %p as evidence', async (evidence) =>
    expect((await accept({ evidence })).evidence).toBe(evidence),
  );

  it.each([
    ...['http://example.com/', 'javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x'],
    ...['file:///etc/passwd', 'https://user:secret@example.com/', 'https://', 'https://exa mple.com/', ' '],
    ...['a\nb', 'x'.repeat(61), 7, { href: 'https://example.com' }],
    ...['\u200ejavascript:alert(1)', '\ufeff\u202ahttp://example.com/', 'java\u00adscript:alert(1)'],
  ])('refuses %p as evidence', async (evidence) => {
    const { code, extra } = await refusal({ evidence });
    expect([code, extra.errors?.map(({ field }) => field)]).toEqual(['VALIDATION_ERROR', ['evidence']]);
  });

  it('takes an address as evidence without marks around it', async () =>
    expect((await accept({ evidence: '\u200ehttps://example.com/e\u0301\u200f' })).evidence).toBe(
      'https://example.com/e\u0301',
    ));

  it.each([100, 0.01, '100.50', '0.10', 999_999_999_999.99])('takes %p as an amount', async (amount) =>
    expect((await accept({ amount })).amount).toBe(amount),
  );

  const amounts = [
    0,
    -1,
    '-1',
    0.001,
    '1.005',
    1e21,
    '1e21',
    '1e2',
    NaN,
    Infinity,
    '0x10',
    '',
    ' ',
    [5],
    {},
    true,
    '١٢',
    '1,000',
    1e12,
    '5\u0000',
    '+5',
  ];
  it.each(amounts)('refuses %p as an amount', async (amount) => {
    const { code, kind, extra } = await refusal({ amount });
    expect([code, kind, extra.errors?.[0]?.field]).toEqual(['VALIDATION_ERROR', 'invalid', 'amount']);
  });

  const refused: [string, unknown[]][] = [
    ['currency', ['XXX', 5, ['NGN'], {}, 'NGN\u0000']],
    ['note', ['a\u0000b', 'a\nb', '\ud800', 'x'.repeat(11), 7, ['a'], 'a\u200bb']],
    [
      'email',
      ['a@b', '"<script>"@x.com', 'ａ@example.com', 'a@example.com\r\nBcc: x', 'a..b@example.com', 5],
    ],
    ['usertag', ['ab', 'a'.repeat(21), 'with space', 'аdmin', 5]],
    [
      'url',
      [
        'javascript:alert(1)',
        'https://example.com/a\u0000b',
        '//evil.com',
        'http:\\\\evil.com',
        'https://user:pw@evil.com',
        'ftp://x',
        'https://a b',
        'evil.com',
        5,
      ],
    ],
    ['count', [1e21, -0.5, '5', 0, 11, NaN, [1]]],
    ['limit', ['0', '101', '1e2', '-1', 'abc', ['1', '2'], '1e21']],
    ['from', ['2026-02-30', '2026-13-01', 'yesterday', '2026-1-1', 20260101, ['2026-01-01']]],
    ['day', ['0000-01-01', '10000-01-01', '2026-02-30', '2026-01-01T00:00:00Z', 20260101]],
    ['from', ['9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+01:00', '0000-12-31']],
    [
      'metadata',
      [
        'text',
        [1],
        5,
        { a: 'x'.repeat(501) },
        Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i])),
        { 'a\u0000': 1 },
      ],
    ],
  ];
  for (const [field, values] of refused) {
    it.each(values)(`refuses %p as ${field}`, async (value) =>
      expect((await refusal({ [field]: value })).extra.errors?.[0]?.field).toBe(field),
    );
  }

  it('normalises valid values', async () => {
    const body = {
      currency: ' ngn ',
      note: '  Cafe\u0301 ',
      email: ' Ada@Example.COM ',
      usertag: '@Ada_1',
      limit: '50',
    };
    expect(await accept(body)).toMatchObject({
      currency: 'NGN',
      note: 'Café',
      email: 'ada@example.com',
      usertag: 'ada_1',
      limit: 50,
    });
  });

  it('sets the default of an absent query parameter', async () => expect((await accept({})).limit).toBe(20));

  it('keeps metadata unchanged, with any keys', async () => {
    const metadata = {
      constructor: 'c',
      toString: 't',
      hasOwnProperty: 1,
      prototype: 'p',
      nested: { deep: [1, 2], constructor: 'inner' },
      flag: true,
      none: null,
    };
    const given = structuredClone(metadata);
    expect((await accept({ metadata })).metadata).toEqual(given);
  });

  it('drops unknown fields', async () =>
    expect(await accept({ amount: 5, kyc_level: 2, balance: 1e9 })).not.toHaveProperty('kyc_level'));

  it('names every invalid field', async () => {
    const { extra } = await refusal({ amount: -1, currency: 'XXX' });
    expect(extra.errors?.map(({ field }) => field)).toEqual(['amount', 'currency']);
  });
});
