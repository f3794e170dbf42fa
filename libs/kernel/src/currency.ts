/** The currencies the service keeps wallets in (specification, "Resources"). All eight have two decimals. */
export const CURRENCIES = ['NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Digits after the decimal point of every supported currency. */
export const DECIMALS = 2;

export const CURRENCY_SYMBOLS: Record<Currency, string> = {
  NGN: '₦',
  USD: '$',
  GBP: '£',
  EUR: '€',
  GHS: '₵',
  KES: 'KSh',
  ZAR: 'R',
  CAD: 'CA$',
};

export function isCurrency(value: unknown): value is Currency {
  return typeof value === 'string' && (CURRENCIES as readonly string[]).includes(value);
}
