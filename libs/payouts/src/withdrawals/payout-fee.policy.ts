import { Money, Rate } from '@app/kernel';

const MINIMUM_MINOR = 100n;
const FEE_RATE = Rate.fromFraction(1n, 100n);

/** The smallest amount of a withdrawal: 1.00 in the currency of the wallet. */
export function isBelowMinimum({ minor }: Money): boolean {
  return minor < MINIMUM_MINOR;
}

/** 1 % on top of the amount, rounded up, and at least 1.00. */
export function payoutFee(amount: Money): Money {
  const fee = FEE_RATE.times(amount.minor, 'up');
  return new Money(fee > MINIMUM_MINOR ? fee : MINIMUM_MINOR, amount.currency);
}
