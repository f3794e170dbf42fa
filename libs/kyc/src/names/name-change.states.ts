import { StateMachine } from '@app/kernel';

export type NameChangeStatus = 'pending' | 'withdrawn' | 'approved' | 'rejected';

/** A later change withdraws a pending one. */
export const nameChangeStates = new StateMachine<NameChangeStatus, 'withdraw' | 'approve' | 'reject'>(
  'name change',
  'pending',
  {
    pending: { withdraw: 'withdrawn', approve: 'approved', reject: 'rejected' },
    withdrawn: {},
    approved: {},
    rejected: {},
  },
);
