import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '@app/config';
import { LOGGER } from '@app/http';
import { Clock, CURRENCIES, type Currency } from '@app/kernel';
import { Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { HoldRate } from '../commands/hold-rate';
import { percentage } from '../conversion.policy';
import { HeldRatesStore } from '../held-rates.store';
import { PulledRatesService } from '../pulled-rates.service';
import { chosenOffers, hasJumped, isConfirmed, type OfferedRate, offersIn } from '../rate-jump.policy';
import type { RateQuote } from '../../sources/rate-source.port';
import { RateSourcesService } from '../../sources/rate-sources.service';

/** How often the scheduler pulls. */
const PULL_RATES_MINUTES = 30;

const failures = new Counter({
  name: 'fx_source_failures_total',
  help: 'Times that a source of exchange rates gave none',
  labelNames: ['source'],
});
const heldRates = new Gauge({
  name: 'fx_rates_held',
  help: 'Live rates that are not served because they moved too far; target 0',
});

/**
 * Asks the rate sources in their order until each currency has a valid rate, and stores the rates. One that moved too
 * far is served only if another source confirms it, and held otherwise. Also runs at start where the last pull is due
 * again.
 */
@Injectable()
@Scheduled({ every: '30m', name: 'pull exchange rates' })
export class PullRates implements OnApplicationBootstrap {
  constructor(
    private readonly sources: RateSourcesService,
    private readonly rates: PulledRatesService,
    private readonly held: HeldRatesStore,
    private readonly commands: Commands,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.sources.ordered.length === 0) return;
    const last = await this.rates.lastPulledAt();
    const dueSince = this.clock.now().getTime() - PULL_RATES_MINUTES * 60_000;
    if (last && last.getTime() > dueSince) return;
    // Without rates everything but conversions works: a source that is away keeps no app from starting.
    await this.run().catch((error: Error) => this.log.error(error.message));
  }

  /** Returns how many rates were stored; throws when no source gives any. */
  async run(): Promise<number> {
    const answers = this.answers();
    const offers = await this.offersFrom(answers, (known) =>
      CURRENCIES.every((code) => known.some((offer) => offer.currency === code && this.isValid(offer))),
    );
    if (offers.length === 0) throw new Error('no source gave exchange rates');
    const served = await this.served(offers, answers);
    const now = this.clock.now();
    for (const quote of quotesOf(served)) await this.rates.add(quote, now);
    await this.held.withdraw(served.map(({ currency }) => currency));
    heldRates.set((await this.held.list()).length);
    return served.length;
  }

  /** Asks one source after the other until it is `enough`; those asked already are not asked again. */
  private async offersFrom(
    answers: AsyncGenerator<OfferedRate[]>,
    enough: (offers: readonly OfferedRate[]) => boolean,
  ): Promise<OfferedRate[]> {
    const offers: OfferedRate[] = [];
    while (!enough(offers)) {
      const next = await answers.next();
      if (next.done) break;
      offers.push(...next.value);
    }
    return offers;
  }

  private async *answers(): AsyncGenerator<OfferedRate[]> {
    for (const source of this.sources.ordered) {
      try {
        yield offersIn(await source.latest());
      } catch (error) {
        failures.inc({ source: source.name });
        this.log.error({ source: source.name }, `no exchange rates: ${(error as Error).message}`);
      }
    }
  }

  /** Those of the chosen rates that are served; the others are held. */
  private async served(
    offers: readonly OfferedRate[],
    answers: AsyncGenerator<OfferedRate[]>,
  ): Promise<OfferedRate[]> {
    const now = this.clock.now();
    const inForce = await this.rates.newest();
    const maxPercent = percentage(this.config.env.FX_MAX_JUMP_PERCENT);
    const known = [...offers];
    const served: OfferedRate[] = [];
    for (const offer of chosenOffers(offers, now)) {
      const before = inForce.get(offer.currency)?.rate;
      const isDoubtful = (all: readonly OfferedRate[]) =>
        hasJumped(offer, before, maxPercent) && !isConfirmed(offer, all, now);
      known.push(...(await this.offersFrom(answers, (more) => !isDoubtful([...known, ...more]))));
      if (!isDoubtful(known)) served.push(offer);
      else if (await this.commands.execute(new HoldRate(offer, before!)))
        this.log.error({ currency: offer.currency }, 'an exchange rate moved too far and is not served');
    }
    return served;
  }

  private isValid({ validUntil }: OfferedRate): boolean {
    return validUntil > this.clock.now();
  }
}

/** One quote for each source and time. */
function quotesOf(offers: readonly OfferedRate[]): RateQuote[] {
  const quotes = new Map<string, RateQuote & { rates: Map<Currency, string> }>();
  for (const { currency, rate, source, asOf, validUntil } of offers) {
    const name = `${source} ${asOf.getTime()} ${validUntil.getTime()}`;
    const quote = quotes.get(name) ?? { base: 'USD', source, asOf, validUntil, rates: new Map() };
    quotes.set(name, quote);
    quote.rates.set(currency, rate);
  }
  return [...quotes.values()];
}
