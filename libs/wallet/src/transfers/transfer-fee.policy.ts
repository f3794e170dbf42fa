import { Money, Rate } from '@app/kernel';

/** Transfer fee of the specification: 0.1 %, on top of the amount. */
const TRANSFER_FEE = Rate.of(1n, 1000n);

/** Rounded up to the smallest unit, so that splitting an amount never saves a fee. */
export function transferFee(amount: Money): Money {
  return new Money(TRANSFER_FEE.times(amount.minor, 'up'), amount.currency);
}
