import { addSeconds } from '@app/kernel';

const FIRST_SECONDS = 90;
const MAX_PAUSE_SECONDS = 3600;
/** A charge that the payment company does not know after so many questions over a day never reached it. */
const UNKNOWN_ANSWERS = 3;
const UNKNOWN_SECONDS = 24 * 3600;
const LAST_QUESTION_SECONDS = 180 * 24 * 3600;

/** When to ask first about a charge that is being sent. */
export const firstQuestionAt = (sentAt: Date): Date => addSeconds(sentAt, FIRST_SECONDS);

/** When to ask again: after as long as the charge is old, within an hour. */
export function nextQuestionAt(sentAt: Date, now: Date): Date {
  const age = (now.getTime() - sentAt.getTime()) / 1000;
  return addSeconds(now, Math.min(Math.max(age, FIRST_SECONDS), MAX_PAUSE_SECONDS));
}

/** When to ask again about one that counts as failed; null after half a year, which outlasts disputes of card holders. */
export function lateQuestionAt(sentAt: Date, now: Date): Date | null {
  const age = (now.getTime() - sentAt.getTime()) / 1000;
  return 2 * age > LAST_QUESTION_SECONDS ? null : addSeconds(now, age);
}

/** Whether the payment company is believed that it does not know the charge. */
export function neverArrived(sentAt: Date, unknownAnswers: number, now: Date): boolean {
  return unknownAnswers >= UNKNOWN_ANSWERS && addSeconds(sentAt, UNKNOWN_SECONDS) <= now;
}
