import { StateMachine } from '@app/kernel';

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
