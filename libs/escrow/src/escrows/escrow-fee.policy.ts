import { Money, Rate } from '@app/kernel';

/** Escrow fee of the specification: 1.5 %, on top of the amount. */
const ESCROW_FEE = Rate.fromFraction(15n, 1000n);

/** Rounds up to the smallest unit, so that splitting an amount does not lower the fee. */
export function escrowFee(amount: Money): Money {
  return new Money(ESCROW_FEE.times(amount.minor, 'up'), amount.currency);
}
