import { type Currency, Rate } from '@app/kernel';
import { isDrifted } from './drift.policy';
import type { RateQuote } from '../sources/rate-source.port';
import { validUntilOf } from './rate-validity.policy';

/** How far a second source may be from a rate that it confirms. */
export const CONFIRMED_WITHIN_PERCENT = Rate.parse('2');

/** One currency's rate as a source gave it. */
export interface OfferedRate {
  currency: Currency;
  /** As decimal text, units for one US dollar. */
  rate: string;
  source: string;
  asOf: Date;
  validUntil: Date;
}

export function offersIn(quotes: readonly RateQuote[]): OfferedRate[] {
  return quotes.flatMap(({ rates, source, asOf, validUntil }) =>
    [...rates].map(([currency, rate]) => ({
      currency,
      rate,
      source,
      asOf,
      validUntil: validUntilOf({ asOf, validUntil }),
    })),
  );
}

/** The first valid offer of each currency, or the first one where none is valid; offers are in the order of the sources. */
export function chosenOffers(offers: readonly OfferedRate[], now: Date): OfferedRate[] {
  const chosen = new Map<Currency, OfferedRate>();
  const valid = offers.filter(({ validUntil }) => validUntil > now);
  for (const offer of [...valid, ...offers])
    if (!chosen.has(offer.currency)) chosen.set(offer.currency, offer);
  return [...chosen.values()];
}

/** Whether a rate is further from the one in force than `maxPercent`; the first rate of a currency is not. */
export function hasJumped(offer: OfferedRate, inForce: Rate | undefined, maxPercent: Rate | null): boolean {
  return inForce !== undefined && isDrifted(Rate.parse(offer.rate), inForce, maxPercent);
}

/** Whether another source that is valid gives nearly the same. */
export function isConfirmed(offer: OfferedRate, others: readonly OfferedRate[], now: Date): boolean {
  return others.some(
    ({ currency, source, rate, validUntil }) =>
      currency === offer.currency &&
      source !== offer.source &&
      validUntil > now &&
      !isDrifted(Rate.parse(rate), Rate.parse(offer.rate), CONFIRMED_WITHIN_PERCENT),
  );
}
