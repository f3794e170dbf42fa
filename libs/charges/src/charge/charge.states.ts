import { StateMachine } from '@app/kernel';

export type ChargeStatus =
  /** A request is with the gateway, or its outcome is not known. */
  | 'calling'
  /** The gateway waits for the buyer: a PIN, a one-time password, the bank's page. */
  | 'waiting'
  | 'succeeded'
  | 'failed'
  /** The buyer did not finish. */
  | 'abandoned';

export type ChargeVerb = 'wait' | 'call' | 'succeed' | 'fail' | 'abandon';

/** A gateway may confirm money after a failure here: what it confirms is always taken. */
export const chargeStates = new StateMachine<ChargeStatus, ChargeVerb>('charge', 'calling', {
  calling: { wait: 'waiting', succeed: 'succeeded', fail: 'failed' },
  waiting: { call: 'calling', succeed: 'succeeded', fail: 'failed', abandon: 'abandoned' },
  failed: { succeed: 'succeeded' },
  abandoned: { succeed: 'succeeded' },
  succeeded: {},
});
