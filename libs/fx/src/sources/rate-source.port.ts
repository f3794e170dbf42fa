import type { Currency } from '@app/kernel';

/** What a source of exchange rates answered: units of each currency for one unit of `base`, as decimal text. */
export interface RateQuote {
  base: 'USD';
  source: string;
  /** When the source last stood by these rates; the newest rate is served. */
  asOf: Date;
  /** Until when they may be converted at; two hours after `asOf` where absent. */
  validUntil?: Date;
  rates: ReadonlyMap<Currency, string>;
}

/** Where live rates come from. */
export abstract class RateSource {
  abstract readonly name: string;
  /** Whether it is another company's: only the scheduler asks those. */
  abstract readonly isRemote: boolean;

  /** One quote for each time at which the source stood by rates. Throws when it gives none. */
  abstract latest(): Promise<RateQuote[]>;
}
