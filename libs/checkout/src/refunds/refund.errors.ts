import { DomainError, invalid, invalidState, type Money } from '@app/kernel';

export const notPaid = () =>
  invalidState('This checkout session is not paid, so there is nothing to refund.');

export const nothingLeft = () => invalidState('Nothing of this payment is left to refund.');

/** `left` is what may still be refunded. */
export const moreThanIsLeft = (left: Money) =>
  new DomainError(
    'invalid',
    'VALIDATION_ERROR',
    `At most ${left.text} ${left.currency} of this payment can be refunded.`,
    {
      errors: [{ field: 'amount', code: 'invalid_field', message: 'This is more than is left to refund.' }],
      refundable: left.toJsonNumber(),
    },
    { decidedOnState: true },
  );

export const worthNothing = () =>
  invalid('amount', 'This is worth less than the least amount of the currency that was paid.');

export const paidTooLongAgo = (days: number) =>
  invalidState(`This was paid more than ${days} days ago and cannot be refunded any more.`);

export const tooManyRefunds = (most: number) =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `A payment can be refunded in at most ${most} parts.`,
    {},
    { decidedOnState: true },
  );

/** The money is the escrow's until it is released. */
export const heldInEscrow = (escrowUuid: string) =>
  new DomainError(
    'conflict',
    'INVALID_STATE',
    'This payment is held in escrow: return it with escrow.php?action=cancel.',
    { escrow_uuid: escrowUuid },
    { decidedOnState: true },
  );

export const payerHasClosed = () =>
  invalidState('The payer has closed the account whose wallet paid, so this cannot be refunded.');

export const refundRateMissing = (from: string, to: string) =>
  new DomainError(
    'invalid',
    'FX_RATE_UNAVAILABLE',
    `There is no exchange rate from ${from} to ${to} to refund this payment at.`,
    {},
    { decidedOnState: true },
  );

export const paymentReversed = () =>
  invalidState('Staff have reversed this payment, so there is nothing to refund.');

export const refundedAlready = () =>
  invalidState('Something of this payment is refunded, so it cannot be reversed.');

export const refundRefTaken = (refundId: string) =>
  new DomainError(
    'conflict',
    'CONFLICT',
    'Another refund has this refund_ref.',
    { refund_id: refundId },
    { decidedOnState: true },
  );

export const notReturnable = () =>
  invalidState('Only a completed refund through a payment company can come back, and only once.');

export const refundEnded = (status: string) => invalidState(`This refund is ${status} already.`);

export const noAccountAwaited = () => invalidState('No account is awaited for this refund.');

export const notThisAccount = () =>
  invalid('account', 'This is no account that was looked up for this refund.');
