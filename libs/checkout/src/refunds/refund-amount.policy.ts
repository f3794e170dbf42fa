import { Money } from '@app/kernel';
import { moreThanIsLeft, nothingLeft, worthNothing } from './refund.errors';

/** A payment, and what of it has been refunded; failed refunds do not count. */
export interface RefundedSoFar {
  /** The price that the merchant got. */
  face: Money;
  /** What the payer paid for it, in the currency that was paid. */
  charged: Money;
  refunded: Money;
  returned: Money;
}

/** What goes back. */
export interface RefundAmounts {
  face: Money;
  charge: Money;
}

/**
 * What a refund of so much of the price returns to the payer: the same share of what was paid, rounded down; the last one
 * returns the rest, so that all refunds together come to exactly what was paid. Without `asked`: all that is left.
 */
export function refundAmounts(payment: RefundedSoFar, asked: Money | null): RefundAmounts {
  const left = payment.face.minus(payment.refunded);
  if (left.isZero) throw nothingLeft();
  const face = asked ?? left;
  if (face.compare(left) > 0) throw moreThanIsLeft(left);
  const { charged, returned } = payment;
  const charge = face.equals(left)
    ? charged.minus(returned)
    : new Money((face.minor * charged.minor) / payment.face.minor, charged.currency);
  if (charge.isZero) throw worthNothing();
  return { face, charge };
}
