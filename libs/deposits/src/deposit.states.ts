import { StateMachine } from '@app/kernel';

export type DepositStatus = 'pending' | 'processing' | 'awaiting' | 'failed' | 'successful';
type Verb = 'charge' | 'await' | 'submit' | 'fail' | 'confirm';

/**
 * pending: no card was charged yet. processing: a request is with the gateway, or its outcome is not known.
 * awaiting: the gateway waits for the buyer (PIN, one-time password, bank page). failed: may be tried again.
 * Money that the gateway confirms is credited from every state: a failure here does not unmake a payment there.
 */
export const depositStates = new StateMachine<DepositStatus, Verb>('deposit', 'pending', {
  pending: { charge: 'processing', confirm: 'successful' },
  processing: { await: 'awaiting', fail: 'failed', confirm: 'successful' },
  awaiting: { submit: 'processing', fail: 'failed', confirm: 'successful' },
  failed: { charge: 'processing', confirm: 'successful' },
  successful: {},
});
