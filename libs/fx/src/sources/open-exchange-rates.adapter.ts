import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { addSeconds, Clock } from '@app/kernel';
import { z } from 'zod';
import { type RateQuote, RateSource } from './rate-source.port';
import { publishedRates } from './published-rates.mapping';
import { RatesHttpService } from './rates-http.service';

const answer = z.object({
  timestamp: z.number().int().positive(),
  base: z.literal('USD'),
  rates: z.record(z.string(), z.unknown()),
});

/** The free plan allows 1,000 calls a month and publishes hourly. */
const PUBLISHED_EVERY_SECONDS = 3600;

/**
 * Rates of Open Exchange Rates, hourly: `GET /latest.json?app_id=` answers `{timestamp, base, rates}`. It is asked
 * again only when it has published anew.
 */
@Injectable()
export class OpenExchangeRates extends RateSource {
  readonly name = 'openexchangerates';
  readonly isRemote = true;
  private last: RateQuote | null = null;

  constructor(
    private readonly config: Config,
    private readonly http: RatesHttpService,
    private readonly clock: Clock,
  ) {
    super();
  }

  async latest(): Promise<RateQuote[]> {
    const isDue = !this.last || addSeconds(this.last.asOf, PUBLISHED_EVERY_SECONDS) <= this.clock.now();
    if (isDue) this.last = await this.ask();
    return [this.last!];
  }

  private async ask(): Promise<RateQuote> {
    const { FX_OPENEXCHANGERATES_URL: url, FX_OPENEXCHANGERATES_APP_ID: id } = this.config.env;
    const found = await this.http.get(`${url}/latest.json?app_id=${encodeURIComponent(id)}`, answer);
    return {
      base: 'USD',
      source: this.name,
      asOf: new Date(found.timestamp * 1000),
      rates: publishedRates(found.rates),
    };
  }
}
