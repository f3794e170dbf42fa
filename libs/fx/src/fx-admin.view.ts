import type { Rate } from '@app/kernel';
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
    age_seconds: Math.max(0, Math.floor((now.getTime() - asOf.getTime()) / 1000)),
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
  return Math.round((set.over(live).toJsonNumber() - 1) * 10_000) / 100;
}
