import { type Currency, DomainError, invalid, invalidState } from '@app/kernel';

const forbidden = (message: string) => new DomainError('forbidden', 'FORBIDDEN', message);

export const ownEscrow = () => invalid('beneficiary', 'You cannot hold money in escrow for yourself.');

export const onlyInitiatorReleases = () => forbidden('Only the initiator can release an escrow.');
export const onlyBeneficiaryCancels = () =>
  forbidden('Only the beneficiary can cancel an escrow; the initiator can raise a dispute.');
export const onlyOtherPartyAnswers = () =>
  forbidden('The other party answers a dispute, not the one who raised it.');

export const underDispute = () =>
  invalidState('This escrow is disputed: its money stays held until staff decide.');
export const notDisputed = () => invalidState('This escrow is not disputed.');

export const shareOutOfRange = () =>
  invalid('beneficiary_amount', 'A split gives the beneficiary more than nothing and less than the amount.');
export const shareUnexpected = () =>
  invalid('beneficiary_amount', 'Only a split takes a beneficiary_amount.');
export const shareTooSmall = (currency: Currency) =>
  invalid('beneficiary_amount', `What is left for the initiator is worth less than 0.01 ${currency}.`);

export const tooManyEscrows = (limit: number, retryAfterSeconds: number) =>
  new DomainError('rate-limited', 'RATE_LIMITED', `At most ${limit} escrows a day for the same person.`, {
    retry_after: retryAfterSeconds,
  });
