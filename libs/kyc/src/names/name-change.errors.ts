import { invalidState } from '@app/kernel';

export const nameChangeDecided = () => invalidState('This name change does not wait for a review any more.');
export const nameChangedSince = () =>
  invalidState('The account has another name by now; decide about the later change.');
