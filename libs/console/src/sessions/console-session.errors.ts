import { InvalidFields } from '@app/http';
import { DomainError } from '@app/kernel';

export const notOwnPage = () =>
  new DomainError('forbidden', 'FORBIDDEN', 'Only pages of this host may do this.');

export const notSignedIn = () =>
  new DomainError('unauthenticated', 'UNAUTHENTICATED', 'This browser is not signed in.');

/** The field of a sign-in that only development has. */
export const demoUnknown = () =>
  new InvalidFields([
    { field: 'demo', code: 'unknown_field', message: 'demo is not a field of this action.' },
  ]);
