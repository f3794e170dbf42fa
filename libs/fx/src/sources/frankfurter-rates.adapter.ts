import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { CURRENCIES } from '@app/kernel';
import { z } from 'zod';
import { type RateQuote, RateSource } from './rate-source.port';
import { frankfurterValidUntil } from './frankfurter-validity.policy';
import { publishedRates } from './published-rates.mapping';
import { RatesHttpService } from './rates-http.service';

const answer = z
  .array(z.object({ date: z.iso.date(), base: z.literal('USD'), quote: z.string(), rate: z.number() }))
  .min(1);

/**
 * Reference rates of central banks by Frankfurter v2, daily: `GET /rates?base=USD&quotes=…` answers rows of date, base,
 * quote and rate. Currencies may have different dates.
 */
@Injectable()
export class FrankfurterRates extends RateSource {
  readonly name = 'frankfurter';
  readonly isRemote = true;

  constructor(
    private readonly config: Config,
    private readonly http: RatesHttpService,
  ) {
    super();
  }

  async latest(): Promise<RateQuote[]> {
    const quotes = CURRENCIES.filter((currency) => currency !== 'USD').join(',');
    const url = `${this.config.env.FX_FRANKFURTER_URL}/rates?base=USD&quotes=${quotes}`;
    const byDate = new Map<string, Record<string, number>>();
    for (const { date, quote, rate } of await this.http.get(url, answer))
      byDate.set(date, { ...byDate.get(date), [quote]: rate });
    return [...byDate].map(([date, published]) => ({
      base: 'USD',
      source: this.name,
      asOf: new Date(`${date}T00:00:00Z`),
      validUntil: frankfurterValidUntil(date),
      rates: publishedRates(published),
    }));
  }
}
