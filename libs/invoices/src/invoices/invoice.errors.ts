import { DomainError, invalid, invalidState, MAX_AMOUNT_MINOR, minorToText, type Money } from '@app/kernel';

export const totalTooLarge = () =>
  invalid('items', `items must not come to more than ${minorToText(MAX_AMOUNT_MINOR)} in all.`);

export const givenAndCleared = (field: string) =>
  invalid('clear', `clear must not name ${field}, which has a value in this request.`);

export const partlyPaid = () =>
  invalidState('Something was paid on this invoice: write off the rest with credit instead of voiding it.');

export const paymentInFlight = () =>
  invalidState('A payment of this invoice is under way; wait for its outcome.');

export const notPayable = (status: string) => invalidState(`This invoice is ${status} and cannot be paid.`);

/** `due` is what can be paid or written off now. */
export const moreThanDue = (due: Money) =>
  new DomainError(
    'invalid',
    'VALIDATION_ERROR',
    `amount must not be more than ${due.text} ${due.currency}, which is due.`,
    { errors: [{ field: 'amount', code: 'invalid_field', message: `amount must be at most ${due.text}.` }] },
  );

export const partialNotAllowed = (due: Money) =>
  invalid('amount', `This invoice is paid at once: ${due.text} ${due.currency}.`);

/** Of the mails of one invoice within an hour, or of one business within a day. */
export const tooManyMails = (what: string, retryAfterSeconds: number) =>
  new DomainError('rate-limited', 'RATE_LIMITED', `Too many mails ${what}; try again later.`, {
    retry_after: retryAfterSeconds,
  });
