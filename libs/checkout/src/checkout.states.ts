import { StateMachine } from '@app/kernel';
import type { UnappliedPaymentRefunded } from '@app/ledger';

export const SESSION_STATUSES = ['pending', 'processing', 'completed', 'expired'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Contract, "Checkout": completed and expired are terminal; a session with an attempt in flight does not expire. */
export const sessionStates = new StateMachine<SessionStatus, 'start' | 'complete' | 'release' | 'expire'>(
  'checkout session',
  'pending',
  {
    pending: { start: 'processing', expire: 'expired' },
    processing: { complete: 'completed', release: 'pending' },
    completed: {},
    expired: {},
  },
);

/** What a session was opened from. All but `api` have a `PaidFor`, which is told when it is paid. */
export type SessionOrigin = 'api' | 'deposit' | 'invoice' | 'link' | 'subscription';

/** The interface a session was made with; `public`: by a public key, from a browser. */
export type OpenedThrough = 'A' | 'B' | 'public';

/** Why money is not where it was to go: it could not complete its session, or its escrow gave it back. */
export type UnappliedReason = UnappliedPaymentRefunded['data']['reason'];

export type AttemptStatus =
  /** The gateway is being called, or nobody heard its answer. */
  | 'calling'
  /** The buyer owes a step: a PIN, an OTP, or the bank's page. */
  | 'waiting'
  | 'succeeded'
  | 'failed'
  | 'abandoned'
  /** Paid, and no session could take the money; or an escrow has given it back. */
  | 'unapplied'
  | 'refunded'
  /** Staff credited the merchant with it. */
  | 'applied';

type AttemptVerb =
  'wait' | 'call' | 'succeed' | 'fail' | 'abandon' | 'set-aside' | 'give-back' | 'refund' | 'apply';

/**
 * Money may still arrive after a failure or a surrender: what the gateway confirms is never turned away. What paid an
 * escrow may be given back.
 */
export const attemptStates = new StateMachine<AttemptStatus, AttemptVerb>('payment attempt', 'calling', {
  calling: { wait: 'waiting', succeed: 'succeeded', fail: 'failed', 'set-aside': 'unapplied' },
  waiting: {
    call: 'calling',
    succeed: 'succeeded',
    fail: 'failed',
    abandon: 'abandoned',
    'set-aside': 'unapplied',
  },
  failed: { succeed: 'succeeded', 'set-aside': 'unapplied' },
  abandoned: { succeed: 'succeeded', 'set-aside': 'unapplied' },
  unapplied: { refund: 'refunded', apply: 'applied' },
  succeeded: { 'give-back': 'unapplied' },
  refunded: {},
  applied: {},
});
