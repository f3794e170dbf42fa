import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { PulledRates } from '../pulled-rates.service';
import { RateSource } from '../rate-source.port';

/** How often the scheduler pulls. */
export const PULL_RATES_MINUTES = 30;

/** Asks the rate source and stores what it answers. Also runs at start where the last pull is due again. */
@Injectable()
export class PullRates implements OnApplicationBootstrap {
  private readonly logger = new Logger('PullRates');

  constructor(
    private readonly source: RateSource,
    private readonly rates: PulledRates,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const last = await this.rates.lastPulledAt();
    const dueSince = this.clock.now().getTime() - PULL_RATES_MINUTES * 60_000;
    if (last && last.getTime() > dueSince) return;
    // Without rates everything but conversions works: a source that is away keeps no app from starting.
    await this.run().catch((error: Error) => this.logger.error(`no rates: ${error.message}`));
  }

  /** Returns how many rates were stored; throws when the source gives none. */
  async run(): Promise<number> {
    const quote = await this.source.latest();
    await this.rates.add(quote, this.clock.now());
    return quote.rates.size;
  }
}
