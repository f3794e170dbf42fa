import { DomainError, invalidState } from '@app/kernel';

export const sessionExpired = () =>
  new DomainError(
    'gone',
    'SESSION_EXPIRED',
    'This checkout session has expired.',
    {},
    { decidedOnState: true },
  );

export const sessionPaid = () => invalidState('This checkout session is already paid.');

export const paymentUnderWay = () =>
  invalidState('A payment of this checkout session is under way; wait for its outcome.');

export const waitsForNoCode = () =>
  invalidState('This payment does not wait for a PIN or one-time password.');

/** `triesLeft` is there where the charge still waits for a right code. */
export const cardDeclined = (gwRef: string | null, reason: string, triesLeft?: number) =>
  new DomainError(
    'invalid',
    'CARD_DECLINED',
    `The card was declined: ${reason.replace(/\.$/, '')}.`,
    { gw_ref: gwRef, reason, ...(triesLeft !== undefined && { tries_left: triesLeft }) },
    { decidedOnState: true },
  );

/** The gateway refused the request itself; no card was charged, and the same request may be sent again. */
export const gatewayRefused = (reason: string) =>
  new DomainError(
    'upstream',
    'GATEWAY_ERROR',
    `The card company refused the request: ${reason.replace(/\.$/, '')}.`,
  );

/** The gateway took money in another amount than was asked for: it is set aside, and the session stays payable. */
export const amountNotHonoured = (gwRef: string | null) =>
  new DomainError(
    'upstream',
    'GATEWAY_ERROR',
    'The card company took another amount than asked for; it was set aside and will be returned.',
    { gw_ref: gwRef },
  );

export const wrongSessionToken = () =>
  new DomainError('unauthenticated', 'UNAUTHENTICATED', 'This session token is not valid.');

export const rateMissing = (currency: string) =>
  new DomainError(
    'invalid',
    'FX_RATE_UNAVAILABLE',
    `There is no rate at which a ${currency} session could be charged to a card.`,
    {},
    { decidedOnState: true },
  );
