import type { BvnRecord } from './bvn';
import { compareNames } from './name-comparison.policy';

/** The person who claims a number. */
export interface BvnClaim {
  /** Of the account. */
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD; null where the person did not send it. */
  dateOfBirth: string | null;
}

export type BvnVerdict =
  | { kind: 'match' }
  | { kind: 'review'; why: 'names' | 'watch-list' }
  | { kind: 'mismatch'; why: 'names' | 'birth-date' };

/** Whether the record is of the person who claims it. What the record does not contain is not compared. */
export function compareBvnRecord(claim: BvnClaim, record: BvnRecord): BvnVerdict {
  const names = compareNames(`${claim.firstName} ${claim.lastName}`, fullNameOf(record));
  if (names === 'different') return { kind: 'mismatch', why: 'names' };
  const { dateOfBirth } = record;
  if (claim.dateOfBirth !== null && dateOfBirth !== null && claim.dateOfBirth !== dateOfBirth)
    return { kind: 'mismatch', why: 'birth-date' };
  if (record.isWatchListed) return { kind: 'review', why: 'watch-list' };
  return names === 'near' ? { kind: 'review', why: 'names' } : { kind: 'match' };
}

export function fullNameOf({ firstName, middleName, lastName }: BvnRecord): string {
  return [firstName, middleName, lastName].filter(Boolean).join(' ');
}
