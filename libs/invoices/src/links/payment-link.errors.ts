import { DomainError, invalid, type Money } from '@app/kernel';

/** Expired, switched off or used up: for good, or until its merchant changes it. */
export const linkClosed = () =>
  new DomainError(
    'gone',
    'SESSION_EXPIRED',
    'This payment link no longer accepts payments.',
    {},
    { decidedOnState: true },
  );

/** Each attempt in flight holds a place; it is free again when the attempt ends. */
export const placesTaken = (retryAfterSeconds: number) =>
  new DomainError(
    'conflict',
    'INVALID_STATE',
    'All places of this payment link are taken by payments under way; try again in a few minutes.',
    { retry_after: retryAfterSeconds },
  );

export const placesOfNetworkTaken = (retryAfterSeconds: number) =>
  new DomainError(
    'rate-limited',
    'RATE_LIMITED',
    'Other payments of this link from your network are under way; finish them, or try again later.',
    { retry_after: retryAfterSeconds },
  );

export const fixedAmount = (amount: Money) =>
  invalid('amount', `This payment link is for ${amount.text} ${amount.currency}.`);

export const amountRequired = () => invalid('amount', 'amount is required: this payment link has none.');

export const outsideBounds = (bounds: string) => invalid('amount', `amount must be ${bounds}.`);

export const boundsOfFixedAmount = () =>
  invalid('min_amount', 'min_amount and max_amount are for links without an amount.');

export const boundsReversed = () => invalid('max_amount', 'max_amount must not be less than min_amount.');

export const suggestionsOfFixedAmount = () =>
  invalid('suggested_amounts', 'suggested_amounts are for links without an amount.');

export const suggestionTwice = () =>
  invalid('suggested_amounts', 'suggested_amounts must not name an amount twice.');

export const suggestionOutsideBounds = (amount: Money) =>
  invalid(
    'suggested_amounts',
    `suggested_amounts must lie between min_amount and max_amount: ${amount.text} does not.`,
  );

export const nothingToChange = () => invalid('active', 'active or suggested_amounts is required.');

export const expiresInPast = () => invalid('expires_at', 'expires_at must be in the future.');
