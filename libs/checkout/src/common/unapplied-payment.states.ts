import { StateMachine } from '@app/kernel';

/** What becomes of money that was received. */
export type ReceivedStatus =
  | 'succeeded'
  /** No session could take it, or an escrow has given it back. */
  | 'unapplied'
  | 'refunded'
  /** Staff credited the merchant with it. */
  | 'applied';

/** Why money could not complete its session. */
export type SetAsideReason = 'expired' | 'already-paid' | 'amount-mismatch' | 'not-due' | 'payee-closed';

/** Why money is not where it was to go: it could not complete its session, or its escrow gave it back. */
export type UnappliedReason = SetAsideReason | 'escrow-returned';

/** What paid an escrow may be given back. */
export const receivedStates = new StateMachine<ReceivedStatus, 'give-back' | 'refund' | 'apply'>(
  'payment attempt',
  'succeeded',
  {
    succeeded: { 'give-back': 'unapplied' },
    unapplied: { refund: 'refunded', apply: 'applied' },
    refunded: {},
    applied: {},
  },
);
