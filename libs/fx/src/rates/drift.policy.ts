import type { Rate } from '@app/kernel';

/** Whether `set` differs from `live` by more than `percent` of `live`; null allows no difference. */
export function isDrifted(set: Rate, live: Rate, percent: Rate | null): boolean {
  const [ours, theirs] = [set.numerator * live.denominator, live.numerator * set.denominator];
  const difference = ours > theirs ? ours - theirs : theirs - ours;
  if (!percent) return difference > 0n;
  return difference * 100n * percent.denominator > theirs * percent.numerator;
}
