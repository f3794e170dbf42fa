import { StateMachine } from '@app/kernel';

export type BrandNameStatus = 'none' | 'pending' | 'approved' | 'rejected';

/** A later name takes the place of one that waits. `keep` returns to the name that was approved before. */
export const brandNameStates = new StateMachine<
  BrandNameStatus,
  'propose' | 'remove' | 'keep' | 'approve' | 'reject'
>('display name', 'none', {
  none: { propose: 'pending', remove: 'none' },
  pending: { propose: 'pending', remove: 'none', keep: 'approved', approve: 'approved', reject: 'rejected' },
  approved: { propose: 'pending', remove: 'none', keep: 'approved' },
  rejected: { propose: 'pending', remove: 'none', keep: 'approved' },
});
