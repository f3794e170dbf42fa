const DECIMAL = /^(\d{1,15})(?:\.(\d{1,18}))?$/;

/**
 * Minor units (two decimals) of an amount in a gateway answer, JSON number or text; `null` when it is no amount.
 * Digits beyond the minor unit are dropped, so that nothing is credited that was not confirmed in full.
 */
export function minorFromResponse(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = DECIMAL.exec(String(value));
  if (!match) return null;
  return BigInt(match[1]! + (match[2] ?? '').slice(0, 2).padEnd(2, '0'));
}
