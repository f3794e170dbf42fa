import { StateMachine } from '@app/kernel';

export type BvnStatus = 'starting' | 'pending' | 'review' | 'verified' | 'mismatch' | 'failed';

/** `starting`: the company is being called. `failed`: it did not answer, so nothing is counted. */
export const bvnStates = new StateMachine<
  BvnStatus,
  'accept' | 'fail' | 'doubt' | 'verify' | 'refuse' | 'replace'
>('BVN verification', 'starting', {
  starting: { accept: 'pending', fail: 'failed', refuse: 'mismatch' },
  pending: { doubt: 'review', verify: 'verified', refuse: 'mismatch' },
  review: { verify: 'verified', refuse: 'mismatch' },
  verified: { replace: 'failed' },
  mismatch: {},
  failed: {},
});
