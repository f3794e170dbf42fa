import { StateMachine } from '@app/kernel';

export const WITHDRAWAL_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export const WITHDRAWAL_METHODS = ['bank', 'extwallet', 'mobile_money'] as const;

/** The statuses of the specification. `completed` and `failed` are final. */
export const withdrawalStates = new StateMachine<WithdrawalStatus, 'process' | 'complete' | 'fail'>(
  'withdrawal',
  'pending',
  {
    pending: { process: 'processing', fail: 'failed' },
    processing: { complete: 'completed', fail: 'failed' },
    completed: {},
    failed: {},
  },
);

/** Where a withdrawal is within its status. */
export type WithdrawalStage =
  /** Waits to be sent; nothing is under way at a provider. */
  | 'queued'
  /** Claimed by a process that sends it. */
  | 'sending'
  /** The provider has it. */
  | 'sent'
  /** The provider waits for the recipient, or holds it. */
  | 'waiting'
  /** It may have been sent: the provider is asked before anything else. */
  | 'doubtful'
  /** Finance asked to cancel what the recipient has not claimed. */
  | 'cancelling'
  /** Nothing happens by itself: finance has to look. */
  | 'stopped'
  /** Finance pays it by hand. */
  | 'manual'
  /** Waits for an exchange rate, or while its owner is frozen. */
  | 'held'
  /** Completed or failed; the provider is still asked a few times whether that stands. */
  | 'ended';

/** Stages in which finance may settle a withdrawal. */
export const SETTLED_BY_HAND: ReadonlySet<WithdrawalStage> = new Set([
  ...(['sent', 'waiting', 'doubtful', 'stopped', 'manual', 'held'] as const),
]);
