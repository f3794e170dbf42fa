import { Money } from '@app/kernel';

/** A float by the books, beside what its provider says. */
export interface ComparedFloat {
  /** What the provider should hold if it has carried out nothing of what is under way. */
  booked: Money;
  /** Withdrawals, with the provider's fees, that the provider may or may not have taken off its balance yet. */
  underWay: Money;
  reported: Money;
}

/**
 * By how much the provider's balance is outside of what the books allow; zero where it agrees. Positive: the provider has
 * more than the books.
 */
export function differenceOf({ booked, underWay, reported }: ComparedFloat): Money {
  const least = booked.minus(underWay);
  if (reported.compare(booked) > 0) return reported.minus(booked);
  if (reported.compare(least) < 0) return reported.minus(least);
  return Money.zero(booked.currency);
}
