import { type Mode, Money, type Rate } from '@app/kernel';

/** A card payment that was credited to an owner. */
export interface ChargedPayment {
  ownerId: string;
  appId: string | null;
  mode: Mode;
  /** The checkout attempt, the subscription invoice, or the deposit. */
  paymentId: string;
  sessionId: string | null;
  invoiceId: string | null;
  depositRef: string | null;
  gatewayTransactionId: string;
  /** What the owner got, or would get of an escrow; zero where staff have reversed it. */
  face: Money;
  /** What the payer paid for that. */
  charged: Money;
  /** The escrow that holds the money, with its fee; null where none does. */
  held: { escrowId: string; face: Money; charged: Money } | null;
}

/** A payment, and how much of it was refunded or charged back. */
export interface PaidSoFar {
  /** The price that the owner got. */
  face: Money;
  /** What the payer paid for it, in the currency that was paid. */
  charged: Money;
  /** The shares of both that have gone back: refunds that count, and chargebacks that are not won. */
  returnedFace: Money;
  returned: Money;
}

export interface ChargebackAmounts {
  /** What the owner answers for: never more than is left of the payment. */
  charge: Money;
  /** The share of the price. */
  face: Money;
}

/** Splits what a bank demands into what is left of the payment and what is beyond it, which is no share of the owner. */
export function chargebackAmounts(payment: PaidSoFar, claimed: Money): ChargebackAmounts {
  const { face, charged, returnedFace, returned } = payment;
  const left = positive(charged.minus(returned));
  const leftFace = positive(face.minus(returnedFace));
  if (left.isZero) return { charge: left, face: Money.zero(face.currency) };
  if (claimed.compare(left) >= 0) return { charge: left, face: leftFace };
  // Rounded up: what the payer gets is worth no more than what the owner pays.
  const share = new Money((claimed.minor * face.minor + charged.minor - 1n) / charged.minor, face.currency);
  return { charge: claimed, face: share.compare(leftFace) > 0 ? leftFace : share };
}

/**
 * What it costs the owner: the share of the price, or today's cost of returning what was paid, where that is more, as for a
 * refund. Without a rate it is the share.
 */
export function chargebackCost({ charge, face }: ChargebackAmounts, rate: Rate | null): Money {
  if (charge.currency === face.currency) return charge;
  if (!rate || charge.isZero) return face;
  const cost = charge.collectedAs(face.currency, rate);
  return cost.compare(face) > 0 ? cost : face;
}

const positive = (amount: Money): Money => (amount.minor < 0n ? Money.zero(amount.currency) : amount);
