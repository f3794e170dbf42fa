import * as fc from 'fast-check';
import { MAX_AMOUNT_MINOR, minorToJsonNumber, minorToText, Money, parseMajorToMinor } from './money';
import { Rate } from './rate';

const ngn = (minor: bigint) => new Money(minor, 'NGN');
const amounts = fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR });

it('one payment may be as large as any amount in a request, and no larger', () => {
  expect(ngn(MAX_AMOUNT_MINOR).isPayable).toBe(true);
  expect(ngn(MAX_AMOUNT_MINOR + 1n).isPayable).toBe(false);
});

describe('amounts in requests', () => {
  it.each([
    [1, 100n],
    ['1', 100n],
    [0.01, 1n],
    ['0.01', 1n],
    [2500.5, 250_050n],
    [1.1, 110n],
    [4.35, 435n],
    [' 12.30 ', 1230n],
    ['007.5', 750n],
    ['999999999999.99', MAX_AMOUNT_MINOR],
    [999_999_999_999.99, MAX_AMOUNT_MINOR],
  ])('%p is %s smallest units', (value, minor) => {
    expect(parseMajorToMinor(value)).toBe(minor);
    expect(Money.parseMajor(value, 'GHS')).toEqual(new Money(minor, 'GHS'));
  });

  it.each([
    ...[0, -0, -1, -0.01, '0', '0.00', '-1', '+1'],
    ...[0.1 + 0.7, 0.001, '0.001', 1.005, '1.005', 10.005, 1e-7, 5e-324],
    ...[1e21, '1e21', '1e2', 'Infinity', Infinity, -Infinity, NaN, 'NaN', 2 ** 53 + 2, '1000000000000', 1e12],
    ...[
      '0x10',
      '1,000',
      '1_000',
      '1.',
      '.5',
      '1..2',
      '1.2.3',
      '١',
      '1２',
      '',
      ' ',
      '1 0',
      '12abc',
      '1\u0000',
    ],
    ...[null, undefined, true, false, {}, [], [5], ['5'], { amount: 1 }, 5n],
  ])('%p is refused', (value) => {
    expect(parseMajorToMinor(value)).toBeNull();
    expect(Money.parseMajor(value, 'NGN')).toBeNull();
  });

  it('every amount the service accepts survives text and JSON exactly', () => {
    fc.assert(
      fc.property(amounts, (minor) => {
        expect(parseMajorToMinor(minorToText(minor))).toBe(minor);
        expect(parseMajorToMinor(JSON.parse(JSON.stringify(minorToJsonNumber(minor))))).toBe(minor);
      }),
      { numRuns: 5000 },
    );
  });

  it('text that is not exactly an amount never becomes one', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const minor = parseMajorToMinor(text);
        expect(minor === null || /^\s*\d{1,12}(\.\d{1,2})?\s*$/.test(text)).toBe(true);
      }),
    );
  });
});

describe('amounts in responses', () => {
  it.each([
    [123_450n, '1234.50', 1234.5],
    [5n, '0.05', 0.05],
    [0n, '0.00', 0],
    [-5n, '-0.05', -0.05],
    [-123_450n, '-1234.50', -1234.5],
  ])('%s smallest units are %s', (minor, text, number) => {
    expect(ngn(minor).text).toBe(text);
    expect(ngn(minor).toJsonNumber()).toBe(number);
  });
});

describe('arithmetic', () => {
  it('adds, subtracts, negates and compares within one currency', () => {
    expect(ngn(30n).plus(ngn(12n))).toEqual(ngn(42n));
    expect(ngn(30n).minus(ngn(42n))).toEqual(ngn(-12n));
    expect(ngn(30n).negated()).toEqual(ngn(-30n));
    expect([ngn(1n).compare(ngn(2n)), ngn(2n).compare(ngn(2n)), ngn(3n).compare(ngn(2n))]).toEqual([
      -1, 0, 1,
    ]);
    expect(Money.zero('NGN').isZero).toBe(true);
    expect(ngn(1n).isZero).toBe(false);
  });

  it('is equal only in amount and currency', () => {
    expect(ngn(1n).equals(ngn(1n))).toBe(true);
    expect(ngn(1n).equals(ngn(2n))).toBe(false);
    expect(ngn(1n).equals(new Money(1n, 'USD'))).toBe(false);
  });

  it('never mixes two currencies', () => {
    const usd = new Money(1n, 'USD');
    for (const mix of [() => ngn(1n).plus(usd), () => ngn(1n).minus(usd), () => ngn(1n).compare(usd)]) {
      expect(mix).toThrow('NGN met USD');
    }
    expect(ngn(1n).equals(usd)).toBe(false);
  });
});

describe('conversion', () => {
  const rates = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 12n }))
    .map(([numerator, denominator]) => Rate.fromFraction(numerator, denominator));

  it('rounds down what is credited and up what is collected', () => {
    const third = Rate.fromFraction(1n, 3n);
    expect(ngn(100n).creditedAs('USD', third)).toEqual(new Money(33n, 'USD'));
    expect(ngn(100n).collectedAs('USD', third)).toEqual(new Money(34n, 'USD'));
  });

  it('a round trip never gains', () => {
    fc.assert(
      fc.property(amounts, rates, (minor, rate) => {
        const back = ngn(minor).creditedAs('USD', rate).creditedAs('NGN', rate.inverse());
        expect(back.compare(ngn(minor))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('converting in parts never credits more than converting the whole, nor collects less', () => {
    fc.assert(
      fc.property(amounts, amounts, rates, (a, b, rate) => {
        const whole = ngn(a + b);
        const credited = ngn(a).creditedAs('USD', rate).plus(ngn(b).creditedAs('USD', rate));
        const collected = ngn(a).collectedAs('USD', rate).plus(ngn(b).collectedAs('USD', rate));
        expect(credited.compare(whole.creditedAs('USD', rate))).toBeLessThanOrEqual(0);
        expect(collected.compare(whole.collectedAs('USD', rate))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
