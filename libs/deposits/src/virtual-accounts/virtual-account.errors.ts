import { DomainError } from '@app/kernel';
import type { AccountHolder } from './account-holders.queries';

/** Why an owner has no account number, and what opens one. */
export function bvnRequired({ countryCode, isBvnVerified }: AccountHolder): DomainError {
  return new DomainError('precondition', 'BVN_REQUIRED', messageFor(countryCode, isBvnVerified), {
    needs_bvn: true,
  });
}

function messageFor(countryCode: string, isBvnVerified: boolean): string {
  if (countryCode !== 'NG')
    return 'Account numbers are available in Nigeria only, for owners with a Bank Verification Number.';
  if (!isBvnVerified)
    return 'An account number is opened when your Bank Verification Number is verified (kyc.php?action=verify-bvn).';
  return 'Your account number is not open yet, and your Bank Verification Number is not stored: send it again (kyc.php?action=verify-bvn) to open it.';
}
