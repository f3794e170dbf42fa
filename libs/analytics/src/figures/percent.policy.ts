const HUNDREDTHS_OF_PERCENT = 10_000n;

/** The share of `whole` in per cent with two decimals; 0 of nothing. */
export function percentOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(rounded(part * HUNDREDTHS_OF_PERCENT, whole)) / 100;
}

/** The change in per cent with two decimals: null from zero to something, 0 from zero to zero. */
export function changeOf(now: bigint, before: bigint): number | null {
  if (before === 0n) return now === 0n ? 0 : null;
  return percentOf(now - before, before < 0n ? -before : before);
}

/** The quotient, rounded half away from zero. `divisor` is above zero. */
export function rounded(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (2n * dividend + half) / (2n * divisor);
}
