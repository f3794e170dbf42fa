import { StateMachine } from '@app/kernel';

export type KybSubmissionStatus = 'pending' | 'withdrawn' | 'approved' | 'rejected' | 'revoked';

/** A newer submission withdraws a pending one. */
export const kybStates = new StateMachine<KybSubmissionStatus, 'withdraw' | 'approve' | 'reject' | 'revoke'>(
  'submission',
  'pending',
  {
    pending: { withdraw: 'withdrawn', approve: 'approved', reject: 'rejected' },
    approved: { revoke: 'revoked' },
    withdrawn: {},
    rejected: {},
    revoked: {},
  },
);
