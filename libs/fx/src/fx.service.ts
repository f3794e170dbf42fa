import { Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import { addSeconds, Clock, type Currency, Rate } from '@app/kernel';
import { CheckoutRates } from './checkout-rates.service';
import { SetCheckoutRate } from './commands/set-checkout-rate';
import { rateUnavailable } from './fx.errors';
import { type PulledRate, PulledRates } from './pulled-rates.service';

/** A live rate counts as unavailable once it is older. */
const LIVE_SECONDS = 2 * 3600;
const ONE = Rate.fromFraction(1n, 1n);
/** Cards are charged in it, so that staff set every currency's checkout rate against it. */
const PIVOT = 'NGN';

/** Live rates of one base currency, as last pulled. */
export interface LiveRates {
  base: Currency;
  rates: Map<Currency, Rate>;
  /** Time of the oldest of them. */
  asOf: Date;
  /** Too old to convert at. */
  stale: boolean;
}

/**
 * Exchange rates: units of `to` for one unit of `from`. Live rates convert transfers, payouts and limits; checkout
 * rates, set by staff, convert what buyers pay. The two are never confused.
 */
@Injectable()
export class Fx {
  constructor(
    private readonly pulled: PulledRates,
    private readonly checkout: CheckoutRates,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  /** Throws FX_RATE_UNAVAILABLE where there is none, or none young enough. */
  async liveRate(from: Currency, to: Currency): Promise<Rate> {
    const rate = (await this.liveRatesTo(from, [to])).get(to);
    if (!rate) throw rateUnavailable(from, to);
    return rate;
  }

  /** Live rates to several currencies, read together; null where there is none, or none young enough. */
  async liveRatesTo(from: Currency, targets: readonly Currency[]): Promise<Map<Currency, Rate | null>> {
    const isForeign = targets.some((to) => to !== from);
    const newest = isForeign ? await this.pulled.newest() : new Map<Currency, PulledRate>();
    const young = (currency: Currency) => {
      const rate = newest.get(currency);
      return rate && !this.isStale(rate) ? rate : null;
    };
    const source = young(from);
    const rateTo = (to: Currency): Rate | null => {
      if (to === from) return ONE;
      const target = young(to);
      return source && target && target.rate.over(source.rate);
    };
    return new Map(targets.map((to) => [to, rateTo(to)]));
  }

  /**
   * Every rate that can be converted at; where `base` itself is too old, all that is known of it, marked stale.
   * Throws FX_RATE_UNAVAILABLE where nothing is known.
   */
  async liveRates(base: Currency): Promise<LiveRates> {
    const newest = await this.pulled.newest();
    const source = newest.get(base);
    if (!source) throw rateUnavailable(base, base === 'USD' ? 'NGN' : 'USD');
    const stale = this.isStale(source);
    const shown = [...newest.values()].filter((rate) => stale || !this.isStale(rate));
    return {
      base,
      rates: new Map(
        shown.map(({ currency, rate }) => [currency, currency === base ? ONE : rate.over(source.rate)]),
      ),
      asOf: shown.reduce((a, b) => (a.asOf <= b.asOf ? a : b)).asOf,
      stale,
    };
  }

  /**
   * The rate staff have set, either way round, else the one that follows from those they have set against the naira;
   * null where nothing follows.
   */
  async checkoutRate(from: Currency, to: Currency): Promise<Rate | null> {
    if (from === to) return ONE;
    const direct = await this.checkout.find(from, to);
    if (direct || from === PIVOT || to === PIVOT) return direct;
    const [source, target] = await Promise.all([
      this.checkout.find(from, PIVOT),
      this.checkout.find(to, PIVOT),
    ]);
    return source && target && source.over(target);
  }

  /** Puts a checkout rate in force; `setBy` is the staff member's account. */
  setCheckoutRate(base: Currency, quote: Currency, rate: Rate, setBy: string): Promise<void> {
    return this.commands.execute(new SetCheckoutRate(base, quote, rate, setBy));
  }

  private isStale({ asOf }: PulledRate): boolean {
    return asOf <= addSeconds(this.clock.now(), -LIVE_SECONDS);
  }
}
