import { type DocType, IDENTITY_TYPES } from '../levels/document-types.policy';
import type { DocumentStatus } from './document.states';

interface Dated {
  id: string;
  docType: DocType;
  status: DocumentStatus;
  /** `YYYY-MM-DD`; null: it does not expire. */
  expiresOn: string | null;
}

/** Whether another approved document proves the same for longer: of its type, or any identity document for another. */
export function isReplaced(document: Dated, documents: readonly Dated[]): boolean {
  return documents.some(
    (other) =>
      other.id !== document.id &&
      other.status === 'approved' &&
      provesTheSame(other, document) &&
      (other.expiresOn === null || other.expiresOn > document.expiresOn!),
  );
}

function provesTheSame({ docType: one }: Dated, { docType: other }: Dated): boolean {
  return one === other || (IDENTITY_TYPES.includes(one) && IDENTITY_TYPES.includes(other));
}
