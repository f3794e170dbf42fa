import { CURRENCIES, type Currency, Rate } from '@app/kernel';

/**
 * The rates of our currencies among those that a company publishes for one US dollar. What is no positive decimal is
 * left out, so that it counts as not given.
 */
export function publishedRates(published: Readonly<Record<string, unknown>>): Map<Currency, string> {
  const rates = new Map<Currency, string>([['USD', '1']]);
  for (const currency of CURRENCIES) {
    const value = Object.hasOwn(published, currency) ? published[currency] : undefined;
    if (currency !== 'USD' && Rate.read(value)) rates.set(currency, String(value));
  }
  return rates;
}
