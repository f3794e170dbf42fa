import { DomainError, invalid, invalidState, notFound } from '@app/kernel';
import type { DocType } from '../levels/document-types.policy';

/** The field of the form in which a document is sent. */
export const FIELD = 'document';

export const wrongTier = (docType: DocType, tiers: readonly number[]) =>
  invalid('tier', `A ${docType} belongs to tier ${tiers.join(' or ')}.`);
export const unknownContent = () => invalid(FIELD, 'Send a JPEG, a PNG or a PDF.');
export const tooManyPages = (limit: number) => invalid(FIELD, `A PDF has at most ${limit} pages.`);
export const passwordProtected = () => invalid(FIELD, 'Remove the password of this PDF.');
export const infected = () => invalid(FIELD, 'The virus scanner refuses this file.');

export const finallyRejected = (docType: DocType) =>
  invalidState(`Your ${docType} was rejected for good; contact support before you send another.`);
export const tooManyDocuments = (limit: number) =>
  new DomainError('rate-limited', 'RATE_LIMITED', `At most ${limit} documents a day.`, { retry_after: 3600 });

const away = (message: string) =>
  new DomainError('unavailable', 'SERVICE_UNAVAILABLE', message, { retry_after: 30 });
export const scannerAway = () => away('Uploads cannot be scanned at the moment; try again.');
export const storeAway = (cause: unknown) =>
  Object.assign(away('Documents cannot be stored or read at the moment; try again.'), { cause });

export const alreadyDecided = () => invalidState('This document was decided or withdrawn meanwhile.');
export const notFinal = () => invalidState('Only a document that was rejected for good can be reopened.');
export const fileErased = () => notFound('File');
export const noOriginal = () => invalid('original', 'Only uploads in PDF have an original.');
export const noDocumentNumber = () =>
  invalid('document_number', 'document_number must contain letters or digits.');
export const expiryInPast = () => invalid('expires_on', 'This document has expired already.');
