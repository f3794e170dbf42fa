import { DomainError, invalid, invalidState } from '@app/kernel';

export const notOpen = (status: string) =>
  invalidState(`This chargeback is ${status}: only an opened one takes an answer.`);

export const answeredTooLate = (respondBy: Date) =>
  invalidState(`The company took answers to this chargeback until ${respondBy.toISOString()}.`);

/** A part of the payment has gone back already, which the bank of the payer demands again. */
export const refundedInPart = (refundIds: string[]) =>
  new DomainError(
    'conflict',
    'INVALID_STATE',
    'Something of this payment has gone back already: contest the chargeback, and the company gets the refunds.',
    { refund_ids: refundIds },
    { decidedOnState: true },
  );

export const tooManyFiles = (most: number) =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `A chargeback has at most ${most} files.`,
    {},
    { decidedOnState: true },
  );

export const tooManyChargebacks = (most: number) =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `A test payment has at most ${most} chargebacks.`,
    {},
    { decidedOnState: true },
  );

export const notPaidByCard = () => invalidState('No test card has paid this.');

export const noSuchFiles = () =>
  invalid('file_ids', 'Each must be a file that was uploaded for this chargeback.');

export const commentRequired = () =>
  invalid('comment', 'Say why you contest it, in a sentence at least, or send a file.');

/** A refund, or another way in which the same money would go back twice. */
export const chargedBack = (chargebackId: string) =>
  new DomainError(
    'conflict',
    'INVALID_STATE',
    'The bank of the payer takes this payment back: wait for the end of the chargeback.',
    { chargeback_id: chargebackId },
    { decidedOnState: true },
  );

export const takenBack = (chargebackId: string) =>
  new DomainError(
    'conflict',
    'INVALID_STATE',
    'The bank of the payer has taken back so much of this payment that less is left to refund.',
    { chargeback_id: chargebackId },
    { decidedOnState: true },
  );

export const nothingOwed = () => invalidState('Nothing is owed for this chargeback.');

export const chargebackEnded = (status: string) => invalidState(`This chargeback is ${status} already.`);
