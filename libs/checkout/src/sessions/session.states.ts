import { StateMachine } from '@app/kernel';

export const SESSION_STATUSES = ['pending', 'processing', 'completed', 'expired'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** What a session is to those who look for it: its status, with declined payments apart from those not tried yet. */
export const SESSION_STATES = ['open', 'declined', 'processing', 'paid', 'expired'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

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

/** What a session was opened for. All but `api` and `link` have a `PaidFor`. */
export type SessionOrigin = 'api' | 'deposit' | 'invoice' | 'link' | 'subscription';

/** The interface a session was made with; `public`: by a public key, from a browser. */
export type OpenedThrough = 'A' | 'B' | 'public';
