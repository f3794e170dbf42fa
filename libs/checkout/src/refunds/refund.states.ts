import { StateMachine } from '@app/kernel';

export type RefundStatus = 'pending' | 'completed' | 'failed';
export const REFUND_STATUSES: readonly RefundStatus[] = ['pending', 'completed', 'failed'];

/** Why money is refunded: its merchant returns it, no session could take it, or its escrow was cancelled or resolved. */
export type RefundSource = 'merchant' | 'unapplied' | 'escrow';

/** How it goes back: through the company that collected it, or to the wallet that paid. */
export type RefundRail = 'provider' | 'wallet';

/** What a pending refund waits for. */
export type RefundStage =
  /** To be sent. */
  | 'queued'
  /** It was sent, and the company has not answered. */
  | 'sending'
  /** The company has accepted it, and is asked whether it was carried out. */
  | 'taken'
  /** Staff have to decide. */
  | 'stopped';

export const refundStates = new StateMachine<RefundStatus, 'complete' | 'fail'>('refund', 'pending', {
  pending: { complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
});
