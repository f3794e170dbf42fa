import { type Currency, DomainError } from '@app/kernel';

export function rateUnavailable(from: Currency, to: Currency): DomainError {
  return new DomainError(
    'invalid',
    'FX_RATE_UNAVAILABLE',
    `There is no current exchange rate from ${from} to ${to}.`,
    {},
    { decidedOnState: true },
  );
}
