import { DomainEvent } from '@app/kernel';
import type { DocType, Tier } from '../levels/document-types.policy';

/** A document and the level of its owner after the change. Files and document numbers are in no event. */
interface DocumentFacts {
  documentId: string;
  userId: string;
  tier: Tier;
  docType: DocType;
}

export class DocumentApproved extends DomainEvent<DocumentFacts & { level: number }> {
  static override readonly type = 'kyc.document-approved';
}

/** A pending document was rejected, or an approved one revoked. `reason` is for its owner. */
export class DocumentRejected extends DomainEvent<
  DocumentFacts & { level: number; reason: string; isRevoked: boolean; canRetry: boolean }
> {
  static override readonly type = 'kyc.document-rejected';
}

/** An approved document that no other one replaces expires soon. */
export class DocumentExpiring extends DomainEvent<DocumentFacts & { expiresOn: string; days: number }> {
  static override readonly type = 'kyc.document-expiring';
}

/** The last day of an approved document is over, and it counts no more. */
export class DocumentExpired extends DomainEvent<
  DocumentFacts & { expiresOn: string; level: number; isRenewed: boolean }
> {
  static override readonly type = 'kyc.document-expired';
}
