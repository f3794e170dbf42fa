import { minorToJsonNumber, type Rate } from '@app/kernel';
import type { RateChange } from './commands/set-checkout-rate';
import type { AcceptedRate } from './commands/accept-rate';
import type { SpreadChange } from './commands/set-spread';
import type { HeldRate } from './held-rates.store';
import type { Spread } from './spreads.store';
import type { ComparedRate, PulledRateWithAge } from './fx.service';

/** Rates are exact decimal text here, so that staff see the digits that are stored. */
const text = (rate: Rate) => rate.toDecimal(18);

export function liveRateView(
  { currency, rate, source, asOf, validUntil, isStale }: PulledRateWithAge,
  now: Date,
) {
  return {
    currency,
    rate: text(rate),
    source,
    as_of: asOf.toISOString(),
    age_seconds: wholeSeconds(now.getTime() - asOf.getTime()),
    valid_until: validUntil.toISOString(),
    stale: isStale,
  };
}

export function checkoutRateView(one: ComparedRate) {
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

export function rateChangeView(change: RateChange) {
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

export function heldRateView({ currency, rate, inForce, source, asOf, validUntil }: HeldRate) {
  return {
    currency,
    rate: text(rate),
    in_force: text(inForce),
    change_percent: driftPercent(rate, inForce),
    source,
    as_of: asOf.toISOString(),
    valid_until: validUntil.toISOString(),
  };
}

export function acceptedRateView({ currency, rate, replaced, source, asOf, validUntil }: AcceptedRate) {
  return {
    currency,
    rate: text(rate),
    replaced: replaced && text(replaced),
    source,
    as_of: asOf.toISOString(),
    valid_until: validUntil.toISOString(),
  };
}

export function spreadView({ base, quote, basisPoints, setBy, setAt }: Spread) {
  return { base, quote, basis_points: basisPoints, set_by: setBy, set_at: setAt.toISOString() };
}

export function spreadChangeView({ base, quote, basisPoints, replaced }: SpreadChange) {
  return { base, quote, basis_points: basisPoints, replaced };
}

/** How far the set rate is above the other one, in percent with two decimals. */
function driftPercent(set: Rate, live: Rate): number {
  const [ours, theirs] = [set.numerator * live.denominator, live.numerator * set.denominator];
  return minorToJsonNumber(((ours - theirs) * 10_000n) / theirs);
}

/** Zero where the clock of the host that pulled the rate runs ahead. */
function wholeSeconds(ms: number): number {
  return ms < 0 ? 0 : (ms - (ms % 1000)) / 1000;
}
