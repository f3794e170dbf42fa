import * as fc from 'fast-check';
import { Rate } from './rate';

describe('a rate', () => {
  it('is read from decimal text, exactly', () => {
    const rate = Rate.parse('1540.25');
    expect([rate.numerator, rate.denominator]).toEqual([154_025n, 100n]);
    expect(Rate.parse('0.000000000000000001').times(10n ** 18n, 'down')).toBe(1n);
    const whole = Rate.parse('1540');
    expect([whole.numerator, whole.denominator]).toEqual([1540n, 1n]);
  });

  it.each([
    '',
    '0',
    '0.0',
    '-1',
    '+1',
    '1e3',
    '1e-3',
    '.5',
    '1.',
    'NaN',
    'Infinity',
    ' 1',
    '1,5',
    '1'.repeat(19),
  ])('is not %p', (text) => {
    expect(() => Rate.parse(text)).toThrow(/^not a rate: |^a rate is positive$/);
  });

  it.each([
    [1540.25, '1540.25'],
    ['0.50', '0.5'],
    ['1.', null],
    ['0.00', null],
    [1e21, null],
    [1e-7, null],
    [Infinity, null],
    [['1'], null],
    [null, null],
  ])('is read from the JSON value %j as %s', (value, text) => {
    expect(Rate.read(value)?.toDecimal() ?? null).toBe(text);
  });

  it('equals another one of the same value', () => {
    expect(Rate.parse('1.50').equals(Rate.fromFraction(3n, 2n))).toBe(true);
    expect(Rate.parse('1.5').equals(Rate.parse('1.500000000000000001'))).toBe(false);
  });

  it.each([
    [0n, 1n],
    [1n, 0n],
    [-1n, 2n],
    [1n, -2n],
  ])('is never %s over %s', (numerator, denominator) => {
    expect(() => Rate.fromFraction(numerator, denominator)).toThrow('a rate is positive');
  });

  it('rounds once, in the direction asked', () => {
    const rate = Rate.fromFraction(1n, 1000n);
    expect([rate.times(1000n, 'up'), rate.times(1000n, 'down')]).toEqual([1n, 1n]);
    expect([rate.times(1001n, 'up'), rate.times(1001n, 'down')]).toEqual([2n, 1n]);
    expect([rate.times(1n, 'up'), rate.times(1n, 'down')]).toEqual([1n, 0n]);
    expect(rate.times(0n, 'up')).toBe(0n);
  });

  it('crosses through a third currency without a loss of digits', () => {
    const [ngn, gbp] = [Rate.parse('1452.80'), Rate.parse('0.7605')];
    const gbpToNgn = ngn.over(gbp);
    expect(gbpToNgn.times(7605n, 'down')).toBe(14_528_000n);
    expect(gbpToNgn.times(7605n, 'up')).toBe(14_528_000n);
  });

  it('a rate and its inverse undo each other', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 20n),
        fc.bigInt(1n, 10n ** 20n),
        fc.bigInt(1n, 10n ** 15n),
        (n, d, minor) => {
          const rate = Rate.fromFraction(n, d);
          expect(rate.over(rate).times(minor, 'down')).toBe(minor);
          const [a, b] = [rate.inverse().inverse(), rate];
          expect(a.times(minor, 'up')).toBe(b.times(minor, 'up'));
        },
      ),
    );
  });

  it.each([
    [Rate.parse('1540.25'), 10, '1540.25'],
    [Rate.fromFraction(1n, 3n), 10, '0.3333333333'],
    [Rate.fromFraction(1n, 1n), 10, '1'],
    [Rate.fromFraction(100n, 1n), 10, '100'],
    [Rate.fromFraction(1n, 4n), 1, '0.2'],
  ])('%p shows %i places at most as %s', (rate, places, text) => {
    expect(rate.toDecimal(places)).toBe(text);
  });
});
