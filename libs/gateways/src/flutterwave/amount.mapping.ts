const DECIMAL = /^(\d{1,15})(?:\.(\d{1,18}))?$/;

/**
 * Minor units (two decimals) of an amount in a gateway response, a JSON number or text; null if it is not an
 * amount. Further digits are dropped, so that the service credits only confirmed money.
 */
export function minorFromResponse(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = DECIMAL.exec(String(value));
  if (!match) return null;
  return BigInt(match[1]! + (match[2] ?? '').slice(0, 2).padEnd(2, '0'));
}
