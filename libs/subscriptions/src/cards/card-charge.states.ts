import { StateMachine } from '@app/kernel';

export type CardChargeStatus =
  /** Committed, and not sent yet. */
  | 'intended'
  /** With the payment company, or its outcome is not known. */
  | 'sent'
  | 'succeeded'
  | 'failed';

/** The payment company may confirm money after a failure here: what it confirms is always taken. */
export const cardChargeStates = new StateMachine<CardChargeStatus, 'send' | 'succeed' | 'fail'>(
  'card charge',
  'intended',
  {
    intended: { send: 'sent', fail: 'failed' },
    sent: { succeed: 'succeeded', fail: 'failed' },
    failed: { succeed: 'succeeded' },
    succeeded: {},
  },
);
