import { DomainError, invalid, invalidState, type Money } from '@app/kernel';

export const sessionExpired = () =>
  new DomainError(
    'gone',
    'SESSION_EXPIRED',
    'This checkout session has expired.',
    {},
    { decidedOnState: true },
  );

export const sessionPaid = () => invalidState('This checkout session is already paid.');

export const notDue = () =>
  invalidState('This is not to be paid any more. Money that a card or a transfer paid for it goes back.');

/** The `reason` of `payeeUnavailable`. */
export const PAYEE_UNAVAILABLE = 'payee_unavailable';

/** The account of the payee is frozen or closed. */
export const payeeUnavailable = () =>
  new DomainError(
    'conflict',
    'INVALID_STATE',
    'This business cannot take payments at the moment.',
    { reason: PAYEE_UNAVAILABLE },
    { decidedOnState: true },
  );

/** The payee closed the account while the payment was under way. */
export const payeeClosed = () =>
  invalidState('This business has closed its account. Your payment is refunded automatically.');

export const paymentUnderWay = () =>
  invalidState('A payment of this checkout session is under way; wait for its outcome.');

export const refundUnderWay = () =>
  invalidState('The payment company is being asked to send this back; wait for its answer.');

/** Sent again or credited, it might be paid twice: staff have to say that they have asked. */
export const mayHaveBeenSent = () =>
  invalidState(
    'This may have been sent back already. Look it up at the payment company: settle it where it has gone, or repeat ' +
      'this with not_sent: true where it has not.',
  );

export const refundIdTaken = () => invalidState('Another payment was refunded under this reference.');

export const rateOver = () =>
  invalidState('The exchange rate of this payment has ended; pay again at the current rate.');

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
export const amountNotHonoured = (gwRef: string | null, charge: Money, received: Money) =>
  new DomainError(
    'upstream',
    'GATEWAY_ERROR',
    `The card company took ${received.text} ${received.currency} instead of ${charge.text} ${charge.currency}; it was set ` +
      'aside, and staff decide whether it is returned or credited.',
    { gw_ref: gwRef },
  );

export const ownSession = () => invalid('session_id', 'You cannot pay a session of your own account.');

export const signInToPay = () =>
  new DomainError(
    'unauthenticated',
    'UNAUTHENTICATED',
    'Sign in with the account whose wallet is to pay (wallet-login).',
  );

export const noSuchWallet = (currency: string) =>
  invalid('currency', `You have no ${currency} wallet to pay from.`);

export const otherCurrencyInEscrow = (currency: string) =>
  invalid('currency', `This payment is held in escrow, so only a ${currency} wallet can pay it.`);

/** A buyer has to see whose money it is held for, and to give an address of their own. */
export const paidOnItsPageOnly = () =>
  new DomainError(
    'forbidden',
    'FORBIDDEN',
    'This payment is held in escrow, so the buyer pays it on the page at checkout_url; a secret key cannot.',
  );

export const buyerEmailRequired = () =>
  invalid('buyer_email', "buyer_email is required: the buyer's own address, confirmed with confirm-buyer.");

export const buyerNotConfirmed = () =>
  new DomainError(
    'forbidden',
    'FORBIDDEN',
    'This e-mail address is not confirmed for this session: send X-Buyer-Token as confirm-buyer returned it.',
  );

export const merchantsOwnEmail = () =>
  invalid('buyer_email', 'This address belongs to the merchant; give the address of the buyer.');

export const needsNoBuyer = () =>
  invalidState('This payment is not held in escrow, so no e-mail address is confirmed for it.');

export const buyerCodesUsedUp = (retryAfterSeconds: number) =>
  new DomainError('rate-limited', 'RATE_LIMITED', 'Too many codes were sent or tried; try again later.', {
    retry_after: retryAfterSeconds,
  });

export const wrongBuyerCode = (triesLeft: number) =>
  new DomainError('invalid', 'VALIDATION_ERROR', 'This code is wrong.', {
    errors: [{ field: 'otp', code: 'invalid_field', message: 'This code is wrong.' }],
    tries_left: triesLeft,
  });

export const noBuyerCode = () =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    'No code is open for this address: it was used, has expired, was tried too often, or none was sent. Ask for a new ' +
      'one with buyer-code.',
  );

export const noWalletInSandbox = () =>
  invalid('session_id', 'The sandbox has no sign-in: pay-wallet takes only the PIN.');

/** Says what the wallet would have been debited, fee and conversion included. */
export const walletShort = (needed: Money, fee: Money) => {
  const ofIt = fee.isZero ? '' : `, with the escrow fee of ${fee.text} ${fee.currency}`;
  return new DomainError(
    'invalid',
    'INSUFFICIENT_FUNDS',
    `Insufficient balance: ${needed.text} ${needed.currency} needed${ofIt}.`,
    {},
    { decidedOnState: true },
  );
};

/** The rate has moved since the buyer was quoted a price: nothing is taken that they have not seen. */
export const priceChanged = (charge: Money) =>
  new DomainError(
    'conflict',
    'CONFLICT',
    `The price is ${charge.text} ${charge.currency} by now; confirm it again.`,
    { amount: charge.toJsonNumber(), currency: charge.currency },
  );

export const wrongTestPin = () =>
  new DomainError('forbidden', 'INVALID_PIN', 'The PIN is wrong; in the sandbox 1234 pays.');

export const wrongSessionToken = () =>
  new DomainError('unauthenticated', 'UNAUTHENTICATED', 'This session token is not valid.');

export const rateMissing = (currency: string) =>
  new DomainError(
    'invalid',
    'FX_RATE_UNAVAILABLE',
    `This ${currency} session cannot be paid in another currency: there is no rate, or the price is more than one payment may be.`,
    {},
    { decidedOnState: true },
  );

/** The session is not to be paid this way: the merchant did not ask for it, or its currency or mode has no such way. */
export const methodNotOffered = (method: string, offered: readonly string[]) =>
  invalid('payment_method', `This session cannot be paid by ${method}; it offers ${offered.join(', ')}.`);

/** The company that collects the payment refused the request, so it may be sent again. */
export const collectionRefused = (reason: string) =>
  new DomainError(
    'upstream',
    'GATEWAY_ERROR',
    `The payment could not be started: ${reason.replace(/\.$/, '')}. Try again, or pay in another way.`,
  );

export const paymentDeclined = (reason: string) =>
  new DomainError(
    'invalid',
    'PAYMENT_DECLINED',
    `The payment was declined: ${reason.replace(/\.$/, '')}.`,
    { reason },
    { decidedOnState: true },
  );

/** The gateway's own card widget runs under keys of the gateway, which the sandbox and a simulated gateway have none of. */
export const cardWidgetUnavailable = () =>
  new DomainError(
    'unavailable',
    'SERVICE_UNAVAILABLE',
    "The gateway's own card form needs keys of the gateway, and none are configured here. Use pay-card.",
  );

export const tooManyPrompts = (counted: string, retryAfterSeconds: number) =>
  new DomainError(
    'rate-limited',
    'RATE_LIMITED',
    `Too many payment requests were sent to phones ${counted}; try again later.`,
    { retry_after: retryAfterSeconds },
  );

/** A second prompt would hide the first. */
export const phonePrompted = (retryAfterSeconds: number) =>
  new DomainError(
    'rate-limited',
    'RATE_LIMITED',
    'Another payment request waits on this phone; confirm or decline it first, or try again later.',
    { retry_after: retryAfterSeconds },
  );

/** Limits the payments begun per session and hour. */
export const tooManyPayments = (retryAfterSeconds: number) =>
  new DomainError(
    'rate-limited',
    'RATE_LIMITED',
    'Too many payments of this checkout session were begun; try again later.',
    { retry_after: retryAfterSeconds },
  );

export const tooManyLookUps = (retryAfterSeconds: number) =>
  new DomainError('rate-limited', 'RATE_LIMITED', 'Too many accounts were looked up; try again later.', {
    retry_after: retryAfterSeconds,
  });
