import { DomainError, invalid, type Money } from '@app/kernel';

/** Expired, switched off or used up: for good, or until its merchant changes it. */
export const linkClosed = () =>
  new DomainError(
    'gone',
    'SESSION_EXPIRED',
    'This payment link takes no payments.',
    {},
    { decidedOnState: true },
  );

export const fixedAmount = (amount: Money) =>
  invalid('amount', `This payment link is for ${amount.text} ${amount.currency}.`);

export const amountRequired = () => invalid('amount', 'amount is required: this payment link has none.');

export const outsideBounds = (bounds: string) => invalid('amount', `amount must be ${bounds}.`);

export const boundsOfFixedAmount = () =>
  invalid('min_amount', 'min_amount and max_amount are for links without an amount.');

export const boundsReversed = () => invalid('max_amount', 'max_amount must not be less than min_amount.');

export const expiresInPast = () => invalid('expires_at', 'expires_at must be in the future.');
