const NUBAN_WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];
const ABA_WEIGHTS = [3, 7, 1];
/** The first two digits of routing numbers that banks have. */
const ABA_RANGES = [
  [1, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const;

/** Whether a routing number of the American Bankers Association has a valid range and checksum. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const prefix = Number(text.slice(0, 2));
  return (
    ABA_RANGES.some(([from, to]) => prefix >= from && prefix <= to) && weighted(text, ABA_WEIGHTS) % 10 === 0
  );
}

/**
 * Whether the last digit of a Nigerian account number is the check digit of bank and number. False is only a warning,
 * because accounts of some banks, and the provider's test accounts, have another digit.
 */
export function hasNubanCheckDigit(bankCode: string, accountNumber: string): boolean {
  if (!/^\d{3}$/.test(bankCode) || !/^\d{10}$/.test(accountNumber)) return false;
  const sum = weighted(bankCode + accountNumber.slice(0, 9), NUBAN_WEIGHTS);
  return (10 - (sum % 10)) % 10 === Number(accountNumber[9]);
}

/** British account numbers of six or seven digits begin with zeros. */
export function paddedAccountNumber(digits: string): string {
  return digits.padStart(8, '0');
}

function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((sum, digit, index) => sum + Number(digit) * weights[index % weights.length]!, 0);
}
