import type { ChargeStatus } from '@app/charges';
import { StateMachine } from '@app/kernel';
import type { UnappliedPaymentRefunded } from '@app/ledger';
import type { ReceivedStatus } from './refunds/refund.states';

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

/** Where its charge stands; once money was received, what becomes of that. */
export type AttemptStatus = ChargeStatus | ReceivedStatus;
