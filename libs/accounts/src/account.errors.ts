import { DomainError, invalid, invalidState } from '@app/kernel';

const conflict = (message: string) => new DomainError('conflict', 'CONFLICT', message);
const unauthenticated = (code: string, message: string) => new DomainError('unauthenticated', code, message);

export const emailTaken = () => conflict('This e-mail address has an account already.');
export const usertagTaken = () => conflict('This user tag is taken.');

/** The same for an unknown address and a wrong password, so that it does not reveal whether the account exists. */
export const invalidCredentials = () =>
  unauthenticated('INVALID_CREDENTIALS', 'E-mail address or password is wrong.');
export const totpRequired = () =>
  unauthenticated('TOTP_REQUIRED', 'Send the current code of your authenticator app in totp_code.');
export const invalidTotp = () =>
  unauthenticated('INVALID_CREDENTIALS', 'This authenticator code is wrong or was used before.');
export const invalidRefreshToken = () =>
  unauthenticated('UNAUTHENTICATED', 'This refresh token is not valid; sign in.');
export const refreshTokenReused = () =>
  unauthenticated(
    'UNAUTHENTICATED',
    'This refresh token was used before; its session has been ended. Sign in again.',
  );

export const accountFrozen = () =>
  new DomainError('forbidden', 'FORBIDDEN', 'This account is frozen; contact support.');

export const frozenAlready = () => invalidState('This account is frozen already.');
export const notFrozen = () => invalidState('This account is not frozen.');

export const lastAdministrator = () =>
  invalidState('This is the last administrator who can sign in; add another one first.');
export const staffAlready = (role: string) =>
  conflict(`This account has the role ${role}; remove it first, or change it with users set-role.`);
export const notStaff = () => invalidState('This account has no staff role.');
export const sameRole = () => invalidState('The account has this role already.');
export const noSecondFactor = () => invalidState('This account has no second factor.');
export const wrongSetUpCode = () =>
  invalid(
    'totp_code',
    'This code is wrong; type the current one of the authenticator that scanned the picture.',
  );

/** The same for an unknown, a replaced, a used and an expired link. */
export const invalidInvitation = () =>
  invalid('token', 'This link is wrong, used or too old; ask for a new one (npm run staff -- add).');

export const pinNotSet = () =>
  new DomainError('forbidden', 'PIN_NOT_SET', 'Set a transaction PIN first (settings.php?action=set-pin).');
export const invalidPin = (leftTries: number) =>
  new DomainError('forbidden', 'INVALID_PIN', 'The transaction PIN is wrong.', { tries_left: leftTries });
export const pinLocked = (retryAfter: number) =>
  new DomainError('forbidden', 'PIN_LOCKED', 'Too many wrong PINs; try again later.', {
    retry_after: retryAfter,
  });

export const passwordsBusy = () =>
  new DomainError('unavailable', 'SERVICE_UNAVAILABLE', 'Too many sign-ins at this moment; try again.', {
    retry_after: 1,
  });

const EMAIL_CODE = 'Ask for a new one (auth.php?action=resend-otp).';
export const wrongCode = (leftTries: number) =>
  new DomainError('invalid', 'VALIDATION_ERROR', 'This code is wrong.', {
    errors: [{ field: 'otp', message: 'This code is wrong.' }],
    tries_left: leftTries,
  });
export const noCodeLeft = () => invalid('otp', `This code has run out. ${EMAIL_CODE}`);
export const tooManyCodes = () =>
  new DomainError('invalid', 'LIMIT_REACHED', `Too many wrong codes. ${EMAIL_CODE}`);
export const emailVerifiedAlready = () => invalidState('This e-mail address is verified already.');

/** The same for an unknown, a used and an expired token. */
export const invalidResetToken = () =>
  invalid(
    'token',
    'This token is wrong, used or too old; ask for a new one (auth.php?action=forgot-password).',
  );
