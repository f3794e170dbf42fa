import { Money, Rate } from '@app/kernel';
import { convert, percentage } from './conversion';

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

describe('a configured percentage', () => {
  it.each(['0', '0.0', '0.00', '00'])('%s is none', (text) => expect(percentage(text)).toBeNull());
  it('is exact', () => expect(percentage('1.25')).toEqual(Rate.of(125n, 100n)));
});
