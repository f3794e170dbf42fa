import { StateMachine } from '@app/kernel';

export const DOC_TYPES = [
  ...(['passport', 'national_id', 'drivers_license', 'selfie'] as const),
  ...(['address_proof', 'business_registration'] as const),
] as const;
export type DocType = (typeof DOC_TYPES)[number];

/** Documents that prove who a person is. One of them and a selfie make level 1. */
export const IDENTITY_TYPES: readonly DocType[] = ['passport', 'national_id', 'drivers_license'];

export type Tier = 1 | 2;

/** The tiers that a document can be uploaded for. */
export function tiersOf(docType: DocType): readonly Tier[] {
  if (docType === 'business_registration') return [1, 2];
  return docType === 'address_proof' ? [2] : [1];
}

export type DocumentStatus = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'revoked';
type DocumentAction = 'approve' | 'reject' | 'withdraw' | 'revoke';

/** A newer upload of the same type withdraws a pending document. An approved one stays until it is revoked. */
export const documentStates = new StateMachine<DocumentStatus, DocumentAction>('document', 'pending', {
  pending: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: { revoke: 'revoked' },
  rejected: {},
  withdrawn: {},
  revoked: {},
});

/** The states that people see. Withdrawn documents are not shown to them. */
export type PublicStatus = 'pending' | 'approved' | 'rejected';

export function publicStatusOf(status: DocumentStatus): PublicStatus | null {
  if (status === 'withdrawn') return null;
  return status === 'revoked' ? 'rejected' : status;
}
