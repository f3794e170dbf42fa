import type { Config } from '@app/config';
import { type Currency, DomainError, type ErrorCode, Money } from '@app/kernel';
import type { OwedAmounts } from './caller';
import type { Scope } from './scopes';
import type { TeamRole } from './team-roles';

/** The base URLs of the hosts. */
type Addresses = Config['urls'];

const unauthenticated = (code: ErrorCode, message: string) =>
  new DomainError('unauthenticated', code, message);
const forbidden = (code: ErrorCode, message: string) => new DomainError('forbidden', code, message);

export const missingCredentials = () => unauthenticated('UNAUTHENTICATED', 'Sign in or send an API key.');
export const keyInAuthorization = () =>
  unauthenticated('UNAUTHENTICATED', 'Authorization carries user sessions only; send API keys in X-API-Key.');
export const basicAuthorization = () =>
  unauthenticated(
    'UNAUTHENTICATED',
    'This API has no Basic authentication; send API keys in the header X-API-Key, and access tokens as ' +
      'Authorization: Bearer.',
  );
export const conflictingCredentials = () =>
  unauthenticated('UNAUTHENTICATED', 'Send one credential: either an API key or a user session.');
export const repeatedAuthorization = () =>
  unauthenticated('UNAUTHENTICATED', 'Send one Authorization header.');
export const invalidApiKey = () => unauthenticated('INVALID_API_KEY', 'This API key is not valid.');
export const secretKeyRequired = () =>
  unauthenticated('INVALID_API_KEY', 'This endpoint takes a secret key, not a public one.');
export const publicKeyRequired = () =>
  unauthenticated(
    'INVALID_API_KEY',
    'This is a secret key, and this endpoint takes a public one (pk_…). Never use a secret key in a browser; if it was ' +
      'used there, rotate it.',
  );
export const invalidToken = () => unauthenticated('UNAUTHENTICATED', 'This access token is not valid.');
export const tokenExpired = () =>
  unauthenticated('TOKEN_EXPIRED', 'This access token has expired; refresh it.');

/** The session has to send a code of its second factor first. */
export const proofRequired = () =>
  new DomainError(
    'unauthenticated',
    'TOTP_REQUIRED',
    'Confirm with a code of your authenticator app first (auth.php?action=step-up), then try again.',
    { step_up: true },
  );

/** `elsewhere`: the address of the host on which keys can do it. */
export const sessionRequired = (elsewhere?: string) =>
  forbidden(
    'SESSION_REQUIRED',
    elsewhere === undefined
      ? 'API keys cannot do this; a signed-in user can.'
      : `On this host a signed-in user does this; API keys do it on ${elsewhere}.`,
  );
export const accountTypeForbidden = (accountType: string) =>
  forbidden('ACCOUNT_TYPE_FORBIDDEN', `This is for ${accountType} accounts only.`);
/** An API key on the host of people. */
export const keyOnAppHost = ({ business }: Addresses) =>
  forbidden('SESSION_REQUIRED', `API keys do not work on this host, which is for people; use ${business}.`);
export const liveKeyForbidden = ({ business, checkout }: Addresses) =>
  forbidden(
    'LIVE_KEY_FORBIDDEN',
    `Live keys do not work in the sandbox; use ${checkout} for payments and ${business} for all else.`,
  );
/** `reads`: what the host answers to test keys, if anything. */
export const testKeyForbidden = ({ sandbox }: Addresses, reads = '') =>
  forbidden(
    'TEST_KEY_FORBIDDEN',
    `This is a test key, and this host takes live keys${reads}; use ${sandbox}.`,
  );
export const kybRevoked = () =>
  forbidden(
    'KYB_REQUIRED',
    'The business verification of this account is not approved: its live keys only read.',
  );
export const scopeMissing = (scope: Scope) =>
  forbidden('SCOPE_MISSING', `This key lacks the scope ${scope}.`);
export const ipNotAllowed = () => forbidden('IP_NOT_ALLOWED', "This address is not on the app's allow-list.");
/** The caller is staff, and STAFF_NETWORKS does not contain the address. */
export const staffNetworkRequired = () =>
  forbidden('IP_NOT_ALLOWED', 'Staff can act from the networks of the operator only.');
export const originNotAllowed = (origin: string | undefined) =>
  forbidden(
    'FORBIDDEN',
    origin === undefined
      ? 'This public key is limited to the allowed_origins of its app, and the request names no Origin.'
      : `Pages of ${shown(origin)} may not use this public key: its app has other allowed_origins.`,
  );
/** A page of this origin asks to show the payment page in a frame, which browsers would leave empty. */
export const frameNotAllowed = (origin: string | undefined) =>
  forbidden(
    'FORBIDDEN',
    origin === undefined
      ? 'Only pages can show the payment page in a frame, and the request names no Origin.'
      : `Pages of ${shown(origin)} cannot show the payment page in a frame: add this origin to allowed_origins of the app.`,
  );
const shown = (origin: string) => origin.slice(0, 200);
/** `action` completes "before you ...". */
export const emailNotProved = (action: string) =>
  forbidden(
    'KYC_REQUIRED',
    `Verify your e-mail address before you ${action}: send the code from our mail to auth.php?action=verify-email.`,
  );
export const staffOnly = () => forbidden('FORBIDDEN', 'Your role does not allow this.');

/** A session that acts for the account of a business, on a host where members have nothing to do. */
export const actingSessionOnHost = ({ business }: Addresses) =>
  forbidden(
    'FORBIDDEN',
    `This session acts for the account of a business, which works on ${business}; use a session of your own account.`,
  );
export const memberWithoutSecondFactor = () =>
  forbidden(
    'FORBIDDEN',
    'Members of a team need two-factor authentication: turn it on in a session of your own account (auth.php?action=2fa-setup).',
  );
export const ownersAlone = () =>
  forbidden('FORBIDDEN', 'Members of a team cannot do this; the owner of the account can.');
export const roleForbids = (role: TeamRole) =>
  forbidden('FORBIDDEN', `The role ${role} in this account does not allow this.`);

/** Money cannot leave the account before what it owes is collected. */
export const balanceOwed = (owed: OwedAmounts) => {
  const amounts = Object.entries(owed).map(
    ([currency, minor]) => new Money(BigInt(minor), currency as Currency),
  );
  return new DomainError(
    'conflict',
    'INVALID_STATE',
    `This account owes ${amounts.map(({ text, currency }) => `${text} ${currency}`).join(' and ')} for chargebacks: it is ` +
      'collected from what comes in, and no money can leave before.',
    { owed: amounts.map((amount) => ({ currency: amount.currency, amount: amount.toJsonNumber() })) },
    { decidedOnState: true },
  );
};
