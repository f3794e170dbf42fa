import { addSeconds, type Mode } from '@app/kernel';

const DAY_SECONDS = 24 * 3600;

export type RefundCourse = 'fail' | 'pending' | 'account';

interface Simulated {
  mode: Mode;
  refundId: string;
  refundRef: string | null;
  createdAt: Date;
}

/** The course that a test refund orders by the beginning of its `refund_ref`; null: as the simulated company decides. */
export function courseOf({ mode, refundRef }: Simulated): RefundCourse | null {
  if (mode !== 'test' || refundRef === null) return null;
  if (refundRef.startsWith('sim_fail')) return 'fail';
  if (refundRef.startsWith('sim_account')) return 'account';
  return refundRef.startsWith('sim_pending') ? 'pending' : null;
}

/** When a test refund that stays pending is completed: a day after its creation, by the test clock of its app. */
export const simulatedEnd = ({ createdAt }: Simulated): Date => addSeconds(createdAt, DAY_SECONDS);

/** Whether the time of a test refund is that of the test clock of its app: it is `taken`, or waits for an account. */
export const isInTestTime = (refund: Simulated & { awaitsAccount: boolean }): boolean =>
  courseOf(refund) === 'pending' || (refund.mode === 'test' && refund.awaitsAccount);

/** SQL: the same of a refund of table `r`. */
export const followsTestClock = (r: string): string =>
  `(${r}.mode = 'test' AND ${r}.status = 'pending' AND (${r}.refund_ref LIKE 'sim\\_pending%'
    OR ${r}.rail = 'account' AND ${r}.destination_ciphertext IS NULL))`;
