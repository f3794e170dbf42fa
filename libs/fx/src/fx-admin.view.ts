import { minorToJsonNumber, type Rate } from '@app/kernel';
import type { RateChange } from './commands/set-checkout-rate';
import type { ComparedRate, PulledRateWithAge } from './fx.service';

/** Rates are exact decimal text here, so that staff see the digits that are stored. */
const text = (rate: Rate) => rate.toDecimal(18);

export function liveRateView(
  { currency, rate, source, asOf, isStale }: PulledRateWithAge,
  now: Date,
): object {
  return {
    currency,
    rate: text(rate),
    source,
    as_of: asOf.toISOString(),
    age_seconds: wholeSeconds(now.getTime() - asOf.getTime()),
    stale: isStale,
  };
}

export function checkoutRateView(one: ComparedRate): object {
  const { base, quote, rate, live, validFrom, setBy, isDrifted } = one;
  return {
    base,
    quote,
    rate: text(rate),
    valid_from: validFrom.toISOString(),
    set_by: setBy,
    live: live && text(live),
    drift_percent: live && driftPercent(rate, live),
    drifted: isDrifted,
  };
}

export function rateChangeView(change: RateChange): object {
  const { base, quote, rate, replaced, live, validFrom, isDrifted } = change;
  return {
    base,
    quote,
    rate: text(rate),
    replaced: replaced && text(replaced),
    live: live && text(live),
    drifted: isDrifted,
    valid_from: validFrom.toISOString(),
  };
}

/** How far the set rate is above the live one, in percent with two decimals. */
function driftPercent(set: Rate, live: Rate): number {
  const [ours, theirs] = [set.numerator * live.denominator, live.numerator * set.denominator];
  return minorToJsonNumber(((ours - theirs) * 10_000n) / theirs);
}

/** Zero where the clock of the host that pulled the rate runs ahead. */
function wholeSeconds(ms: number): number {
  return ms < 0 ? 0 : (ms - (ms % 1000)) / 1000;
}
