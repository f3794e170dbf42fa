import { type Currency, DomainError, type Rate } from '@app/kernel';

export function rateUnavailable(from: Currency, to: Currency): DomainError {
  return new DomainError(
    'invalid',
    'FX_RATE_UNAVAILABLE',
    `There is no current exchange rate from ${from} to ${to}.`,
    {},
    { decidedOnState: true },
  );
}

/** Another member of staff has set the rate since the caller read it. */
export function rateReplaced(base: Currency, quote: Currency, current: Rate | null): DomainError {
  const text = current?.toDecimal(18) ?? null;
  return new DomainError(
    'conflict',
    'CONFLICT',
    `The rate from ${base} to ${quote} in force is ${text ?? 'not set'}, not the one in replaces.`,
    { current_rate: text },
    { decidedOnState: true },
  );
}

/** Another rate is held by now than the one that the caller has seen. */
export function heldRateChanged({ currency, rate }: { currency: Currency; rate: Rate }): DomainError {
  const text = rate.toDecimal(18);
  return new DomainError(
    'conflict',
    'CONFLICT',
    `The rate held for ${currency} is ${text} by now, not the one in rate.`,
    { held_rate: text },
    { decidedOnState: true },
  );
}

export function heldRateOutdated(currency: Currency): DomainError {
  return new DomainError(
    'conflict',
    'CONFLICT',
    `The rate held for ${currency} is too old to be served, or a newer one is.`,
    {},
    { decidedOnState: true },
  );
}
