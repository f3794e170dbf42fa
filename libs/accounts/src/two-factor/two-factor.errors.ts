import { DomainError, invalidState } from '@app/kernel';

const SETUP = 'auth.php?action=2fa-setup';

export const totpRequired = () =>
  new DomainError(
    'unauthenticated',
    'TOTP_REQUIRED',
    'Send the current code of your authenticator app in totp_code.',
  );
/** The same for a wrong, a used and a malformed code. */
export const invalidTwoFactorCode = () =>
  new DomainError('unauthenticated', 'INVALID_CREDENTIALS', 'This code is wrong or was used before.');
export const twoFactorLocked = (retryAfter: number) =>
  new DomainError('rate-limited', 'RATE_LIMITED', 'Too many wrong codes in a row; try again later.', {
    retry_after: retryAfter,
  });

export const twoFactorOnAlready = () =>
  invalidState('Two-factor authentication is on already; turn it off first (auth.php?action=2fa-disable).');
export const twoFactorNotSetUp = () => invalidState(`Set up an authenticator app first (${SETUP}).`);
export const twoFactorOff = () =>
  invalidState(`Two-factor authentication is off; set it up first (${SETUP}).`);
/** Of another person's account, for staff. */
export const personHasNoTwoFactor = () => invalidState('This person has no second factor to remove.');
export const staffNeedTwoFactor = () =>
  new DomainError('forbidden', 'FORBIDDEN', 'Staff accounts cannot turn two-factor authentication off.');
