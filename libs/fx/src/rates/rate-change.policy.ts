import { invalid, Rate } from '@app/kernel';

const MIN_RATE = Rate.parse('0.000001');
const MAX_RATE = Rate.parse('1000000');
/** A rate that differs by more is a mistake. */
const MAX_FACTOR = Rate.parse('100');
/** Rates within this factor of each other are of one direction. */
const NEAR_FACTOR = Rate.parse('1.5');

/** Throws VALIDATION_ERROR for a rate that cannot be meant; `known` is the live rate or the one in force, if any. */
export function assertPlausible(rate: Rate, known: Rate | null): void {
  if (MIN_RATE.isAbove(rate) || rate.isAbove(MAX_RATE))
    throw invalid('rate', 'rate must be from 0.000001 to 1000000.');
  if (!known || isWithin(rate, known, NEAR_FACTOR)) return;
  if (isWithin(rate, known.inverse(), NEAR_FACTOR))
    throw invalid('rate', 'rate is that of the other direction: it must be units of quote for one of base.');
  if (!isWithin(rate, known, MAX_FACTOR))
    throw invalid(
      'rate',
      `rate is more than 100 times too high or too low; it is about ${known.toDecimal(6)}.`,
    );
}

function isWithin(rate: Rate, other: Rate, factor: Rate): boolean {
  const ratio = rate.over(other);
  return !ratio.isAbove(factor) && !factor.inverse().isAbove(ratio);
}
