import type { ChargeStatus } from '@app/charges';

/**
 * pending: no card was charged yet. processing: a request is with the gateway, or its outcome is not known.
 * awaiting: the gateway waits for the buyer (PIN, one-time password, bank page). failed: may be tried again.
 * successful: something was credited, whatever becomes of a later charge.
 */
export type DepositStatus = 'pending' | 'processing' | 'awaiting' | 'failed' | 'successful';

/** A deposit without a credit stands where its current charge stands. */
export const STATUS_OF_CHARGE: Record<ChargeStatus, DepositStatus> = {
  calling: 'processing',
  waiting: 'awaiting',
  succeeded: 'successful',
  failed: 'failed',
  abandoned: 'failed',
};
