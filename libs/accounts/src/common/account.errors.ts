import { DomainError, type ErrorCode, invalid, invalidState, type Money } from '@app/kernel';

const conflict = (message: string) => new DomainError('conflict', 'CONFLICT', message);
const unauthenticated = (code: ErrorCode, message: string) =>
  new DomainError('unauthenticated', code, message);

export const emailTaken = () => conflict('An account with this e-mail address already exists.');
export const usertagTaken = () => conflict('This user tag is taken.');

/** The same for an unknown address and a wrong password, so that it does not reveal whether the account exists. */
export const invalidCredentials = () =>
  unauthenticated('INVALID_CREDENTIALS', 'E-mail address or password is wrong.');
export const invalidRefreshToken = () =>
  unauthenticated('UNAUTHENTICATED', 'This refresh token is not valid; sign in.');
export const refreshTokenReused = () =>
  unauthenticated(
    'UNAUTHENTICATED',
    'This refresh token was used before; its session has been ended. Sign in again.',
  );

export const accountFrozen = () =>
  new DomainError('forbidden', 'FORBIDDEN', 'This account is frozen; contact support.');
export const accountClosed = () => new DomainError('forbidden', 'FORBIDDEN', 'This account is closed.');

export const wrongPassword = () => unauthenticated('INVALID_CREDENTIALS', 'The current password is wrong.');
export const passwordLocked = (retryAfter: number) =>
  new DomainError('rate-limited', 'RATE_LIMITED', 'Too many wrong passwords in a row; try again later.', {
    retry_after: retryAfter,
  });
export const usertagChangesUsedUp = () =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    'A user tag can be changed three times in 365 days.',
    {},
    {
      decidedOnState: true,
    },
  );

export const frozenAlready = () => invalidState('This account is frozen already.');
export const notFrozen = () => invalidState('This account is not frozen.');

export const lastAdministrator = () =>
  invalidState('This is the last administrator who can sign in; add another one first.');
export const staffAlready = (role: string) =>
  conflict(`This account has the role ${role}; remove it first, or change it with users set-role.`);
export const notStaff = () => invalidState('This account has no staff role.');
export const sameRole = () => invalidState('The account has this role already.');
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

export const wrongCode = (leftTries: number) =>
  new DomainError('invalid', 'VALIDATION_ERROR', 'This code is wrong.', {
    errors: [{ field: 'otp', code: 'invalid_field', message: 'This code is wrong.' }],
    tries_left: leftTries,
  });
/** `again`: how to get another code. */
export const codeExpired = (again: string) => invalid('otp', `This code has expired. ${again}`);
/** A used code is removed, so it looks like one that was never sent. */
export const noCodeLeft = (again: string) =>
  invalid('otp', `No code is open: it was used already, or none was sent. ${again}`);
export const tooManyCodes = (again: string) =>
  new DomainError('invalid', 'LIMIT_REACHED', `Too many wrong codes. ${again}`);
export const emailNotProved = (action: string) =>
  new DomainError(
    'forbidden',
    'KYC_REQUIRED',
    `Verify your e-mail address before you ${action}: send the code from our mail to auth.php?action=verify-email.`,
  );
export const emailVerifiedAlready = () => invalidState('This e-mail address is verified already.');

export const noPhone = () =>
  invalidState('This account has no phone number; add one first (settings.php?action=update-profile).');
export const phoneVerifiedAlready = () => invalidState('This phone number is verified already.');
export const phoneTaken = () => conflict('Another account has verified this phone number.');
export const phoneNotServed = () => invalid('phone', 'We send no codes to numbers of this kind or country.');

/** The same for an unknown, a used and an expired token. */
export const invalidResetToken = () =>
  invalid(
    'token',
    'This token is wrong, used or too old; ask for a new one (auth.php?action=forgot-password).',
  );

/** The same for an unknown, a used and an expired link. */
export const invalidReportToken = () =>
  invalid('token', 'This link is wrong, used or too old; contact support if you need help.');

/** `open` names what has to end first, `rest` the balances among it that can be given up. */
export const accountInUse = (open: readonly string[], rest: readonly Money[]) =>
  new DomainError(
    'conflict',
    'INVALID_STATE',
    `This account cannot be closed while it has: ${open.join(', ')}.` +
      (rest.length > 0 ? ' Send give_up_rest: true to give up what is below 1.00.' : ''),
    {
      open,
      ...(rest.length > 0 && {
        rest: rest.map((amount) => ({ amount: amount.toJsonNumber(), currency: amount.currency })),
      }),
    },
    { decidedOnState: true },
  );

export const sameLegalHold = (isHeld: boolean) =>
  invalidState(isHeld ? 'The account is under a legal hold already.' : 'The account is under no legal hold.');
