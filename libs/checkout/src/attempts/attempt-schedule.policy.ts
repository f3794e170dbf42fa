import { addSeconds } from '@app/kernel';

/** The gateway's answer is waited for at most about 70 seconds; after that somebody has to ask. */
const RESPONSE_TIMEOUT_SECONDS = 90;
const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 6 * 3600;
/** Account numbers are looked at for so long after their attempt has ended. */
const WATCHED_SECONDS = 3 * 24 * 3600;
const FIRST_WATCH_SECONDS = 15 * 60;
/** A refund is not sent twice at once: whoever claims it has this long. */
const REFUND_CLAIM_SECONDS = 300;

/** When to ask what became of a call, should its answer be lost. */
export const responseDeadline = (called: Date) => addSeconds(called, RESPONSE_TIMEOUT_SECONDS);

/** When to ask about a charge that waits for its buyer. */
export const firstQuestionAt = (now: Date) => addSeconds(now, FIRST_PAUSE_SECONDS);

/** When to ask again where `asked` questions had no final answer: less and less often, and once when the session ends. */
export function nextQuestionAt(now: Date, asked: number, sessionEnds: Date): Date {
  const next = afterPause(now, asked);
  return sessionEnds > now && sessionEnds < next ? sessionEnds : next;
}

/** When to ask again about a refund that the company has taken and not carried out. */
export const nextRefundQuestionAt = (now: Date, asked: number) => afterPause(now, asked);

/** When to look first for money on the account number of an attempt that has ended. */
export const firstLookAt = (ended: Date) => addSeconds(ended, FIRST_WATCH_SECONDS);

/** When to look again: as long after as the end is past; null where nobody looks any more. */
export function nextLookAt(ended: Date, now: Date): Date | null {
  const ageSeconds = (now.getTime() - ended.getTime()) / 1000;
  return ageSeconds >= WATCHED_SECONDS ? null : addSeconds(now, Math.max(ageSeconds, FIRST_WATCH_SECONDS));
}

/** Until when a refund is its claimer's. */
export const refundClaimedUntil = (now: Date) => addSeconds(now, REFUND_CLAIM_SECONDS);

/** Pauses double from the first to the longest. */
function afterPause(now: Date, asked: number): Date {
  return addSeconds(now, Math.min(FIRST_PAUSE_SECONDS * 2 ** asked, MAX_PAUSE_SECONDS));
}
