import { DomainError, invalid, invalidState, minorToText, Money } from '@app/kernel';

const DECIDED = { decidedOnState: true };

export const belowMinimum = (currency: string) =>
  invalid('amount', `amount must be at least 1.00 ${currency}.`);

export const wireNotSupported = () =>
  new DomainError('invalid', 'WIRE_NOT_SUPPORTED', 'Wire accounts can be saved only; nothing was debited.');

export const accountNotFound = () =>
  new DomainError('invalid', 'ACCOUNT_NOT_FOUND', 'details.bank_id names no saved account of yours.');

export const accountTooNew = (usableAt: Date) =>
  new DomainError(
    'invalid',
    'ACCOUNT_TOO_NEW',
    `This account was saved recently and can be withdrawn to from ${usableAt.toISOString()}; nothing was debited.`,
    { usable_at: usableAt.toISOString() },
  );

export const walletAccountByMethod = () =>
  invalid('details.bank_id', 'This saved account is an external wallet: send method extwallet.');

export const verificationRequired = () =>
  new DomainError(
    'forbidden',
    'KYC_REQUIRED',
    'Withdrawals need KYC level 1: upload an identity document and a selfie (kyc.php?action=upload).',
  );

export const payoutConvertsToNothing = (currency: string) =>
  invalid('amount', `This amount is worth less than 0.01 ${currency}.`);

/** Amounts are US cents. */
export function dailyLimitExceeded(limit: bigint, used: bigint): DomainError {
  const left = limit > used ? limit - used : 0n;
  const text = (cents: bigint) => `USD ${minorToText(cents)}`;
  const number = (cents: bigint) => new Money(cents, 'USD').toJsonNumber();
  return new DomainError(
    'invalid',
    'DAILY_LIMIT_EXCEEDED',
    `The daily limit of ${text(limit)} allows ${text(left)} more today (UTC).`,
    { daily_limit_usd: number(limit), used_today_usd: number(used), left_usd: number(left) },
    DECIDED,
  );
}

export const alreadyEnded = (status: string) =>
  invalidState(`This withdrawal has ended already: it is ${status}.`);

export const notSettledByHand = (stage: string) =>
  invalidState(`A withdrawal that is ${stage} is not settled by hand; wait for the provider's answer.`);

export const withoutRate = () =>
  invalidState('This withdrawal waits for an exchange rate: recheck it first.');

export const providerHasIt = (said: string) =>
  invalidState(`The provider says that this withdrawal is ${said}: it cannot fail now.`);

export const notKnownUndelivered = () =>
  invalidState(
    'It is not known whether the provider has paid this. Ask the provider, and send not_delivered: true when it has not.',
  );

export const notAskedLately = () =>
  invalidState('The provider was not asked about this in the last 15 minutes: recheck it first.');

export const payoutReferenceTaken = () =>
  new DomainError(
    'conflict',
    'CONFLICT',
    'Another withdrawal was completed under this reference.',
    {},
    DECIDED,
  );

export const nothingToRecheck = () => invalidState('This withdrawal has ended or is being sent.');
