import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { addSeconds, Clock } from '@app/kernel';
import { z } from 'zod';
import { type RateQuote, RateSource } from './rate-source.port';
import { publishedRates } from './published-rates.mapping';
import { RatesHttpService } from './rates-http.service';

const unixTime = z.number().int().positive();
const answer = z.object({
  result: z.literal('success'),
  base_code: z.literal('USD'),
  time_last_update_unix: unixTime,
  time_next_update_unix: unixTime,
  rates: z.record(z.string(), z.unknown()),
});

const GRACE_SECONDS = 2 * 3600;

/**
 * Rates of ExchangeRate-API's open access, daily: `GET /latest/USD` answers the rates with the times of this update and
 * of the next one, before which it is not asked again. Its terms require a link to it on pages that show its rates.
 */
@Injectable()
export class ErApiRates extends RateSource {
  readonly name = 'er-api';
  readonly isRemote = true;
  private last: { quote: RateQuote; nextUpdateAt: Date } | null = null;

  constructor(
    private readonly config: Config,
    private readonly http: RatesHttpService,
    private readonly clock: Clock,
  ) {
    super();
  }

  async latest(): Promise<RateQuote[]> {
    if (!this.last || this.last.nextUpdateAt <= this.clock.now()) this.last = await this.ask();
    return [this.last.quote];
  }

  private async ask(): Promise<{ quote: RateQuote; nextUpdateAt: Date }> {
    const found = await this.http.get(`${this.config.env.FX_ER_API_URL}/latest/USD`, answer);
    const nextUpdateAt = new Date(found.time_next_update_unix * 1000);
    const quote: RateQuote = {
      base: 'USD',
      source: this.name,
      asOf: new Date(found.time_last_update_unix * 1000),
      validUntil: addSeconds(nextUpdateAt, GRACE_SECONDS),
      rates: publishedRates(found.rates),
    };
    return { quote, nextUpdateAt };
  }
}
