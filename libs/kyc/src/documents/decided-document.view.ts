import type { KycDocument } from './kyc-document.aggregate';

/** The result of a decision of staff. */
export interface DecidedDocument {
  document: KycDocument;
  /** Of the owner, after the decision. */
  level: number;
}

export function decidedDocumentView({ document, level }: DecidedDocument) {
  return {
    document_id: document.id,
    user_id: document.userId,
    doc_type: document.docType,
    tier: document.tier,
    status: document.status,
    final: document.isFinal,
    level,
  };
}
