import { DomainError, invalid, invalidState } from '@app/kernel';

export const kybApprovedAlready = () => invalidState('This business is verified already.');
export const kybRejectedForGood = () =>
  invalidState('Our staff rejected this business and accept no further submission; contact support.');
export const kybDecided = () =>
  invalidState('This submission was decided or replaced meanwhile; read the queue again.');
export const kybNotApproved = () => invalidState('The verification of this business is not approved.');
export const kybNotFinal = () => invalidState('No final rejection keeps this business from a submission.');
export const noRegistrationNumber = () =>
  invalid('registration_number', 'registration_number must contain letters or digits.');

export const tooManySubmissions = (limit: number) =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `At most ${limit} submissions a day.`,
    {},
    { decidedOnState: true },
  );
