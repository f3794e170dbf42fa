import { DomainError, invalid } from '@app/kernel';

export const MAX_SAVED_ACCOUNTS = 5;

export const tooManyAccounts = () =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `At most ${MAX_SAVED_ACCOUNTS} payout accounts can be saved; delete one first.`,
    {},
    { decidedOnState: true },
  );

export const savedAlready = () =>
  new DomainError('conflict', 'CONFLICT', 'This account is saved already.', {}, { decidedOnState: true });

/** Nothing was saved; the same request can be sent again. */
export const banksAway = () =>
  new DomainError('upstream', 'GATEWAY_ERROR', 'The banks cannot be asked just now; try again later.', {
    retry_after: 60,
  });

export const accountUnknown = () => invalid('account_number', 'The bank knows no such account.');
