import { Money, Rate } from '@app/kernel';
import { afterSpread, convert, percentage } from './conversion.policy';
import { EMBEDDED_RATES } from '../sources/embedded-rates.policy';

const usd = (minor: bigint) => new Money(minor, 'USD');
const rate = Rate.parse('1452.80');

describe('a conversion', () => {
  it('costs nothing where no fee is configured', () => {
    const { fee, converted } = convert(usd(1050n), 'NGN', rate, percentage('0'));
    expect(fee).toEqual(usd(0n));
    expect(converted).toEqual(new Money(1_525_440n, 'NGN'));
  });

  it('costs the configured percentage on top, rounded up, in the currency given', () => {
    expect(convert(usd(1050n), 'NGN', rate, percentage('0.5')).fee).toEqual(usd(6n));
    expect(convert(usd(1000n), 'NGN', rate, percentage('0.5')).fee).toEqual(usd(5n));
  });

  it('gives the amount rounded down', () => {
    expect(convert(new Money(999n, 'NGN'), 'USD', rate.inverse(), null).converted).toEqual(usd(0n));
  });
});

describe('converting there and back', () => {
  const perDollar = (currency: keyof typeof EMBEDDED_RATES.rates) =>
    Rate.parse(EMBEDDED_RATES.rates[currency]);

  it.each([
    ['USD', 'NGN', perDollar('NGN')],
    ['USD', 'GBP', perDollar('GBP')],
    ['GHS', 'KES', perDollar('KES').over(perDollar('GHS'))],
  ] as const)('never gains from %s to %s, for each amount up to 10,000.00', (from, to, there) => {
    const back = there.inverse();
    const gained: bigint[] = [];
    for (let minor = 1n; minor <= 1_000_000n; minor++) {
      const returned = new Money(minor, from).creditedAs(to, there).creditedAs(from, back);
      const other = new Money(minor, to).creditedAs(from, back).creditedAs(to, there);
      if (returned.minor > minor || other.minor > minor) gained.push(minor);
    }
    expect(gained).toEqual([]);
  });

  it('never gives more in parts than as a whole, for every split of each amount up to 10.00', () => {
    const there = perDollar('GBP');
    const given = Array.from(
      { length: 1001 },
      (_, minor) => usd(BigInt(minor)).creditedAs('GBP', there).minor,
    );
    const gained: [number, number][] = [];
    for (let whole = 2; whole <= 1000; whole++) {
      for (let part = 1; part <= whole / 2; part++) {
        if (given[part]! + given[whole - part]! > given[whole]!) gained.push([part, whole]);
      }
    }
    expect(gained).toEqual([]);
  });
});

describe('a spread', () => {
  it('takes its hundredths of a percent from the rate, exactly, in both directions', () => {
    expect(afterSpread(rate, 0).equals(rate)).toBe(true);
    expect(afterSpread(rate, 50).toDecimal()).toBe('1445.536');
    expect(afterSpread(Rate.parse('2').inverse(), 1000).toDecimal()).toBe('0.45');
  });
});

describe('a configured percentage', () => {
  it.each(['0', '0.0', '0.00', '00'])('%s is none', (text) => expect(percentage(text)).toBeNull());
  it('is exact', () => expect(percentage('1.25')).toEqual(Rate.fromFraction(125n, 100n)));
});
