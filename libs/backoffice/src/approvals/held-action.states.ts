import { StateMachine } from '@app/kernel';

export const HELD_STATUSES = [
  'awaiting_approval',
  'executed',
  'refused',
  'withdrawn',
  'expired',
  'failed',
] as const;
export type HeldStatus = (typeof HELD_STATUSES)[number];
export type HeldVerb = 'approve' | 'refuse' | 'withdraw' | 'expire' | 'fail';

/** A second person approves or refuses, the maker withdraws, time expires it; it fails if the action is refused now. */
export const heldStates = new StateMachine<HeldStatus, HeldVerb>('held action', 'awaiting_approval', {
  awaiting_approval: {
    approve: 'executed',
    refuse: 'refused',
    withdraw: 'withdrawn',
    expire: 'expired',
    fail: 'failed',
  },
  executed: {},
  refused: {},
  withdrawn: {},
  expired: {},
  failed: {},
});
