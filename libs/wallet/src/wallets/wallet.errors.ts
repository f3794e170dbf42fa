import { type Currency, DomainError, invalid } from '@app/kernel';

export const walletExists = (currency: Currency) =>
  new DomainError(
    'conflict',
    'CONFLICT',
    `You have a ${currency} wallet already.`,
    {},
    { decidedOnState: true },
  );

export const walletMissing = (currency: Currency | undefined) =>
  new DomainError(
    'not-found',
    'NOT_FOUND',
    currency ? `You have no ${currency} wallet.` : 'You have no wallet.',
  );

export const selfTransfer = () => invalid('recipient', 'You cannot send money to yourself.');

export const convertsToNothing = (currency: Currency) =>
  invalid('amount', `The amount is too small: it converts to less than 0.01 ${currency}.`);
