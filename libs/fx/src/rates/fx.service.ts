import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { Clock, type Currency, Rate } from '@app/kernel';
import { type CheckoutRate, CheckoutRatesService } from './checkout-rates.service';
import { afterSpread, percentage } from './conversion.policy';
import { isDrifted } from './drift.policy';
import { rateUnavailable } from './fx.errors';
import { type PulledRate, PulledRatesService } from './pulled-rates.service';
import { SpreadsStore } from './spreads.store';

const ONE = Rate.fromFraction(1n, 1n);
/** Cards are charged in it, so that staff set every currency's checkout rate against it. */
const PIVOT = 'NGN';

/** Live rates of one base currency, as last pulled. */
export interface LiveRates {
  base: Currency;
  rates: Map<Currency, Rate>;
  /** Time of the oldest of them. */
  asOf: Date;
  /** No longer valid: not to be converted at. */
  stale: boolean;
}

/** A live rate per US dollar, of any age. */
export type PulledRateWithAge = PulledRate & { isStale: boolean };

/** A checkout rate in force and the live rate between its currencies. */
export interface ComparedRate extends CheckoutRate {
  /** Null where there is none, or none young enough. */
  live: Rate | null;
  isDrifted: boolean;
}

type NewestRates = ReadonlyMap<Currency, PulledRate>;

/**
 * Exchange rates: units of `to` for one unit of `from`. Money of customers is converted at the customer rate, which is
 * the live rate less the spread of the pair; limits and thresholds use the live rate itself. Buyers pay at the rate that
 * staff have set, or at the live one where that is worse for them, so that no conversion is below market.
 */
@Injectable()
export class FxService {
  private readonly maxDriftPercent: Rate | null;

  constructor(
    { env }: Config,
    private readonly pulled: PulledRatesService,
    private readonly checkout: CheckoutRatesService,
    private readonly spreads: SpreadsStore,
    private readonly clock: Clock,
  ) {
    this.maxDriftPercent = percentage(env.CHECKOUT_RATE_MAX_DRIFT_PERCENT);
  }

  /** What customers get for one unit. Throws FX_RATE_UNAVAILABLE where there is no valid rate. */
  async customerRate(from: Currency, to: Currency): Promise<Rate> {
    const rate = (await this.customerRatesTo(from, [to])).get(to);
    if (!rate) throw rateUnavailable(from, to);
    return rate;
  }

  /** Customer rates to several currencies, read together; null where there is no valid rate. */
  async customerRatesTo(from: Currency, targets: readonly Currency[]): Promise<Map<Currency, Rate | null>> {
    if (targets.every((to) => to === from)) return this.liveRatesTo(from, targets);
    const [live, spreads] = await Promise.all([
      this.liveRatesTo(from, targets),
      this.spreads.between(from, targets),
    ]);
    return new Map([...live].map(([to, rate]) => [to, rate && afterSpread(rate, spreads.get(to)!)]));
  }

  /** The live rate itself, for limits. Throws FX_RATE_UNAVAILABLE where there is none that is valid. */
  async liveRate(from: Currency, to: Currency): Promise<Rate> {
    const rate = (await this.liveRatesTo(from, [to])).get(to);
    if (!rate) throw rateUnavailable(from, to);
    return rate;
  }

  /** Live rates to several currencies, read together; null where there is none that is valid. */
  async liveRatesTo(from: Currency, targets: readonly Currency[]): Promise<Map<Currency, Rate | null>> {
    const isForeign = targets.some((to) => to !== from);
    const newest: NewestRates = isForeign ? await this.pulled.newest() : new Map<Currency, PulledRate>();
    return new Map(targets.map((to) => [to, to === from ? ONE : this.currentRate(newest, from, to)]));
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
   * What a payer gives in `to` for one unit of `from`: the rate that staff have set, directly or against the naira, or
   * the newest live rate, of any age, where that is more. Null where staff have set none, or one that has drifted.
   */
  async checkoutRate(from: Currency, to: Currency): Promise<Rate | null> {
    if (from === to) return ONE;
    const newest = await this.pulled.newest();
    const set = await this.setRate(newest, from, to);
    const live = crossRate(newest, from, to);
    return set && live?.isAbove(set) ? live : set;
  }

  /** Every checkout rate in force, beside the live rate. */
  async comparedRates(): Promise<ComparedRate[]> {
    const [newest, set] = [await this.pulled.newest(), await this.checkout.list()];
    return set.map((one) => {
      const live = this.currentRate(newest, one.base, one.quote);
      return { ...one, live, isDrifted: this.hasDrifted(one.rate, live) };
    });
  }

  /** The newest live rate of each currency, for staff. */
  async pulledRates(): Promise<PulledRateWithAge[]> {
    const newest = [...(await this.pulled.newest()).values()];
    return newest.map((rate) => ({ ...rate, isStale: this.isStale(rate) }));
  }

  /** The live rate; null where there is none, or none young enough. */
  async currentRateOf(from: Currency, to: Currency): Promise<Rate | null> {
    return (await this.liveRatesTo(from, [to])).get(to) ?? null;
  }

  /** Whether a checkout rate is not used because of the live rate; without one there is nothing to compare with. */
  hasDrifted(set: Rate, live: Rate | null): boolean {
    return live !== null && isDrifted(set, live, this.maxDriftPercent);
  }

  private async setRate(newest: NewestRates, from: Currency, to: Currency): Promise<Rate | null> {
    const usable = async (a: Currency, b: Currency) => {
      const set = await this.checkout.find(a, b);
      if (!set) return null;
      if (this.hasDrifted(set.rate, this.currentRate(newest, set.base, set.quote))) return 'drifted';
      return set.base === a ? set.rate : set.rate.inverse();
    };
    const direct = await usable(from, to);
    if (direct === 'drifted') return null;
    if (direct || from === PIVOT || to === PIVOT) return direct;
    const [source, target] = await Promise.all([usable(from, PIVOT), usable(to, PIVOT)]);
    return source instanceof Rate && target instanceof Rate ? source.over(target) : null;
  }

  /** The live rate; null where one of the two is missing or too old. */
  private currentRate(newest: NewestRates, from: Currency, to: Currency): Rate | null {
    const isCurrent = [from, to].every((currency) => {
      const rate = newest.get(currency);
      return rate && !this.isStale(rate);
    });
    return isCurrent ? crossRate(newest, from, to) : null;
  }

  private isStale({ validUntil }: PulledRate): boolean {
    return validUntil <= this.clock.now();
  }
}

/** The newest live rate of any age; null where one of the two is missing. */
function crossRate(newest: NewestRates, from: Currency, to: Currency): Rate | null {
  const [source, target] = [newest.get(from), newest.get(to)];
  return source && target ? target.rate.over(source.rate) : null;
}
