import { addSeconds, StateMachine } from '@app/kernel';

export type RefundStatus = 'pending' | 'completed' | 'failed';
export const REFUND_STATUSES: readonly RefundStatus[] = ['pending', 'completed', 'failed'];

/** Why money is refunded: its merchant returns it, no session could take it, or its escrow was cancelled or resolved. */
export type RefundSource = 'merchant' | 'unapplied' | 'escrow';

/** How it goes back: through the company that collected it, to the wallet that paid, or to an account that the payer names. */
export type RefundRail = 'provider' | 'wallet' | 'account';

/** What a pending refund waits for. */
export type RefundStage =
  /** To be sent. */
  | 'queued'
  /** It was sent, and the company has not answered. */
  | 'sending'
  /** The company has accepted it, and is asked whether it was carried out. */
  | 'taken'
  /** The payer has to name an account. */
  | 'awaiting_account'
  /** Staff have to decide. */
  | 'stopped';

const LATE_SECONDS = 7 * 24 * 3600;

/** A refund that a company took by then, and has not carried out, is late. */
export const lateBefore = (now: Date): Date => addSeconds(now, -LATE_SECONDS);

export const refundStates = new StateMachine<RefundStatus, 'complete' | 'fail'>('refund', 'pending', {
  pending: { complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
});
