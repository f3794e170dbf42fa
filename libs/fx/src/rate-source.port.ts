import type { Currency } from '@app/kernel';

/** What a source of exchange rates answered: units of each currency for one unit of `base`, as decimal text. */
export interface RateQuote {
  base: 'USD';
  source: string;
  /** When the source last stood by these rates; their age is counted from here. */
  asOf: Date;
  rates: ReadonlyMap<Currency, string>;
}

/** Where live rates come from. Throws when the source gives none: the rates pulled before then grow old. */
export abstract class RateSource {
  abstract latest(): Promise<RateQuote>;
}
