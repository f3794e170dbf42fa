import { type Currency, Money, Rate } from '@app/kernel';

/** What converting an amount would cost and give. */
export interface Conversion {
  amount: Money;
  rate: Rate;
  /** On top of the amount, in its currency. */
  fee: Money;
  converted: Money;
}

/** Rounded once each: the fee up, the converted amount down. */
export function convert(amount: Money, to: Currency, rate: Rate, feePercent: Rate | null): Conversion {
  const fee = feePercent
    ? Rate.fromFraction(feePercent.numerator, feePercent.denominator * 100n).times(amount.minor, 'up')
    : 0n;
  return { amount, rate, fee: new Money(fee, amount.currency), converted: amount.creditedAs(to, rate) };
}

/** What customers get of a rate after a spread in basis points. */
export function afterSpread(rate: Rate, basisPoints: number): Rate {
  const kept = BigInt(10_000 - basisPoints);
  return Rate.fromFraction(rate.numerator * kept, rate.denominator * 10_000n);
}

/** A configured percentage; null where it is zero. */
export function percentage(text: string): Rate | null {
  return /[1-9]/.test(text) ? Rate.parse(text) : null;
}
