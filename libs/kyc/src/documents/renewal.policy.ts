import { IDENTITY_TYPES } from './document.states';
import type { KycDocument } from './kyc-document.aggregate';

type Dated = Pick<KycDocument, 'id' | 'docType' | 'status' | 'expiresOn'>;

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
