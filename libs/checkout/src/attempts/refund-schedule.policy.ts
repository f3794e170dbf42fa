import { addSeconds } from '@app/kernel';

const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 6 * 3600;
const REFUND_CLAIM_SECONDS = 300;

/** When to ask again about a refund that the company has taken and not carried out. */
export const nextRefundQuestionAt = (now: Date, asked: number) =>
  addSeconds(now, Math.min(FIRST_PAUSE_SECONDS * 2 ** asked, MAX_PAUSE_SECONDS));

/** Until when a refund is its claimer's. */
export const refundClaimedUntil = (now: Date) => addSeconds(now, REFUND_CLAIM_SECONDS);
