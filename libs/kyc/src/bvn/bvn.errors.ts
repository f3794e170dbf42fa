import { DomainError, invalid, invalidState } from '@app/kernel';

export const bvnMismatches = (limit: number, period: string) =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `At most ${limit} BVN verifications ${period}; try again later or contact support.`,
    {},
    { decidedOnState: true },
  );

/** Nothing was counted; the same request can be sent again. */
export const bvnRegistryAway = () =>
  new DomainError('upstream', 'GATEWAY_ERROR', 'The BVN registry does not answer; try again later.', {
    retry_after: 60,
  });

export const bvnTaken = () =>
  new DomainError(
    'conflict',
    'CONFLICT',
    'This BVN is verified for another account. If it is yours, contact support.',
    {},
    { decidedOnState: true },
  );

export const bvnVerifiedAlready = () => invalidState('Another BVN is verified for this account already.');
export const bvnInProgress = () => invalidState('A verification of another BVN is in progress; try again.');
export const bvnUnderReview = () => invalidState('Our staff review another BVN of this account.');
export const bvnNamesChanged = () =>
  invalidState('The account has other names than those that were compared; reject this verification.');
export const bvnDecided = () => invalidState('This verification does not wait for a review any more.');

export const impossibleBirthDate = () =>
  invalid('date_of_birth', 'date_of_birth must be a day of the past, after 1899.');

export const nameDiffers = (field: 'first_name' | 'last_name') =>
  invalid(
    field,
    `${field} differs from that of the account, which is compared with the registry; change it first (settings.php?action=update-profile).`,
  );
