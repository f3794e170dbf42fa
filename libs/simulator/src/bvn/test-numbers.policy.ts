/** What a number of the simulated registry stands for. */
export type BvnBehaviour =
  'match' | 'unknown' | 'other-names' | 'other-birth-date' | 'near-names' | 'slow' | 'consent' | 'away';

const BEHAVIOURS: Readonly<Record<string, BvnBehaviour>> = {
  '0': 'unknown',
  '1': 'other-names',
  '2': 'other-birth-date',
  '3': 'near-names',
  '4': 'slow',
  '5': 'consent',
  '9': 'away',
};

/** Every number matches, except ten nines followed by one of the digits above. */
export function behaviourOfBvn(bvn: string): BvnBehaviour {
  return bvn.startsWith('9999999999') ? (BEHAVIOURS[bvn.slice(-1)] ?? 'match') : 'match';
}

/** The person whom the registry holds: the one of the order, changed as the behaviour demands. */
export function personOf(behaviour: BvnBehaviour, firstName: string, lastName: string) {
  switch (behaviour) {
    case 'other-names':
      return { firstName: 'Ngozi', middleName: 'Ifeoma', surname: 'Eze', dateOfBirth: null };
    case 'other-birth-date':
      return { firstName, middleName: '', surname: lastName, dateOfBirth: '01-Jan-1900' };
    case 'near-names':
      return { firstName, middleName: '', surname: `${lastName}${lastName.slice(-1)}`, dateOfBirth: null };
    default:
      return { firstName: lastName, middleName: '', surname: firstName, dateOfBirth: null };
  }
}
